"""What a refusal's drawing is made of: spaces lit, lights that run, the marks of hazards, all about one pawn."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.lights.palette import AMBER
from firmware import light
from firmware.light import Glow, Rhythm, Run, Track

LAST_SPOT = 40
SHOWN_MS = 2400
GROUND = 0
COMES_AND_GOES = Rhythm(((200, 255), (400, 255), (200, 0), (400, 0)))
SOFT = Rhythm(((1200, 255), (1200, 0)))
HAZARD_MARKS = {
    "red-light": (-1, 1),
    "out-of-gas": (-4, -3, -2, -1),
    "flat-tire": (-3, -2, 2, 3),
    "accident": (-5, -3, -1, 1, 3, 5),
}
"""The spaces about the pawn that stand for each battle hazard."""
MARK_REACH = 5
"""How far from the pawn the widest mark goes."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal's code and what its drawing needs; cars are numbers.

    Attributes:
        about: the car whose pad it was, else the player's.
        own: the car of the player that the card was taken for.
        on_turn: the car on turn.
        hazard: the battle hazard in question.
    """

    code: str
    about: int | None = None
    own: int | None = None
    on_turn: int | None = None
    hazard: str = ""


@dataclass(frozen=True, slots=True)
class Sketch:
    """Draws about one pawn."""

    why: Refusal
    spots: Sequence[int]
    pads: Sequence[str]
    at_ms: int

    def spot(self, car: int | None) -> int:
        """Where a car's pawn stands; START for none."""
        return self.spots[car] if car is not None else 0

    @property
    def here(self) -> int:
        """Where the pawn stands that it is about."""
        return self.spot(self.why.about)

    def about(self, reach: int) -> int:
        """The pawn's spot, or as near as `reach` spaces on both sides allow: nothing of a drawing is cut off."""
        return min(max(self.here, reach), LAST_SPOT - reach)

    def lit(self, first: int, last: int, rhythm: Rhythm = light.STEADY) -> Glow:
        """Spaces lit for the whole time."""
        until_ms = self.at_ms + SHOWN_MS
        return Glow(Track(first, last), AMBER, GROUND, rhythm, since_ms=self.at_ms, until_ms=until_ms)

    def run(self, first: int, last: int, *, back: bool = False) -> Glow:
        """A light that runs once."""
        course = Run(SHOWN_MS, 5, back)
        return Glow(Track(first, last), AMBER, GROUND, drawing=course, since_ms=self.at_ms, times=1)

    def mark(self, centre: int, rhythm: Rhythm) -> Iterator[Glow]:
        """The hazard's mark."""
        for offset in HAZARD_MARKS.get(self.why.hazard, (0,)):
            yield self.lit(centre + offset, centre + offset, rhythm)

    def beside(self, centre: int, far: int) -> int:
        """A place `far` spaces before a centre, or behind it where the track ends."""
        return centre + far if centre + far + MARK_REACH <= LAST_SPOT else centre - far
