"""The lights while they show a race gone by: whatever happens at the table ends that, and the live scene is back."""

from collections.abc import Callable, Sequence
from threading import Event, Lock, Thread
from typing import NamedTuple

from firmware.light import DARK, Scene


class Cue(NamedTuple):
    """A scene of a show, and when it begins on the messages' clock."""

    at_ms: int
    scene: Scene


class Screening:
    """Hands on the live scenes, or for some seconds a show's. All its methods may be called from any thread."""

    def __init__(self, show: Callable[[Scene], None], now_ms: Callable[[], int]) -> None:
        """`show`: what shows a scene; `now_ms`: the messages' clock."""
        self._show, self._now_ms = show, now_ms
        self._lock = Lock()
        self._live = DARK
        self._name = ""
        self._ended = Event()

    @property
    def playing(self) -> str:
        """The name of the show, empty without one."""
        return self._name

    def live(self, scene: Scene) -> None:
        """Shows what the referee says, from now on: a show is over."""
        with self._lock:
            self._live = scene
            self._end()
            self._show(scene)

    def play(self, name: str, cues: Sequence[Cue], end_ms: int) -> None:
        """Shows these scenes, each at its time, until `end_ms`; a show before them is over."""
        with self._lock:
            self._end()
            self._name, self._ended = name, Event()
            Thread(target=self._run, args=(cues, end_ms, self._ended), name="show", daemon=True).start()

    def stop(self) -> None:
        """Ends the show, if there is one: the live scene is back."""
        with self._lock:
            if self._name:
                self._end()
                self._show(self._live)

    def _end(self) -> None:
        self._name = ""
        self._ended.set()

    def _run(self, cues: Sequence[Cue], end_ms: int, ended: Event) -> None:
        for cue in cues:
            self._wait(cue.at_ms, ended)
            with self._lock:
                if ended.is_set():
                    return
                self._show(cue.scene)
        self._wait(end_ms, ended)
        with self._lock:
            if not ended.is_set():
                self._end()
                self._show(self._live)

    def _wait(self, until_ms: int, ended: Event) -> None:
        ended.wait(max(0, until_ms - self._now_ms()) / 1000)
