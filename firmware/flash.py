"""The last word against flashing: whatever scenes follow each other, no pixel flashes over three times in a second.

Neither as a strip shines, in proportion to its bytes, nor as a screen does, where the page shows the strip (sRGB).
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from firmware.picture import luminance

LONGEST = 6
"""Opposing changes allowed in a second; two make a flash (WCAG 2.3.1)."""
LEAST_CHANGE = 0.1
_WINDOW_MS = 1000
_COLOURS = 4096


def screen_light(value: float) -> float:
    """The light of a screen that shows the value (sRGB), 0 to 255; a strip's own is in proportion to it."""
    part = value / 255
    return 255 * (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)


@lru_cache(_COLOURS)
def _lights(colour: bytes) -> tuple[float, float]:
    """Relative luminance of a colour on a strip and on a screen."""
    return luminance(colour), luminance([screen_light(value) for value in colour])


class _Course(NamedTuple):
    """How a luminance has gone: its latest extreme, which way it goes, and when it has turned."""

    extreme: float = 0.0
    rising: bool = False
    turns: tuple[int, ...] = ()

    def then(self, luminance: float, t_ms: int) -> "_Course | None":
        """Its course with the next luminance; None when that would be a fourth flash."""
        change = luminance - self.extreme if self.rising else self.extreme - luminance
        if change >= 0:
            return _Course(luminance, self.rising, self.turns)
        if -change < LEAST_CHANGE:
            return self
        turns = tuple(turn for turn in self.turns if t_ms - turn <= _WINDOW_MS)
        return None if len(turns) >= LONGEST else _Course(luminance, not self.rising, (*turns, t_ms))


_DARK = _Course()


@dataclass(slots=True)
class _Run:
    """Neighbours that have always been alike: how many, their colour, and how it has gone on a strip and a screen."""

    pixels: int
    colour: bytes = bytes(3)
    strip: _Course = _DARK
    screen: _Course = _DARK

    def cut(self, colours: bytes) -> list[tuple["_Run", bytes]]:
        """The run with its next colour, in pieces where its pixels are to differ."""
        if colours == colours[:3] * self.pixels:
            return [(self, colours[:3])]
        pixels = (colours[at : at + 3] for at in range(0, len(colours), 3))
        return [(replace(self, pixels=len(list(alike))), colour) for colour, alike in groupby(pixels)]

    def may_be(self, colour: bytes, t_ms: int) -> bool:
        """Whether the next colour is no fourth flash; it is remembered then."""
        on_strip, on_screen = _lights(colour)
        strip, screen = self.strip.then(on_strip, t_ms), self.screen.then(on_screen, t_ms)
        if strip is None or screen is None:
            return False
        self.colour, self.strip, self.screen = colour, strip, screen
        return True

    def is_like(self, other: "_Run") -> bool:
        """Whether both were and are the same light, and need no longer be told apart."""
        return self.colour == other.colour and self.strip == other.strip and self.screen == other.screen


class FlashGuard:
    """Holds a pixel that would flash a fourth time within a second until it may change.

    Args:
        pixels: how many the chain has.
    """

    def __init__(self, pixels: int) -> None:
        self._runs = [_Run(pixels)]
        self._shown = bytes(3 * pixels)
        self.holding = False
        """Whether the latest frame was not shown in full."""

    def pass_on(self, frame: bytes, t_ms: int) -> bytes:
        """The frame as it may be shown now."""
        self.holding = False
        if frame == self._shown:
            return frame
        runs: list[_Run] = []
        at = 0
        for run in self._runs:
            colours = frame[at : at + 3 * run.pixels]
            at += len(colours)
            if colours == run.colour * run.pixels:
                runs.append(run)
                continue
            for part, colour in run.cut(colours):
                if colour != part.colour and not part.may_be(colour, t_ms):
                    self.holding = True
                if runs and part.is_like(runs[-1]):
                    runs[-1].pixels += part.pixels
                else:
                    runs.append(part)
        self._runs = runs
        self._shown = b"".join([run.colour * run.pixels for run in runs]) if self.holding else frame
        return self._shown
