"""Goal 6: a frame built and encoded by runs of bytes, beside the same one built pixel by pixel for the bare library."""

import importlib
import time
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

from companion.compose.bench.bench import Bench
from companion.compose.bench.figures import Goal, Spread, exactly, more, quicker, rounds, told
from firmware.emulation.clock import VirtualClock
from firmware.lamp import FRAME_MS, Lamp
from firmware.light import WAVE, Glow, Scene, Track
from firmware.picture import Picture
from firmware.strips.budget import within
from firmware.strips.neopixel_spi_strip import NeoPixelSpiStrip
from hardware.chain import SPACES, Layout
from hardware.description import Strip

PIXELS = 320
FRAMES, PEERS_FRAMES = 1000, 10
"""In a round: both take about as long, so that whatever slows the machine meets both."""
PIXEL_S, RESET_S = 30e-6, 280e-6
"""What a pixel and the end of a frame take on the wire."""
SHARE = 0.95
COLOUR = (200, 60, 20)
SCENE = Scene((Glow(Track(0, SPACES - 1), COLOUR, rhythm=WAVE),))
LIMIT_MA = 8000


def frames(bench: Bench) -> Goal:
    """A wave over the whole track, new in every frame, as spidev is given it."""
    ours, theirs = rounds(8 * bench.rounds, _timed(_by_bytes(PIXELS)), _timed(_pixel_by_pixel(PIXELS), PEERS_FRAMES))
    claims = [quicker(f"{PIXELS} pixels; pixel by pixel", _us(ours), _us(theirs), "µs", 100)]
    (lit,) = rounds(2 * bench.rounds, _timed(_by_the_lamp(PIXELS)))
    claims += [told("the same by the lamp, held from flashing and within the supply", _us(lit), "µs")]
    for pixels in (PIXELS, 40):
        (taken,) = rounds(2 * bench.rounds, _timed(_by_bytes(pixels)))
        wire_s = PIXEL_S * pixels + RESET_S
        rate = Spread(*(1 / (wire_s + taken_s) for taken_s in (taken.median, taken.high, taken.low)))
        claims.append(more(f"{pixels} pixels, one after another; the wire", rate, exactly(1 / wire_s), "/s", SHARE))
    return Goal(6, "frames by bytes", tuple(claims))


def frame_s(pixels: int) -> float:
    """Seconds of the processor for a frame of so many pixels."""
    return _timed(_by_bytes(pixels))()


def _us(taken: Spread) -> Spread:
    return Spread(*(1e6 * seconds for seconds in taken))


def _timed(draw: Callable[[int], None], frames: int = FRAMES) -> Callable[[], float]:
    def measure() -> float:
        begun = time.process_time()
        for number in range(frames):
            draw(FRAME_MS * number)
        return (time.process_time() - begun) / frames

    return measure


def _by_bytes(pixels: int) -> Callable[[int], None]:
    """As the lamp draws."""
    layout = _layout(pixels)
    strip = NeoPixelSpiStrip(Strip(10, "GRB", 96, layout), _Bus())
    picture = Picture(SCENE, layout)
    return lambda t_ms: strip.show(picture.frame(t_ms))


def _by_the_lamp(pixels: int) -> Callable[[int], None]:
    """All that its thread does for a frame."""
    strip = Strip(10, "GRB", 96, _layout(pixels), limit_ma=LIMIT_MA)
    clock = VirtualClock()
    lamp = Lamp(
        lambda: NeoPixelSpiStrip(strip, _Bus()),
        strip.layout,
        lambda _fault: None,
        clock,
        within=partial(within, strip=strip),
    )
    lamp.show(SCENE)

    def draw(_t_ms: int) -> None:
        clock.sleep_ns(FRAME_MS * 1_000_000)
        lamp.alive()
        lamp.step()

    return draw


def _pixel_by_pixel(pixels: int) -> Callable[[int], None]:
    """As programs with the library do."""
    library: Any = importlib.import_module("neopixel_spi")
    theirs = library.NeoPixel_SPI(_Bus(), pixels, brightness=96 / 255, auto_write=False, pixel_order="GRB")
    red, green, blue = COLOUR

    def draw(t_ms: int) -> None:
        level = WAVE.level(t_ms)
        for pixel in range(pixels):
            theirs[pixel] = red * level // 255, green * level // 255, blue * level // 255
        theirs.show()

    return draw


def _layout(pixels: int) -> Layout:
    """The pixels spread evenly over the spaces of the track."""
    ends = [pixels * space // SPACES for space in range(SPACES + 1)]
    return Layout(pixels, tuple(range(first, last) for first, last in pairwise(ends)))


class _Bus:
    """A busio.SPI that takes everything at once."""

    frequency = 6_400_000

    def try_lock(self) -> bool:
        """Nobody else is there."""
        return True

    def unlock(self) -> None:
        """As above."""

    def configure(self, **_settings: int) -> None:
        """Any."""

    def write(self, data: bytes) -> None:
        """Gone."""

    def close(self) -> None:
        """Nothing was opened."""
