"""The journal: every input with its ruling, on disk before anything is shown (SQLite, WAL, synchronous=FULL).

One connection, used by the thread that owns the race. A race is its head and its lines, so that what is stored is
what a `.race` file says.
"""

import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from companion.rules.write import write_line
from companion.store.answers import Answers
from companion.store.schema import migrate
from companion.store.storing import DamagedError, NewerError, NotStoredError, storing
from companion.store.wall_clock import mark

__all__ = ["FILES", "DamagedError", "Journal", "NewerError", "NotStoredError", "Row", "Stored"]

_APPEND = "INSERT INTO input (race, n, after_ms, line, ruling, note, amends, written) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
_BEGIN_AS = "INSERT INTO race (head, begun) SELECT head, ? FROM race WHERE id = ?"
_COPY = """
INSERT INTO input (race, n, after_ms, line, ruling, note, amends, written)
SELECT ?, n, after_ms, line, ruling, note, amends, written FROM input WHERE race = ?
"""
FILES = ("", "-wal", "-shm")
"""The files of a SQLite database, by what follows its name."""
_WAL_LIMIT_BYTES = 4 << 20
_CACHE_KIB = 256
"""Inputs are only added; left to itself the cache grows to 2 MB in a day."""
_BUSY_S = 5.0


class Row(NamedTuple):
    """An input as it is stored."""

    n: int
    """1 for the first input of the race."""
    after_ms: int
    """Running time since the input before."""
    line: str
    """The input in the words of RECORD.md."""
    ruling: str
    """Its ruling as JSON."""
    note: str = ""
    """Who entered it: the line's comment in a record."""
    amends: int = 0
    """How many inputs there were before the change at the desk of which it is a part; 0: of none."""


class Stored(NamedTuple):
    """A race as it was left."""

    race: int
    head: str
    rows: tuple[Row, ...]
    now_ms: int
    """The race's clock when it was last written: at the last input, or later while a stroke window was open."""

    def record(self) -> str:
        """The race as a `.race` text."""
        lines = [write_line(row.line, Fraction(row.after_ms, 1000), row.note) for row in self.rows]
        return "\n".join([self.head, *lines, ""])


class Journal:
    """The journal of one table.

    Raises `DamagedError` when it cannot be read any more, `NotStoredError` when it cannot be opened or written.
    """

    def __init__(self, path: Path) -> None:
        """Opens `path`, making it and its folder when they are missing."""
        self._folder = path.parent
        with storing(f"{path}: ", ". Let it be written there, or name another folder by --data"):
            path.parent.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(path, timeout=_BUSY_S, isolation_level=None, check_same_thread=False)
            try:
                self._prepare(path)
            except BaseException:
                self._database.close()
                raise

    def _prepare(self, path: Path) -> None:
        pragmas = "journal_mode=WAL", "synchronous=FULL", f"journal_size_limit={_WAL_LIMIT_BYTES}"
        for pragma in (*pragmas, f"cache_size=-{_CACHE_KIB}"):
            self._database.execute(f"PRAGMA {pragma}")
        self._try_to_write()
        migrate(self._database, path)
        self._answers = Answers(self._database)

    def _try_to_write(self) -> None:
        """SQLite opens a file that cannot be written for reading only, for ever, and says nothing."""
        (version,) = self._database.execute("PRAGMA user_version").fetchone()
        self._database.execute("BEGIN IMMEDIATE")
        self._database.execute(f"PRAGMA user_version = {version}")
        self._database.execute("ROLLBACK")

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _error: BaseException | None, _at: TracebackType | None
    ) -> None:
        """Closes it."""
        self.close()

    def close(self) -> None:
        """Closes the journal."""
        self._database.close()

    def boot(self) -> int:
        """Counts a start of the program and answers with its number, which no other start has; only the latest is kept.

        One that cannot be counted, as the card is full, has a number by chance, far from all others.
        """
        try:
            with self._transaction():
                boot = self._database.execute("INSERT INTO boot DEFAULT VALUES").lastrowid or 0
                self._database.execute("DELETE FROM boot WHERE n < ?", (boot,))
                return boot
        except NotStoredError:
            return secrets.randbits(32) | 1 << 32

    def begin(self, head: str, command: str = "", reply: str = "") -> int:
        """A new race by its head; answers with its number."""
        row = head, _label() + mark()
        with self._transaction():
            race = self._database.execute("INSERT INTO race (head, begun) VALUES (?, ?)", row).lastrowid or 0
            self._keep_clock(race, 0)
            self._keep_answer(command, reply)
        return race

    def go_on(self, race: int, command: str = "", reply: str = "") -> None:
        """A race that there is goes on under a new number, as the one that runs; under its own it stays as it was."""
        with self._transaction():
            new = self._database.execute(_BEGIN_AS, (_label() + mark(), race)).lastrowid or 0
            self._database.execute(_COPY, (new, race))
            self._keep_clock(new, 0)
            self._keep_answer(command, reply)

    def append(self, race: int, rows: Sequence[Row], clock_ms: int = 0, command: str = "", reply: str = "") -> None:
        """Stores inputs, all or none, and the answer to the command that brought them.

        `clock_ms`: what the race's clock shows, if that is more than all inputs took. For nearly all it is not, and
        a page less is written.
        """
        if len(rows) == 1 and not clock_ms and not command:
            self._append_a_tap(race, rows[0])
            return
        with self._transaction():
            self._database.executemany(_APPEND, [(race, *row, _label()) for row in rows])
            if clock_ms:
                self._keep_clock(race, clock_ms)
            self._keep_answer(command, reply)

    def _append_a_tap(self, race: int, row: Row) -> None:
        """A statement alone is a transaction by itself. Whoever laid a card waits for this: nothing else is done."""
        try:
            self._database.execute(_APPEND, (race, *row, _label()))
        except (sqlite3.Error, OSError) as error:
            with storing(folder=self._folder):
                raise error from None

    def tick(self, race: int, now_ms: int) -> None:
        """Stores the race's clock, so that a window that is open keeps the time it had left."""
        with self._transaction():
            self._keep_clock(race, now_ms)

    def setting(self, name: str) -> str | None:
        """A setting of the table, if it was ever chosen."""
        with storing():
            found = self._database.execute("SELECT value FROM setting WHERE name = ?", (name,)).fetchone()
        return None if found is None else str(found[0])

    def choose(self, name: str, value: str) -> None:
        """Keeps a setting of the table."""
        with self._transaction():
            self._database.execute("INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)", (name, value))

    def answer(self, command: str) -> str | None:
        """The answer that a command was given before, if it was one of the latest (`companion.store.answers`)."""
        with storing():
            return self._answers.given(command)

    def last_race(self) -> Stored | None:
        """The race that was running last."""
        with storing():
            (last,) = self._database.execute("SELECT max(id) FROM race").fetchone()
        return None if last is None else self.race(last)

    def race(self, race: int) -> Stored | None:
        """The race of that number, if there is one."""
        with storing():
            found = self._database.execute("SELECT head FROM race WHERE id = ?", (race,)).fetchone()
            if found is None:
                return None
            (head,) = found
            rows = self._database.execute(
                "SELECT n, after_ms, line, ruling, note, amends FROM input WHERE race = ? ORDER BY n", (race,)
            ).fetchall()
            clock = self._database.execute("SELECT now_ms FROM clock WHERE race = ?", (race,)).fetchone()
        stored = tuple(Row(*row) for row in rows)
        return Stored(race, head, stored, max(sum(row.after_ms for row in stored), clock[0] if clock else 0))

    def _keep_clock(self, race: int, now_ms: int) -> None:
        self._database.execute("INSERT OR REPLACE INTO clock (only, race, now_ms) VALUES (1, ?, ?)", (race, now_ms))

    def _keep_answer(self, command: str, reply: str) -> None:
        if command:
            self._answers.keep(command, reply)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with storing(folder=self._folder):
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._database.execute("COMMIT")
            except BaseException:
                self._answers.rolled_back()
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")
                raise


def _label() -> str:
    """The wall clock, as a label only: a Pi may not know the time."""
    return datetime.now(UTC).isoformat(timespec="seconds")
