"""Frames of a scene, and how often something flashes in them (WCAG 2.3.1)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache

from companion.lights.scene import scene
from companion.lights.situation import Situation
from firmware.flash import FlashGuard, screen_light
from firmware.picture import Picture, luminance
from hardware.description import TABLES, Layout, load

STRIP = load(TABLES / "simulated.toml").strip
assert STRIP is not None
LAYOUT = STRIP.layout
WIDE = Layout(123 + 7, tuple(range(3 * spot, 3 * spot + 3) for spot in range(41)), (("seat-1", range(123, 124)),))
T0_MS = 20_000


def film(now: Situation, seconds: float = 4, layout: Layout = LAYOUT, step_ms: int = 10) -> list[bytes]:
    picture = Picture(scene(now), layout)
    return [picture.frame(t_ms) for t_ms in range(T0_MS - 200, T0_MS + int(1000 * seconds), step_ms)]


@cache
def strips_light(colour: bytes) -> float:
    return luminance(colour)


@cache
def screens_light(colour: bytes) -> float:
    return luminance([screen_light(value) for value in colour])


def areas(frames: list[bytes], light: Callable[[bytes], float]) -> Iterable[list[float]]:
    """Luminance in time of every pixel that changes, of every pad, the whole track and all."""
    pixels = {}
    for n in range(LAYOUT.pixels):
        colours = [frame[3 * n : 3 * n + 3] for frame in frames]
        pixels[n] = [light(colour) for colour in colours] if len(set(colours)) > 1 else [light(colours[0])]
    yield from pixels.values()
    for some in [range(41), *(pad for _, pad in LAYOUT.pads), range(LAYOUT.pixels)]:
        still = sum(pixels[n][0] for n in some if len(pixels[n]) == 1)
        moving = [pixels[n] for n in some if len(pixels[n]) > 1]
        yield [(still + sum(lights)) / len(some) for lights in zip(*moving, strict=True)] or [still]


def changes(series: Sequence[float]) -> list[int]:
    """When, in samples, the luminance has turned by a tenth against its last way."""
    found, extreme, rising = [], series[0], True
    for at, value in enumerate(series):
        if (value >= extreme) == rising:
            extreme = value
        elif abs(value - extreme) >= 0.1:
            found.append(at)
            extreme, rising = value, not rising
    return found


def most_flashes_in_a_second(series: Sequence[float]) -> int:
    found = changes(series)
    return max((sum(start <= at <= start + 100 for at in found) // 2 for start in found), default=0)


def saturated_red(red: float, green: float, blue: float) -> bool:
    return red >= 0.8 * (red + green + blue) and (red - green - blue) * 320 / 255 > 20


def guarded(frames: Iterable[bytes], step_ms: int = 10) -> list[bytes]:
    """The frames as the lamp lets them through."""
    guard = FlashGuard(LAYOUT.pixels)
    return [guard.pass_on(frame, step_ms * n) for n, frame in enumerate(frames)]


def check_no_harm(frames: list[bytes]) -> None:
    for light in (strips_light, screens_light):
        assert max(map(most_flashes_in_a_second, areas(frames, light))) <= 3
    for colour in {frame[at : at + 3] for frame in set(frames) for at in range(0, len(frame), 3)}:
        assert not saturated_red(*colour)
        assert not saturated_red(*map(screen_light, colour))


def check_calm(now: Situation, fastest: float) -> None:
    """No area rises and falls more than once in a second, nor changes by more than `fastest` in a tenth of one."""
    frames = film(replace(now, calm=True), seconds=6)
    for series in areas(frames, strips_light):
        assert most_flashes_in_a_second(series) <= 1
        assert max((abs(a - b) for a, b in zip(series, series[10:], strict=False)), default=0) <= fastest
    for series in areas(frames, screens_light):
        assert most_flashes_in_a_second(series) <= 1
