"""A scene drawn: pixels of a layout at a time. Pure, and fast where nothing moves: what is still is drawn only once."""

from collections.abc import Iterator, Sequence

from firmware.light import CALM_FADE_MS, STEADY, Bar, Colour, Crowd, Fill, Glow, Pad, Place, Rhythm, Run, Scene
from hardware.description import Layout

TURN_MS = 240
"""How long each light of a crowd is shown: all six within 1.5 s, and at most five changes in a second."""
CALM_TURN_MS = 600
CROWD_LEAST_LEVEL = 110
_LUMINANCE = (0.2126, 0.7152, 0.0722)


def render(scene: Scene, t_ms: int, layout: Layout) -> bytes:
    """The scene's frame at a time: three bytes, RGB, for each pixel of the chain."""
    return Picture(scene, layout).frame(t_ms)


def luminance(colour: Sequence[float]) -> float:
    """Relative luminance 0-1 of the light that a pixel gives (linear in its bytes)."""
    return sum(weight * part for weight, part in zip(_LUMINANCE, colour, strict=True)) / 255


class Picture:
    """One scene, ready to be drawn at any time.

    Args:
        scene: the lights. Places that the layout does not have are left out.
        layout: the pixels.
    """

    def __init__(self, scene: Scene, layout: Layout) -> None:
        still = bytearray(3 * layout.pixels)
        self._movers: list[_Light | _Turns] = []
        moved: set[int] = set()
        for light in sorted(scene.lights, key=lambda light: light.layer):
            pixels = _pixels(layout, light.place)
            if not pixels:
                continue
            mover = _Turns(light, pixels, scene) if isinstance(light, Crowd) else _Light(light, pixels, scene)
            if isinstance(mover, _Light) and mover.still and moved.isdisjoint(pixels):
                mover.paint(still, 0)
            else:
                self._movers.append(mover)
                moved.update(pixels)
        self._still = bytes(still)

    def frame(self, t_ms: int) -> bytes:
        """Three bytes, RGB, for each pixel at this time of the messages' clock."""
        frame = bytearray(self._still)
        for mover in self._movers:
            mover.paint(frame, t_ms)
        return bytes(frame)

    def moves(self, t_ms: int) -> bool:
        """Whether a frame after this time can differ from the one at it."""
        return any(not mover.still and (mover.end_ms is None or t_ms < mover.end_ms) for mover in self._movers)


def _pixels(layout: Layout, place: Place) -> list[int]:
    """The place's pixels in drawing order."""
    if isinstance(place, Pad):
        return list(dict(layout.pads).get(place.name, ()))
    back = place.first > place.last
    spots = (layout.track[spot] for spot in place.spots if 0 <= spot < len(layout.track))
    return [pixel for spot in spots for pixel in (reversed(spot) if back else spot)]


def _runs(pixels: Sequence[int]) -> list[range]:
    """The pixels as runs of neighbours."""
    runs: list[range] = []
    for pixel in sorted(pixels):
        if runs and pixel == runs[-1].stop:
            runs[-1] = range(runs[-1].start, pixel + 1)
        else:
            runs.append(range(pixel, pixel + 1))
    return runs


def _scaled(colour: Sequence[int], level: int) -> Colour:
    red, green, blue = colour
    return red * level // 255, green * level // 255, blue * level // 255


def _mix(below: Sequence[int], above: Sequence[int], cover: int) -> bytes:
    """The colour above, covering so much (0-255) of the one below."""
    return bytes((low * (255 - cover) + high * cover) // 255 for low, high in zip(below, above, strict=True))


class _Light:
    """The painter of one glow."""

    def __init__(self, glow: Glow, pixels: Sequence[int], scene: Scene) -> None:
        self._glow, self._pixels, self._runs = glow, pixels, _runs(pixels)
        self._rhythm = glow.rhythm.calm if scene.calm else glow.rhythm
        self._fade_ms = CALM_FADE_MS if scene.calm else 0
        cycle_ms = self._rhythm.period_ms
        if isinstance(glow.drawing, Run):
            spots = len(glow.place.spots) if not isinstance(glow.place, Pad) else len(pixels)
            self._run = _Course(glow.drawing, len(pixels), max(1, len(pixels) // spots), calm=scene.calm)
            cycle_ms = self._run.period_ms
        until_ms = glow.since_ms + glow.times * cycle_ms if glow.times else glow.until_ms
        self.end_ms = None if until_ms is None else until_ms + self._fade_ms
        self._fills = isinstance(glow.drawing, Fill)
        self.still = glow.rhythm.period_ms == 0 and self._fills and self.end_ms is None and glow.since_ms == 0
        self._solid = not self._fade_ms or self.still

    def paint(self, frame: bytearray, t_ms: int) -> None:
        age_ms = t_ms - self._glow.since_ms
        if age_ms < 0 or (self.end_ms is not None and t_ms >= self.end_ms):
            return
        colour = bytes(_scaled(self._glow.colour, self._rhythm.level(age_ms)))
        cover = 255 if self._solid else self._cover(age_ms, t_ms)
        if cover == 255 and self._fills:
            for run in self._runs:
                frame[3 * run.start : 3 * run.stop] = colour * len(run)
            return
        for pixel, share in zip(self._pixels, self._shares(age_ms, t_ms), strict=True):
            if share:
                place = slice(3 * pixel, 3 * pixel + 3)
                covered = share * cover // 255
                frame[place] = colour if covered == 255 else _mix(frame[place], colour, covered)

    def _cover(self, age_ms: int, t_ms: int) -> int:
        """How much of what is below is covered, 0-255: a calm light fades in and out."""
        left_ms = self._fade_ms if self.end_ms is None else self.end_ms - t_ms
        return 255 * min(age_ms, left_ms, self._fade_ms) // self._fade_ms

    def _shares(self, age_ms: int, t_ms: int) -> Iterator[int]:
        """How much of each pixel the drawing takes, 0-255."""
        match self._glow.drawing:
            case Bar(total_ms) if self._glow.until_ms is not None:
                last = len(self._pixels) - 1
                # As wide an edge as makes each pixel fade for so long.
                edge = max(1.0, self._fade_ms * last / (total_ms - self._fade_ms))
                lit = (last + edge) * (self._glow.until_ms - t_ms) / total_ms
                return (min(255, max(0, int(255 * (lit - n) / edge))) for n in range(last + 1))
            case Run():
                return self._run.shares(age_ms)
            case _:
                return (255 for _ in self._pixels)


class _Course:
    """The way of a running light over so many pixels, `width` of them a spot."""

    def __init__(self, run: Run, pixels: int, width: int, *, calm: bool) -> None:
        self._pixels, self._back = pixels, run.back
        self.period_ms = run.period_ms * 3 + 4 * CALM_FADE_MS if calm else run.period_ms
        self._one_way_ms = self.period_ms // 2 if run.back else self.period_ms
        self._rise, self._tail = float(width), float(run.tail * width)
        if calm:
            # As wide a front as makes each pixel's rise last CALM_FADE_MS.
            front = CALM_FADE_MS * (pixels - 1) / (self._one_way_ms - 2 * CALM_FADE_MS) if pixels > 1 else 1.0
            self._rise = self._tail = max(float(width), front)

    def shares(self, age_ms: int) -> Iterator[int]:
        way_ms = age_ms % self.period_ms
        back = way_ms >= self._one_way_ms
        travelled = (way_ms % self._one_way_ms) / self._one_way_ms
        head = travelled * (self._pixels - 1 + self._rise + self._tail) - self._rise
        for n in range(self._pixels):
            behind = head - (self._pixels - 1 - n if back else n)
            yield max(0, int(255 * (1 - behind / self._tail if behind >= 0 else 1 + behind / self._rise)))


class _Turns:
    """The painter of a crowd: a pixel each where the spot has enough, else in turn, each at its rhythm's average."""

    still = False
    end_ms = None

    def __init__(self, crowd: Crowd, pixels: Sequence[int], scene: Scene) -> None:
        self._calm = scene.calm
        lights = [(colour, rhythm.calm if scene.calm else rhythm) for colour, rhythm in crowd.lights]
        if len(pixels) < len(lights):
            lights = [
                (_even(colour, crowd) if scene.calm else _crowded(colour, rhythm), STEADY) for colour, rhythm in lights
            ]
        self._lights = {pixel: lights[n :: len(pixels)] or [lights[n % len(lights)]] for n, pixel in enumerate(pixels)}

    def paint(self, frame: bytearray, t_ms: int) -> None:
        turn_ms = CALM_TURN_MS if self._calm else TURN_MS
        turn, since_ms = divmod(t_ms, turn_ms)
        for pixel, lights in self._lights.items():
            colour, rhythm = lights[turn % len(lights)]
            shown = bytes(_scaled(colour, rhythm.level(t_ms)))
            if self._calm and len(lights) > 1:
                shown = _mix(lights[turn % len(lights) - 1][0], shown, min(255, 510 * since_ms // turn_ms))
            frame[3 * pixel : 3 * pixel + 3] = shown


def _crowded(colour: Colour, rhythm: Rhythm) -> Colour:
    return _scaled(colour, max(rhythm.mean, CROWD_LEAST_LEVEL))


def _even(colour: Colour, crowd: Crowd) -> Colour:
    """The colour as bright as the darkest of the crowd, so that only the hue changes."""
    least = min(luminance(other) for other, _ in crowd.lights)
    return _scaled(colour, round(255 * least / luminance(colour))) if any(colour) else colour
