"""The eyes of whoever plays at the simulated table: a thread that tells the world what the referee has ruled."""

import logging
from threading import Event, Thread

from companion.referee.bulletin import Bulletin
from companion.simulated.world import World

_GLANCE_S = 0.5

_log = logging.getLogger(__name__)


class Following:
    """Has the world follow each snapshot: cards that were accepted are laid aside, a new race is dealt."""

    def __init__(self, world: World, bulletin: Bulletin) -> None:
        self._world, self._bulletin = world, bulletin
        self._stopping = Event()
        self._thread = Thread(target=self._run, name="simulated table", daemon=True)

    def start(self) -> None:
        """Begin to watch."""
        self._thread.start()

    def stop(self) -> None:
        """Stop watching."""
        self._stopping.set()
        self._thread.join()

    def _run(self) -> None:
        seen = ""
        while not self._stopping.is_set():
            if self._bulletin.wait(seen, _GLANCE_S):
                snapshot = self._bulletin.latest()
                seen = snapshot.id
                try:
                    self._world.follow(snapshot)
                except Exception:  # noqa: BLE001 - the next snapshot may do better, and a silent end would leave cards lying
                    _log.exception("the simulated cards could not follow")
