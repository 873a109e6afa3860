"""The journal as others read it: every race of the table, newest first, over connections that can write nothing.

Each question opens a connection of its own and closes it, so that any thread may ask, and none holds up the referee's.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from companion.rules.write import write_line
from companion.store.wall_clock import read_label

FIRST_YEAR = "2026"
"""No table of this program has played before; a label from before is a clock that did not know the time."""
_NOTES_SINCE = 2
"""The first version of the journal that says who entered an input."""
_BUSY_S = 5.0
_RACES = """
SELECT id, head, begun, (SELECT count(*) FROM input WHERE race = race.id),
       rtrim(begun, '?') < (SELECT max(rtrim(begun, '?')) FROM race AS earlier WHERE earlier.id < race.id)
FROM race
"""
"""Labels are compared without the mark of a clock that had not been set (`companion.store.wall_clock`)."""
_LINES = "SELECT line, after_ms, note FROM input WHERE race = ? AND n > ? ORDER BY n"
_WENT_ON = """
SELECT EXISTS (
    SELECT 1 FROM input AS last JOIN input AS later
    ON later.race > last.race AND (later.n, later.line, later.written) = (last.n, last.line, last.written)
    WHERE last.race = :race AND last.n = (SELECT max(n) FROM input WHERE race = :race)
)
"""
"""A race that goes on under another number takes its inputs along."""


class ArchiveError(OSError):
    """The journal could not be read. The text says why."""


class NoArchiveError(ArchiveError):
    """There is no journal."""


class Filed(NamedTuple):
    """A race as the journal has it."""

    number: int
    head: str
    begun: str
    """When, by the clock of the machine, as ISO 8601 in UTC: only a label."""
    inputs: int
    doubted: bool
    """Whether the clock may have been wrong: nobody had set it yet, or a race before says that it began later, or the
    year cannot be."""


class Line(NamedTuple):
    """An input as the journal has it."""

    text: str
    """In the words of RECORD.md."""
    after: Fraction
    """Seconds since the input before."""
    note: str = ""
    """Who entered it."""

    def written(self) -> str:
        """The line of a record."""
        return write_line(self.text, self.after, self.note)


class Archive:
    """The races of the journal at `path`. Raises `ArchiveError` where it cannot be read."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def count(self) -> int:
        """How many races there are."""
        with self._open() as database:
            return int(database.execute("SELECT count(*) FROM race").fetchone()[0])

    def races(self, most: int, skipped: int = 0) -> list[Filed]:
        """Races, newest first."""
        with self._open() as database:
            rows = database.execute(f"{_RACES} ORDER BY id DESC LIMIT ? OFFSET ?", (most, skipped)).fetchall()
        return [_filed(row) for row in rows]

    def heads(self, most: int) -> Iterator[str]:
        """Of the latest races, the newest first; none when the journal cannot be read just now."""
        with suppress(ArchiveError):
            yield from (filed.head for filed in self.races(most))

    def race(self, number: int) -> Filed | None:
        """The race of that number, if there is one."""
        with self._open() as database:
            row = database.execute(f"{_RACES} WHERE id = ?", (number,)).fetchone()
        return None if row is None else _filed(row)

    def newest(self) -> int:
        """The number of the race that was begun last, 0 without any: it is the one that runs."""
        with self._open() as database:
            return int(database.execute("SELECT coalesce(max(id), 0) FROM race").fetchone()[0])

    def went_on(self, number: int) -> bool:
        """Whether a later race is that one, gone on with."""
        with self._open() as database:
            return bool(database.execute(_WENT_ON, {"race": number}).fetchone()[0])

    def of_length(self, inputs: int) -> list[int]:
        """The races with so many inputs."""
        with self._open() as database:
            rows = database.execute(
                "SELECT id FROM race WHERE ? = (SELECT count(*) FROM input WHERE race = race.id)", (inputs,)
            ).fetchall()
        return [number for (number,) in rows]

    def lines(self, number: int, after: int = 0) -> list[Line]:
        """The inputs of a race, without the first `after` of them."""
        with self._open() as database:
            (version,) = database.execute("PRAGMA user_version").fetchone()
            lines = _LINES if version >= _NOTES_SINCE else _LINES.replace("note", "''")
            rows = database.execute(lines, (number, after)).fetchall()
        return [Line(text, Fraction(after_ms, 1000), note) for text, after_ms, note in rows]

    def settings(self) -> dict[str, str]:
        """What was chosen for the table."""
        with self._open() as database:
            return dict(database.execute("SELECT name, value FROM setting ORDER BY name").fetchall())

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            with closing(sqlite3.connect(self._address(), uri=True, timeout=_BUSY_S)) as database:
                yield database
        except sqlite3.Error as error:
            if not self._path.exists():
                raise NoArchiveError(f"{self._path}: no table has kept its races here") from error
            raise ArchiveError(f"{self._path}: {error}") from error

    def _address(self) -> str:
        """SQLite makes files beside a journal to read it. Where none is and none can be made, nobody writes it."""
        address = f"file:{quote(str(self._path.absolute()))}?mode=ro"
        if self._path.with_name(f"{self._path.name}-wal").exists() or os.access(self._path.parent, os.W_OK):
            return address
        return f"{address}&immutable=1"


def _filed(row: tuple[int, str, str, int, int | None]) -> Filed:
    number, head, begun, inputs, went_back = row
    begun, unsure = read_label(begun)
    return Filed(number, head, begun, inputs, doubted=unsure or bool(went_back) or begun < FIRST_YEAR)
