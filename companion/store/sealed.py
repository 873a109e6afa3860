"""A journal on a card that cannot be written: how the race stands can be seen, and no input is accepted.

The card may be full to the last byte, or its file system has become read-only, as one does that finds errors.
"""

import logging
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.store.journal import FILES, Journal, NotStoredError, Row
from companion.store.storing import storing

_PREFIX = "mille-bornes-"
_MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of its own is made there

_log = logging.getLogger(__name__)


class Sealed(Journal):
    """The journal at `path` as it was read; each time that something is to be stored, it tries whether it can be again.

    Raises `DamagedError` when it cannot be read, `NotStoredError` when there is none.
    """

    def __init__(self, path: Path) -> None:
        """Reads it by a copy in memory: SQLite itself would have to write beside it.

        The copy's name is gone at once: whatever becomes of the program, nothing of it stays in the machine's memory.
        """
        self._path, self._sealed = path, True
        shared = _MEMORY if _MEMORY.is_dir() else None
        with (
            storing(f"{path}: ", ", so that it cannot be shown"),
            TemporaryDirectory(prefix=_PREFIX, dir=shared) as folder,
        ):
            copy = Path(folder) / path.name
            for ending in FILES:
                beside = path.with_name(path.name + ending)
                if beside.exists():
                    shutil.copyfile(beside, copy.with_name(copy.name + ending))
            super().__init__(copy)
        with storing():
            self._database.execute("PRAGMA query_only=ON")  # what is stored in a copy is lost

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._unseal()
        with super()._transaction():
            yield

    def _append_a_tap(self, race: int, row: Row) -> None:
        self._unseal()
        super()._append_a_tap(race, row)

    def _unseal(self) -> None:
        if not self._sealed:
            return
        refuse_read_only(self._path)
        copy = self._database
        try:
            super().__init__(self._path)
        except NotStoredError:
            self._database = copy
            raise
        copy.close()
        self._sealed = False
        _log.warning("%s can be written again", self._path)


def refuse_read_only(path: Path) -> None:
    """Raises `NotStoredError` where no file can be made beside `path`; SQLite may try for ten seconds to find that."""
    if not os.access(path.parent, os.W_OK):
        raise NotStoredError(f"{path.parent} is read-only", "read-only")
