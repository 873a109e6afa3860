"""Light words: what glows where, in which colour and rhythm. Frozen values, no game, no clock, no metal.

A *flash* is a pair of opposing changes of luminance of a tenth of full light or more (WCAG 2.3.1). Every rhythm and
drawing here stays below three in any second; in a calm scene each change of full size takes `CALM_FADE_MS` instead.
"""

from dataclasses import dataclass
from functools import cached_property

Colour = tuple[int, int, int]
"""Red, green, blue, each 0-255."""

CALM_FADE_MS = 2000


@dataclass(frozen=True, slots=True)
class Track:
    """Spots of the track in drawing order, both ends included; 0 is START, a run from high to low goes backward."""

    first: int
    last: int

    @property
    def spots(self) -> range:
        """The spots in drawing order."""
        step = 1 if self.first <= self.last else -1
        return range(self.first, self.last + step, step)


@dataclass(frozen=True, slots=True)
class Pad:
    """All pixels of one pad, by the pad's name."""

    name: str


Place = Track | Pad


@dataclass(frozen=True)
class Rhythm:
    """Brightness in time, for ever again: legs of (duration in ms, level 0-255 at the leg's end), a fade each.

    A leg of 0 ms is a jump, a leg to the level that already is holds it. The first leg begins at the last one's level.
    """

    legs: tuple[tuple[int, int], ...]

    @cached_property
    def period_ms(self) -> int:
        """Length of one cycle; 0 when the light is steady."""
        return sum(duration for duration, _ in self.legs)

    @cached_property
    def mean(self) -> int:
        """The average level."""
        if not self.period_ms:
            return self.legs[-1][1]
        level, light = self.legs[-1][1], 0
        for duration, end in self.legs:
            light += duration * (level + end)
            level = end
        return light // (2 * self.period_ms)

    @cached_property
    def calm(self) -> "Rhythm":
        """The same rhythm with every change slowed to a fade."""
        level, legs = self.legs[-1][1], []
        for duration, end in self.legs:
            legs.append((max(duration, abs(end - level) * CALM_FADE_MS // 255), end))
            level = end
        return Rhythm(tuple(legs)) if self.period_ms else self

    def level(self, t_ms: int) -> int:
        """Brightness 0-255, t_ms after the beginning."""
        level = self.legs[-1][1]
        if not self.period_ms:
            return level
        t_ms %= self.period_ms
        for duration, end in self.legs:
            if t_ms < duration:
                return level + (end - level) * t_ms // duration
            t_ms -= duration
            level = end
        return level

    def then(self, other: "Rhythm") -> "Rhythm":
        """One cycle of this, one of the other, and so on."""
        return Rhythm(self.legs + other.legs)


STEADY = Rhythm(((0, 255),))
DIM = Rhythm(((0, 50),))
HEARTBEAT = Rhythm(((100, 255), (180, 70), (100, 255), (220, 70), (1000, 70)))
WINK = Rhythm(((120, 255), (160, 255), (120, 55), (900, 55)))
WAVE = Rhythm(((1400, 90), (1400, 255)))
SWELL = Rhythm(((0, 255), (250, 255), (1100, 50)))
_GAP = ((0, 40), (200, 40), (0, 255), (250, 255))
DOUBLE_BLINK = Rhythm((*_GAP, *_GAP, (0, 40), (500, 40)))
PING = Rhythm(((100, 255), (600, 255), (100, 0), (600, 0)))
TICK = Rhythm(((0, 255), (850, 255), (0, 110), (150, 110)))
PONG = Rhythm(((100, 0), (600, 0), (100, 255), (600, 255)))
_SHORT = ((150, 255), (150, 255), (150, 40), (150, 40))
STEPS = Rhythm(((0, 60), (300, 60), (0, 150), (300, 150), (0, 255), (300, 255)))
FANFARE = Rhythm((*_SHORT, *_SHORT, (150, 255), (900, 255), (150, 40), (450, 40)))


@dataclass(frozen=True, slots=True)
class Fill:
    """All of the place at once, covering what is below."""


@dataclass(frozen=True, slots=True)
class Bar:
    """As much of the place as time is left until the glow's `until_ms`: all of it `total_ms` before, then less."""

    total_ms: int


@dataclass(frozen=True, slots=True)
class Run:
    """A light that runs along the place once every `period_ms`, with a fading tail of so many spots.

    What is below shines through. With `back` it turns at the end and comes back within the same period.
    """

    period_ms: int
    tail: int = 1
    back: bool = False


@dataclass(frozen=True, slots=True)
class Glow:
    """One light: a place, a colour, how it moves, and when.

    Attributes:
        layer: higher layers cover lower ones.
        since_ms: when it begins, on the messages' clock.
        until_ms: when it ends.
        times: after so many cycles of its rhythm (of its run, if it runs) it ends too; 0 is never.
    """

    place: Place
    colour: Colour
    layer: int = 0
    rhythm: Rhythm = STEADY
    drawing: Fill | Bar | Run = Fill()
    since_ms: int = 0
    until_ms: int | None = None
    times: int = 0


@dataclass(frozen=True, slots=True)
class Crowd:
    """Several lights on one spot: each has pixels of its own where there are enough, else they take turns."""

    place: Track
    lights: tuple[tuple[Colour, Rhythm], ...]
    layer: int = 0


@dataclass(frozen=True, slots=True)
class Scene:
    """All that glows. `calm` turns flashing into slow fades.

    `patience_ms`: so much longer than usual whoever shows it may give no sign, as work is in hand that takes its time.
    """

    lights: tuple[Glow | Crowd, ...] = ()
    calm: bool = False
    patience_ms: int = 0


DARK = Scene()
