"""Whose turn the lights are: the race's, unless a test shows something. And what tests show."""

from collections.abc import Callable, Sequence
from threading import Lock

from companion.lights.palette import AMBER, WHITE
from companion.lights.sketch import LAST_SPOT
from companion.start.trial import Trying
from firmware import light
from firmware.light import Glow, Pad, Run, Scene, Track

WALK_MS, PAD_MS = 8_000, 800


class Stage:
    """One lamp, two authors. Any thread may call."""

    def __init__(self, show: Callable[[Scene], None]) -> None:
        self._show = show
        self._lock = Lock()
        self._race, self._test = light.DARK, light.DARK
        self._until_ms: int | None = None

    def race(self, scene: Scene) -> None:
        """What the race shows, now or once the test is over."""
        with self._lock:
            self._race = scene
            if self._test is light.DARK:
                self._show(scene)

    def test(self, scene: Scene, until_ms: int | None = None) -> None:
        """Show this instead of the race, until then or until `clear`."""
        with self._lock:
            self._test, self._until_ms = scene, until_ms
            self._show(scene)

    def clear(self) -> None:
        """The race again."""
        with self._lock:
            if self._test is not light.DARK:
                self._test, self._until_ms = light.DARK, None
                self._show(self._race)

    def look(self, now_ms: int) -> None:
        """Clear what has had its time."""
        if self._until_ms is not None and now_ms >= self._until_ms:
            self.clear()


def trial_scene(pads: Sequence[str], trying: Trying, at_ms: int) -> Scene:
    """Pads that have felt a card are lit and the latest swells; the others wait; the track fills as they are ticked."""
    lights = [
        Glow(Pad(pad), WHITE) if pad in trying.tapped else Glow(Pad(pad), AMBER, rhythm=light.WAVE) for pad in pads
    ]
    if trying.tapped:
        lights.append(Glow(Pad(trying.tapped[-1]), WHITE, layer=1, rhythm=light.SWELL, since_ms=at_ms, times=1))
        lights.append(Glow(Track(0, LAST_SPOT * len(trying.tapped) // len(pads)), WHITE))
    return Scene(tuple(lights))


def walk_scene(pads: Sequence[str], at_ms: int) -> tuple[Scene, int]:
    """A light walks from START to the finish, then from pad to pad; and when it has arrived."""
    lights = [Glow(Track(0, LAST_SPOT), WHITE, drawing=Run(WALK_MS, 2), since_ms=at_ms, times=1)]
    for nth, pad in enumerate(pads):
        since_ms = at_ms + WALK_MS + nth * PAD_MS
        lights.append(Glow(Pad(pad), WHITE, since_ms=since_ms, until_ms=since_ms + PAD_MS))
    return Scene(tuple(lights)), at_ms + WALK_MS + len(pads) * PAD_MS
