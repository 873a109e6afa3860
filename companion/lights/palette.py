"""The look of each seat, in one place: six colours, each with a letter and a shape, for strip and page alike.

The colours differ in hue, also to people with protanopia, deuteranopia or tritanopia, and by even steps of lightness,
so in grey too. None is a saturated red (WCAG: red over eight tenths of the light): no rhythm can make one flash.
"""

from typing import NamedTuple


class Look(NamedTuple):
    """How a seat is told apart: colour as red, green and blue 0-255, letter, and the name of a shape."""

    colour: tuple[int, int, int]
    letter: str
    shape: str

    @property
    def hex(self) -> str:
        """The colour as ``#rrggbb``."""
        return "#" + bytes(self.colour).hex()


LOOKS = (
    Look((230, 143, 55), "A", "circle"),  # orange
    Look((29, 50, 244), "B", "square"),  # blue
    Look((207, 255, 13), "C", "triangle"),  # lime
    Look((165, 74, 175), "D", "diamond"),  # purple
    Look((1, 157, 112), "E", "star"),  # green
    Look((246, 196, 221), "F", "hexagon"),  # rose
)
WHITE = (255, 255, 255)
AMBER = (255, 150, 60)
