"""The newest snapshot, for any number of threads to read and wait for."""

from collections import deque
from collections.abc import Callable
from threading import Condition

from companion.referee.snapshot import Snapshot

REMEMBERED = 64
"""Snapshots that are kept beside the newest, for who asks what has changed since one."""


class Bulletin:
    """Holds the latest snapshot; whoever waits is woken when another is posted."""

    def __init__(self, first: Snapshot) -> None:
        """`first`: what there is to see before anything happens."""
        self._latest = first
        self._past: deque[Snapshot] = deque(maxlen=REMEMBERED)
        self._changed = Condition()
        self._closed = False
        self._wakes: list[Callable[[], None]] = []

    def post(self, snapshot: Snapshot) -> None:
        """Shows a newer snapshot."""
        with self._changed:
            self._past.append(self._latest)
            self._latest = snapshot
            self._changed.notify_all()
        self._wake()

    def on_post(self, wake: Callable[[], None]) -> None:
        """Has `wake` called at every snapshot from now on, and when the table is closed; it must take no time."""
        self._wakes.append(wake)

    def close(self) -> None:
        """Wakes all who wait, now and from now on: the table is being closed."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._wake()

    def _wake(self) -> None:
        for wake in self._wakes:
            wake()

    def latest(self) -> Snapshot:
        """The newest snapshot."""
        return self._latest

    def lately(self, snapshot_id: str) -> Snapshot | None:
        """The snapshot of that id, if it is the newest or was not long ago."""
        with self._changed:
            return next((each for each in (self._latest, *self._past) if each.id == snapshot_id), None)

    def wait(self, after_id: str, timeout_s: float) -> bool:
        """Waits until the newest has another id than `after_id`, at most `timeout_s`; whether it has."""
        with self._changed:
            return self._changed.wait_for(lambda: self._closed or self._latest.id != after_id, timeout_s)
