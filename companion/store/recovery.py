"""Opens the journal whatever has become of it: the table starts all the same, and keeps what there was.

A damaged journal is set aside, and the newest copy that reads and replays takes its place; without one races begin
anew. One that can be read and not written is shown, and accepts nothing until it can be written again.
"""

import logging
import os
import shutil
from pathlib import Path
from typing import NamedTuple

from companion.editions import editions
from companion.rules.malformed import Malformed
from companion.rules.record import read_record
from companion.store.backup import Backup, BackupError, backups, check, progress
from companion.store.folder import put_in_place, set_aside
from companion.store.journal import FILES, DamagedError, Journal, NewerError, NotStoredError
from companion.store.sealed import Sealed, refuse_read_only
from companion.store.write_ahead import ENDING, put_damaged_aside

NOTHING = (0, 0)
"""The progress of a journal without a race."""

_log = logging.getLogger(__name__)


class Opened(NamedTuple):
    """A journal that can be read."""

    journal: Journal
    set_aside: Path | None = None
    """Where the damaged one is now, if it was damaged."""
    restored: Backup | None = None
    """The copy that took its place."""
    log_aside: Path | None = None
    """Where the log is now that SQLite writes ahead, if that was damaged: the latest inputs may have been in it."""


def open_journal(path: Path) -> Opened:
    """The journal at `path`. Raises `NotStoredError` when none can be had there, as where nobody may write."""
    kept = backups(path.parent)
    log_aside = _log_aside(path)
    try:
        _check_there(path, kept)
        journal = _readable(path)
    except (DamagedError, Malformed) as error:
        aside = _aside(path, error)
        return _newest(path, kept, aside, log_aside) or Opened(_readable(path), aside, None, log_aside)
    have = _progress(journal)
    if log_aside is None and have != NOTHING:
        return Opened(journal)
    return _if_more(journal, path, [each for each in kept if progress(each) > have], log_aside)


def _if_more(journal: Journal, path: Path, kept: list[Backup], log_aside: Path | None) -> Opened:
    """The journal of which the end is lost, or the newest of the copies that have more."""
    if not kept or isinstance(journal, Sealed):
        return Opened(journal, log_aside=log_aside)
    journal.close()
    aside = _aside(path, DamagedError("it has less than its copies"))
    if (opened := _newest(path, kept, aside, log_aside)) is not None:
        return opened
    put_in_place(aside, path)
    return Opened(_readable(path), log_aside=log_aside)


def _newest(path: Path, kept: list[Backup], aside: Path, log_aside: Path | None) -> Opened | None:
    """The newest of these copies that reads and replays, in the journal's place."""
    for backup in kept:
        if (journal := _restored(backup, path)) is not None:
            _log.error("the races of %s are those of the copy %s", path, backup.path)
            return Opened(journal, aside, backup, log_aside)
    return None


def _log_aside(path: Path) -> Path | None:
    try:
        aside = put_damaged_aside(path)
    except OSError as error:
        _log.error("the log of %s is damaged and cannot be set aside: %s", path, error)
        return path.with_name(path.name + ENDING)
    if aside is not None:
        _log.error("the log of %s is damaged: it is kept as %s", path, aside)
    return aside


def _progress(journal: Journal) -> tuple[int, int]:
    stored = journal.last_race()
    return NOTHING if stored is None else (stored.race, len(stored.rows))


def _check_there(path: Path, kept: list[Backup]) -> None:
    """Where there are copies there was a journal: SQLite would take an empty file for a new one."""
    if kept and not (path.exists() and path.stat().st_size):
        raise DamagedError(f"{path} is gone, or empty")


def _readable(path: Path) -> Journal:
    try:
        if path.exists():
            refuse_read_only(path)
        journal = Journal(path)
    except (DamagedError, NewerError):
        raise
    except NotStoredError as error:
        if not path.exists():
            raise
        _log.error("no input is accepted: %s", error)
        journal = Sealed(path)
    try:
        if (stored := journal.last_race()) is not None:
            read_record(stored.record().encode(), editions())
    except BaseException:
        journal.close()
        raise
    return journal


def _aside(path: Path, why: Exception) -> Path:
    try:
        aside = set_aside(path, FILES)
    except OSError as error:
        raise NotStoredError(f"{path} is damaged ({why}) and cannot be set aside: {error.strerror}") from error
    _log.error("%s is damaged (%s): it is kept as %s", path, why, aside)
    return aside


def _restored(backup: Backup, path: Path) -> Journal | None:
    """The journal, which is the copy's now; None when that cannot be read either: it is left where it is."""
    fresh = path.with_name(f"{path.name}.new")
    try:
        check(backup.path)
        shutil.copyfile(backup.path, fresh)
        with fresh.open("rb") as file:
            os.fsync(file.fileno())
        put_in_place(fresh, path)
        return _readable(path)
    except (BackupError, DamagedError, Malformed) as error:
        _log.error("%s is passed over: %s", backup.path, error)
        for ending in FILES:
            path.with_name(path.name + ending).unlink(missing_ok=True)
        return None
    except NotStoredError:
        raise
    except OSError as error:
        raise NotStoredError(f"{backup.path}: cannot take the place of {path}: {error.strerror}") from error
