"""The thread that copies the journal: at the start, when a race has ended, and once an hour while one is played.

It waits for a moment in which nothing happens, runs when nobody else wants the processor, and has its own connection:
no tap waits for it.
"""

import logging
import os
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from threading import Event, Thread, get_native_id

from companion.referee.bulletin import Bulletin
from companion.referee.referee import Referee
from companion.store.backup import Backup, BackupError, back_up
from firmware.messages import Fault

EVERY_S = 3600.0
AGAIN_S = 300.0
"""A copy that could not be made is tried again so often; while the card takes nothing at all, none is."""
QUIET_S = 5.0
LONGEST_WAIT_S = 300.0
"""A copy that is due waits no longer for a quiet moment."""
_NICE = 10

_log = logging.getLogger(__name__)


class Safekeeping:
    """Keeps copies of the journal whose races a bulletin shows."""

    def __init__(
        self,
        journal: Path,
        bulletin: Bulletin,
        tell: Callable[[str | None], None],
        *,
        quiet_s: float = QUIET_S,
        clock_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """`tell` is told why a copy could not be made, and (None) that one has been made again."""
        self._journal, self._bulletin, self._tell = journal, bulletin, tell
        self._quiet_s, self._clock_s = quiet_s, clock_s
        self._seen = bulletin.latest()
        self._due_s = self._copied_s = clock_s()
        self._is_due, self._failed = True, False
        self._closing = Event()
        self._thread = Thread(target=self._run, name="safekeeping", daemon=True)

    def start(self) -> None:
        """Begins to watch."""
        self._thread.start()

    def stop(self) -> None:
        """Ends, after the copy that is being made."""
        self._closing.set()
        self._thread.join()

    def _run(self) -> None:
        os.setpriority(os.PRIO_PROCESS, get_native_id(), _NICE)  # Linux knows the priority of a thread
        while not self._closing.is_set():
            quiet = not self._bulletin.wait(self._seen.id, self._quiet_s) or self._closing.wait(0.1)
            self.look(quiet=quiet)

    def look(self, *, quiet: bool) -> None:
        """Copies when that is due and the moment is good. `quiet`: nothing has happened for a while."""
        now_s, latest = self._clock_s(), self._bulletin.latest()
        ended = latest.game.race.over and not (self._seen.game.race.over and self._seen.race == latest.race)
        played = latest.id != self._seen.id
        self._seen = latest
        waited_s = now_s - self._copied_s
        if not self._is_due and (ended or (played and waited_s >= EVERY_S) or (self._failed and waited_s >= AGAIN_S)):
            self._is_due, self._due_s = True, now_s
        if self._is_due and latest.stores and (quiet or now_s - self._due_s >= LONGEST_WAIT_S):
            self._is_due, self._copied_s = False, now_s
            self._copy()

    def _copy(self) -> None:
        try:
            made: Backup | None = back_up(self._journal, datetime.now(UTC).date().isoformat())
        except BackupError as error:
            _log.warning("no copy of the journal could be made: %s", error)
            self._failed = True
            self._tell(str(error))
            return
        if made is not None:
            _log.info("the journal is copied to %s", made.path)
        if self._failed:
            self._failed = False
            self._tell(None)


def as_fault(referee: Referee, clock_ms: Callable[[], int]) -> Callable[[str | None], None]:
    """That there is no copy becomes a fault of the journal, until there is one."""

    def tell(why: str | None) -> None:
        fault = Fault("journal", "no-backup", why or "", clock_ms(), over=why is None)
        referee.tell(lambda sitting: sitting.fault(fault))

    return tell
