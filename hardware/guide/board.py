"""The board: a circuit of START and forty spaces round the dispenser. All lengths in mm.

The lights stand on a rectangle, at the pitch of a strip with thirty pixels a metre. It has 42 places; the one at the
corner where the chain begins and ends is the paddock, in which the pawns wait. From there START and the spaces run to
the right, up, to the left and down again, so that the strip is cut into four straight pieces.
"""

from dataclasses import dataclass

from hardware.description import SPACES

PITCH = 100 / 3
ACROSS, DOWN = 14, 9  # places of the rectangle
PIECES = (13, 8, 13, 7)  # spaces of the strip's four pieces, in the order of the chain
INWARD, OUTWARD = 10.0, 42.0  # how far a space reaches from its light
MARGIN = 6.0
HOLE = 10.0
WIDTH = (ACROSS - 1) * PITCH + 2 * (OUTWARD + MARGIN)
HEIGHT = (DOWN - 1) * PITCH + 2 * (OUTWARD + MARGIN)
assert sum(PIECES) == SPACES, "the pieces of the strip light every space"

LEFT_LIGHTS, TOP_LIGHTS = OUTWARD + MARGIN, OUTWARD + MARGIN
RIGHT_LIGHTS, BOTTOM_LIGHTS = WIDTH - LEFT_LIGHTS, HEIGHT - TOP_LIGHTS


@dataclass(frozen=True, slots=True)
class Space:
    """A space: its number (0 is START), its light, the direction outward from there, and whether it is a corner."""

    number: int
    light: tuple[float, float]
    outward: tuple[int, int]
    corner: bool

    @property
    def km(self) -> int:
        """The distance of whoever stands here."""
        return 25 * self.number

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, width and height."""
        reach = {1: OUTWARD, 0: PITCH / 2, -1: PITCH / 2 if self.corner else INWARD}
        (x, y), (dx, dy) = self.light, self.outward
        left, right = x - reach[-dx], x + reach[dx]
        top, bottom = y - reach[-dy], y + reach[dy]
        return left, top, right - left, bottom - top


def spaces() -> list[Space]:
    """All spaces from START to 1000 km."""
    places: list[tuple[tuple[float, float], tuple[int, int], bool]] = []
    for place in range(1, ACROSS):
        corner = place == ACROSS - 1
        places.append(((LEFT_LIGHTS + place * PITCH, BOTTOM_LIGHTS), (int(corner), 1), corner))
    for place in range(1, DOWN):
        corner = place == DOWN - 1
        places.append(((RIGHT_LIGHTS, BOTTOM_LIGHTS - place * PITCH), (1, -int(corner)), corner))
    for place in range(1, ACROSS):
        corner = place == ACROSS - 1
        places.append(((RIGHT_LIGHTS - place * PITCH, TOP_LIGHTS), (-int(corner), -1), corner))
    places += [((LEFT_LIGHTS, TOP_LIGHTS + place * PITCH), (-1, 0), False) for place in range(1, DOWN - 1)]
    return [Space(number, *place) for number, place in enumerate(places)]


PADDOCK = (MARGIN, BOTTOM_LIGHTS - PITCH / 2, OUTWARD + PITCH / 2, OUTWARD + PITCH / 2)
"""The corner in which the pawns wait: left, top, width, height."""
INFIELD = (LEFT_LIGHTS + 16, TOP_LIGHTS + 16, WIDTH - 2 * (LEFT_LIGHTS + 16), HEIGHT - 2 * (TOP_LIGHTS + 16))
"""What the circuit leaves free in the middle."""
