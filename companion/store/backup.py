"""Dated copies of the journal, `backups/races-YYYYMMDD-N.db` in the data folder, for the day on which it is damaged.

The date is the machine's, which may be wrong: N goes on counting, and alone says which copy is newer.
"""

import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from companion.store.folder import put_in_place

FOLDER = "backups"
LATEST, DAYS = 5, 14
"""The latest so many copies are kept, and the last one of each of so many days."""
MOST_BYTES = 200 << 20
"""All copies together; the latest is kept whatever its size."""
SPARE_BYTES = 16 << 20
"""Room that a copy leaves on the card, which is the race's."""
_NAME = re.compile(r"races-(\d{8})-(\d+)\.db")
_BUSY_S = 5.0
_STATE = """
SELECT (SELECT count(*) FROM race), (SELECT count(*) FROM input),
       (SELECT group_concat(name || '=' || value, char(10)) FROM (SELECT name, value FROM setting ORDER BY name))
"""
"""What differs between two journals of a table; who was answered what, and the clock, are not worth a copy."""

_PROGRESS = (
    "SELECT coalesce(max(id), 0), (SELECT count(*) FROM input WHERE race = (SELECT max(id) FROM race)) FROM race"
)


class BackupError(Exception):
    """A copy that was not made, or is not to be trusted. The text says why."""


class Backup(NamedTuple):
    """A copy of the journal."""

    n: int
    day: str
    """As its name says, as ISO 8601."""
    path: Path


def backups(data: Path) -> list[Backup]:
    """The copies in a data folder, the newest first."""
    named = [(_NAME.fullmatch(file.name), file) for file in (data / FOLDER).glob("races-*.db")]
    found = [(int(name[2]), name[1], file) for name, file in named if name]
    return [Backup(n, f"{day[:4]}-{day[4:6]}-{day[6:]}", file) for n, day, file in sorted(found, reverse=True)]


def progress(backup: Backup) -> tuple[int, int]:
    """The last race of a copy and how many inputs it has; no race and none of one that cannot be read."""
    try:
        with closing(_unchanging(backup.path)) as copy:
            race, inputs = copy.execute(_PROGRESS).fetchone()
    except sqlite3.Error:
        return 0, 0
    return race, inputs


def back_up(journal: Path, day: str) -> Backup | None:
    """Copies the journal under a date (ISO 8601); None when the newest copy already says the same.

    It may be written meanwhile: nobody is kept waiting. Raises `BackupError`: then all older copies are still there.
    """
    kept = backups(journal.parent)
    fresh = journal.parent / FOLDER / "races.new"
    try:
        with closing(_read_only(journal)) as source:
            if kept and _state_of(kept[0]) == source.execute(_STATE).fetchone():
                return None
            fresh.parent.mkdir(mode=0o700, exist_ok=True)
            _make_room(journal, kept)
            fresh.unlink(missing_ok=True)
            with closing(sqlite3.connect(fresh, isolation_level=None)) as copy:
                source.backup(copy)
                copy.execute("PRAGMA journal_mode=DELETE")  # one file, readable wherever it lies
        check(fresh)
        n = kept[0].n + 1 if kept else 1
        path = fresh.with_name(f"races-{day.replace('-', '')}-{n}.db")
        put_in_place(fresh, path)
    except (sqlite3.Error, OSError) as error:
        raise BackupError(str(error)) from error
    made = Backup(n, day, path)
    for old in _superfluous([made, *kept]):
        old.path.unlink(missing_ok=True)
    return made


def check(path: Path) -> None:
    """Reads a copy from end to end. Raises `BackupError` when it is damaged."""
    try:
        with closing(_unchanging(path)) as copy:
            (found,) = copy.execute("PRAGMA quick_check(1)").fetchone()
            copy.execute(_STATE)  # an empty file is a sound database too, of nothing
    except sqlite3.Error as error:
        raise BackupError(f"{path}: {error}") from error
    if found != "ok":
        raise BackupError(f"{path}: {found}")


def _make_room(journal: Path, kept: list[Backup]) -> None:
    """Old copies make room for a new one. Raises `BackupError` when the race needs what is left."""
    needed = SPARE_BYTES + sum(file.stat().st_size for file in journal.parent.glob(f"{journal.name}*"))
    for old in reversed(kept[1:]):
        if shutil.disk_usage(journal.parent).free >= needed:
            return
        old.path.unlink(missing_ok=True)
    if (free := shutil.disk_usage(journal.parent).free) < needed:
        raise BackupError(f"{free >> 20} MB are left on the card, and a copy needs {needed >> 20} MB")


def _superfluous(kept: list[Backup]) -> Iterator[Backup]:
    """Of all copies, the newest first, those that need not be kept."""
    days = list(dict.fromkeys(each.day for each in kept))[:DAYS]
    held = 0
    for nth, each in enumerate(kept):
        held += each.path.stat().st_size
        of_its_day = each.day in days
        if of_its_day:
            days.remove(each.day)
        if nth and (held > MOST_BYTES or not (nth < LATEST or of_its_day)):
            yield each


def _state_of(backup: Backup) -> tuple[object, ...] | None:
    """What a copy says; None when it cannot be read."""
    try:
        with closing(_unchanging(backup.path)) as copy:
            state: tuple[object, ...] = copy.execute(_STATE).fetchone()
    except sqlite3.Error:
        return None
    return state


def _read_only(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{quote(str(path.absolute()))}?mode=ro", uri=True, timeout=_BUSY_S)


def _unchanging(path: Path) -> sqlite3.Connection:
    """A copy: nobody writes it, and nothing needs to be written beside it to read it."""
    return sqlite3.connect(f"file:{quote(str(path.absolute()))}?mode=ro&immutable=1", uri=True)
