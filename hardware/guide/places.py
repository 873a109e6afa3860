"""Places at a table for six: board, pads, discard chute and Pi, so far apart and so near as the wires want. In mm.

Measured from the middle of the board, where the Pi stands: from there a cable of 50 cm reaches every pad.
"""

from dataclasses import dataclass
from typing import Any

from hardware.guide.board import HEIGHT, INFIELD, WIDTH
from hardware.guide.sketches import COIL, WOOD
from hardware.guide.svg import GREY, PALE, Point, document, element, lines, rect, text

PAD_WIDTH, PAD_HEIGHT = 190.0, 110.0
COIL_LEFT, PILE_LEFT, MIDDLE = 40.0, 146.0, 55.0  # of a pad, as its player sees it
GAP = 30.0  # from board to pad
APART = 220.0  # from pad to pad
TABLE = (1000.0, 800.0)
PI = (85.0, 56.0)
DISPENSER = (90.0, -56.0, 100.0, 112.0)
CHUTE = (-190.0, -50.0, 260.0, 100.0)
DISCARD_COIL = (CHUTE[0] + 66, 0.0)


@dataclass(frozen=True, slots=True)
class PadPlace:
    """A pad: its name, its middle, and whether its player sits on the far side."""

    name: str
    middle: Point
    turned: bool

    def _at(self, left: float) -> Point:
        x, y = left - PAD_WIDTH / 2, MIDDLE - PAD_HEIGHT / 2
        return (self.middle[0] - x, self.middle[1] - y) if self.turned else (self.middle[0] + x, self.middle[1] + y)

    @property
    def coil(self) -> Point:
        """Where a card is tapped."""
        return self._at(COIL_LEFT)

    @property
    def pile(self) -> Point:
        """Where cards lie afterwards."""
        return self._at(PILE_LEFT)


def pad_places() -> list[PadPlace]:
    """Seats 1 to 3 on the near side, from the right, 4 to 6 on the far one: each player's left neighbour comes next."""
    away = HEIGHT / 2 + GAP + PAD_HEIGHT / 2
    near = [PadPlace(f"seat-{n}", ((2 - n) * APART, away), turned=False) for n in (1, 2, 3)]
    far = [PadPlace(f"seat-{n}", ((n - 5) * APART, -away), turned=True) for n in (4, 5, 6)]
    return [*near, *far]


def places() -> str:
    """The drawing, at half of its size."""
    width, height = TABLE
    infield = INFIELD[2], INFIELD[3]
    shown = [
        _middle((0, 0), (width, height), 80, fill="#f8f1e5", stroke=GREY, stroke_width=1.6),
        _middle((0, 0), (WIDTH, HEIGHT), 12, stroke_width=1.6),
        _middle((0, 0), infield, 8, fill=PALE, stroke=GREY, stroke_width=0.8),
        text((0, HEIGHT / 2 - 22), "board: the track", 12, anchor="middle", fill=GREY),
        rect(CHUTE[:2], *CHUTE[2:], radius=6, fill=WOOD, stroke_width=1),
        rect(DISPENSER[:2], *DISPENSER[2:], radius=6, fill=WOOD, stroke_width=1),
        _coil(DISCARD_COIL),
        text((CHUTE[0] + 130, 70), "discard chute", 11, anchor="middle"),
        text((DISPENSER[0] + 50, 4), "dispenser", 11, anchor="middle"),
        _middle((0, 0), PI, 4, fill="none", stroke_width=1, stroke_dasharray="5 4"),
        text((0, 4), "Pi below", 11, anchor="middle"),
    ]
    for pad in pad_places():
        shown.append(_middle(pad.middle, (PAD_WIDTH, PAD_HEIGHT), 8, fill=WOOD, stroke_width=1))
        shown.append(_coil(pad.coil))
        shown.append(text((pad.pile[0], pad.pile[1] + 4), pad.name, 13, anchor="middle", font_weight="bold"))
    words = (
        "Seats are numbered as play goes, to each player's left. Car k sits at seat-k; partners share one pad.",
        "Coil to coil 150 mm or more, everywhere; piles lie 100 mm or more from every coil.",
        "Pads 30 mm from the board, 220 mm from pad to pad: coils are within 40 cm of the Pi, and 50 cm of cable do.",
    )
    body = [
        text((14, 18), "Places at the table", 8, font_weight="bold"),
        element("g", "\n".join(shown), transform=f"translate({14 + width / 4} {30 + height / 4}) scale(0.5)"),
        lines((14, 30 + height / 2 + 14), words, 6, fill=GREY),
    ]
    return document("Places at the table", width / 2 + 28, height / 2 + 70, body)


def _middle(at: Point, size: tuple[float, float], radius: float, **style: Any) -> str:
    """A rectangle by its middle."""
    (x, y), (width, height) = at, size
    return rect((x - width / 2, y - height / 2), width, height, radius=radius, **style)


def _coil(at: Point) -> str:
    return "".join(
        _middle(at, (40 - 2 * d, 34 - 2 * d), 6, fill="none", stroke=COIL, stroke_width=1.2) for d in (0, 3, 6)
    )
