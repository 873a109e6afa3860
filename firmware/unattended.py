"""What the strip shows when nobody looks after the table any more; also when no program is left to move the light."""

from firmware.light import Glow, Pad, Rhythm, Scene, Track
from hardware.description import SPACES, Layout

DUSK = (150, 150, 150)
BREATH = Rhythm(((2000, 255), (2000, 0)))
FULL_BREATH_MS = 2000
EVERY = 5


def unattended(layout: Layout, *, calm: bool = False) -> Scene:
    """Every fifth space still and white, and all pads breathing together to darkness and back.

    No race looks so: its pawns are six at most, and its pads never go dark so slowly, nor all at once.
    """
    spaces = [Glow(Track(space, space), DUSK) for space in range(0, SPACES, EVERY)]
    pads = [Glow(Pad(name), DUSK, rhythm=BREATH) for name, _ in layout.pads]
    return Scene((*spaces, *pads), calm)
