"""The test of the pads: any card ticks the pad it is laid on, nothing is played meanwhile."""

from collections.abc import Callable, Sequence
from threading import Condition
from typing import NamedTuple

from companion.touch.presses import ADMITS_MS
from firmware.messages import Drawn, Message, Pressed, Scan

REST_MS = 10 * 60_000
"""A test in which nobody does anything for so long is over: the table plays again."""


class Trying(NamedTuple):
    """How far a test is."""

    version: int = 0
    active: bool = False
    tapped: tuple[str, ...] = ()
    """The pads that have felt a card, the latest last."""
    pressed: tuple[str, ...] = ()
    """The buttons that were pressed, the latest last."""
    drawn: bool = False
    """Whether the dispenser's sensor saw a card leave."""


class Trial:
    """The test of one table. Any thread may call; nothing of the game is touched."""

    def __init__(self, pads: Sequence[str], now_ms: Callable[[], int]) -> None:
        self.pads = tuple(pads)
        self._now_ms = now_ms
        self._news = Condition()
        self._trying, self._touched_ms = Trying(), 0
        self._changed: Callable[[Trying, Trying], None] = lambda _before, _after: None

    def tell(self, changed: Callable[[Trying, Trying], None]) -> None:
        """Tell this of every change, in order, in the thread that made it. Before the table starts."""
        self._changed = changed

    def begin(self) -> None:
        """Begin anew: from now on cards tick pads."""
        self._set(Trying(active=True))

    def end(self) -> None:
        """Let cards be played again; what was ticked stays to be seen."""
        if self._trying.active:
            self._set(self._trying._replace(active=False))

    def rest(self) -> None:
        """End it when nobody has done anything for a long time."""
        if self._trying.active and self._now_ms() - self._touched_ms > REST_MS:
            self.end()

    def take(self, message: Message) -> bool:
        """Whether the message was for the test."""
        self.rest()
        before = self._trying
        if not before.active:
            return False
        match message:
            case Scan(pad):
                self._set(before._replace(tapped=_latest(before.tapped, pad)))
            case Pressed(button, _, held_ms) if held_ms < ADMITS_MS:  # a longer one lets a phone in
                self._set(before._replace(pressed=_latest(before.pressed, button)))
            case Drawn():
                self._set(before._replace(drawn=True))
            case _:
                return False
        return True

    def stand(self) -> Trying:
        """How far it is."""
        return self._trying

    def wait(self, version: int, timeout_s: float) -> bool:
        """Wait until it stands otherwise than at `version`; whether it does."""
        with self._news:
            return self._news.wait_for(lambda: self._trying.version != version, timeout_s)

    def _set(self, trying: Trying) -> None:
        with self._news:
            before = self._trying
            self._trying = trying._replace(version=before.version + 1)
            self._touched_ms = self._now_ms()
            self._news.notify_all()
            self._changed(before, self._trying)


def _latest(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    return (*(each for each in names if each != name), name)
