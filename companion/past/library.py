"""Every race that there is, by its name: a number of the journal, `current` for the one that runs, or a file's name."""

import contextlib
from collections import OrderedDict
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from companion.editions import editions
from companion.past.archive import Archive
from companion.past.progress import Told, counted, untold
from companion.past.shelf import Shelf
from companion.past.shortest import Case
from companion.past.tape import Tape
from companion.rules.malformed import Malformed
from companion.rules.record import open_record
from companion.store.folder import JOURNAL

CURRENT = "current"
KEPT = 4
"""Races that are kept ready to be looked at."""
MOST_LINES = 50_000
"""Of a race from elsewhere, blank ones aside: a hundred evenings' worth."""
_MOST_DIGITS = 9


class LongError(Exception):
    """A record of more than MOST_LINES."""

    def __init__(self, lines: int) -> None:
        super().__init__(f"{lines} lines")
        self.lines = lines


class Taken(NamedTuple):
    """A race that was brought here."""

    name: str
    known: bool
    """Whether it was here before."""


class Library:
    """The races of a table, and those from elsewhere. Any thread may ask."""

    def __init__(self, archive: Archive, shelf: Shelf) -> None:
        self.archive, self.shelf = archive, shelf
        self._lock = Lock()
        self._tapes: OrderedDict[str, Tape] = OrderedDict()

    @classmethod
    def of(cls, data: Path) -> "Library":
        """The races in a table's data folder."""
        return cls(Archive(data / JOURNAL), Shelf(data / "imported"))

    def number(self, name: str) -> int | None:
        """Which race of the journal a name can mean; None for a file's."""
        if name == CURRENT:
            return self.archive.newest()
        return int(name) if name.isascii() and name.isdecimal() and len(name) <= _MOST_DIGITS else None

    def tape(self, name: str) -> Tape | None:
        """The race as it is now; None when there is none of that name.

        Raises `Malformed` for one that this program cannot read, and `ArchiveError`.
        """
        number = self.number(name)
        name = name if number is None else str(number)
        with self._lock:
            tape = self._tapes.pop(name, None)
        tape = self._elsewhere(name, tape) if number is None else self._here(number, tape)
        if tape is not None:
            self._keep(name, tape)
        return tape

    def _keep(self, name: str, tape: Tape) -> None:
        with self._lock:
            self._tapes[name] = tape
            while len(self._tapes) > KEPT:
                self._tapes.popitem(last=False)

    def record(self, name: str) -> bytes | None:
        """The race as a `.race` text; None when there is none of that name."""
        number = self.number(name)
        if number is None:
            return self.shelf.record(name)
        filed = self.archive.race(number)
        if filed is None:
            return None
        lines = [line.written() for line in self.archive.lines(number)]
        return "\n".join([filed.head, *lines, ""]).encode()

    def take(self, title: str, record: bytes, told: Told = untold) -> Taken:
        """Keeps a race from elsewhere, unless there is one that says the same, and judges it: then it can be looked at.

        Raises `Malformed` for a text that is no record, `LongError` for a long one, `FullError` when no more are kept,
        `OSError` when it was not.
        """
        lines = sum(1 for line in record.splitlines() if line.strip())
        if lines > MOST_LINES:
            raise LongError(lines)
        setup, _tags, read = open_record(record, editions())
        case = Case(setup, tuple(entry for _, entry in counted(read, told, 0, 2 * lines)))
        for name in map(str, self.archive.of_length(len(case.entries))):
            with contextlib.suppress(Malformed):  # a race that cannot be read is not the same as one that can
                tape = self.tape(name)
                if tape is not None and (tape.setup, tape.entries) == case[:2]:
                    return Taken(name, known=True)
        meaning = "\n".join(case.lines())
        if (same := self.shelf.same(meaning)) is not None:
            return Taken(same, known=True)
        name = self.shelf.put(title, record.decode(), meaning)
        self._keep(name, Tape.blank(setup).going_on(counted(case.entries, told, lines, 2 * lines)))
        return Taken(name, known=False)

    def remove(self, name: str) -> bool:
        """Lets a race from elsewhere go; whether there was one."""
        with self._lock:
            self._tapes.pop(name, None)
        return self.shelf.remove(name)

    def _here(self, number: int, tape: Tape | None) -> Tape | None:
        if tape is not None:
            return tape.longer(self.archive.lines(number, after=len(tape)))
        filed = self.archive.race(number)
        return None if filed is None else Tape.filed(filed.head, self.archive.lines(number))

    def _elsewhere(self, name: str, tape: Tape | None) -> Tape | None:
        if tape is not None:
            return tape
        record = self.shelf.record(name)
        return None if record is None else Tape.of(record)
