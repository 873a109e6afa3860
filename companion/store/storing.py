"""Why something could not be stored, in one kind of error."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_WHY = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_IOERR_SHMSIZE: "full",
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_CANTOPEN: "read-only",
}
"""What SQLite's codes mean to whoever sits at the table."""


class NotStoredError(OSError):
    """The journal could not be written: what was to be stored has not happened. The text says why.

    `why` is a word for what people can do something about: `full` or `read-only` the card, else empty.
    """

    def __init__(self, text: str, why: str = "") -> None:
        super().__init__(text)
        self.why = why


class DamagedError(NotStoredError):
    """What is on the disk is no journal any more."""


class NewerError(NotStoredError):
    """A newer version of the program wrote it."""


@contextmanager
def storing(place: str = "", cure: str = "", folder: Path | None = None) -> Iterator[None]:
    """What SQLite raises inside is raised as one of these errors; `place` and `cure` go about its text.

    `folder`: where it writes. A file system that finds errors becomes read-only under open files, which SQLite takes
    for a disk that fails.
    """
    try:
        yield
    except NotStoredError:
        raise
    except sqlite3.DatabaseError as error:
        if _is_damage(error):
            raise DamagedError(f"{place}{error}") from error
        why = _WHY.get(_code(error)) or _WHY.get(_code(error) & 0xFF, "")
        if not why and folder is not None and not os.access(folder, os.W_OK):
            why = "read-only"
        raise NotStoredError(f"{place}{error}{cure}", why) from error
    except (sqlite3.Error, OSError) as error:
        raise NotStoredError(f"{place}{error}{cure}") from error


def _is_damage(error: sqlite3.DatabaseError) -> bool:
    """Whether it is the file that is wrong, and not the disk or who may write it."""
    return _code(error) & 0xFF in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR}


def _code(error: sqlite3.DatabaseError) -> int:
    """SQLite's own extended code, whose last byte is the primary one."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
