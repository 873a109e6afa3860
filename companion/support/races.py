"""The latest races as records that replay to the same rulings, with letters for names."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.editions import editions
from companion.past.archive import Archive, Line
from companion.rules.malformed import Malformed
from companion.rules.reading import Tap
from companion.rules.record import read_entry, read_record
from companion.rules.setup import Setup
from companion.rules.write import write_head, write_input, write_line
from companion.sentences.note import author_of
from companion.support.hiding import Hiding
from companion.touch.unseen import UNSEEN, is_unseen

LATEST = 5
_KNOWN = 200
"""Races whose names are looked for in other texts."""


class Race(NamedTuple):
    """A race for the file."""

    number: int
    text: str


def names(archive: Archive) -> Iterator[str]:
    """Everybody whom the latest races name, and the cars. Raises `ArchiveError`."""
    for filed in archive.races(_KNOWN):
        setup = _setup(filed.head)
        if setup is not None:
            yield from setup.cars
            yield from setup.players
    for filed in archive.races(LATEST):
        yield from {author for line in archive.lines(filed.number) if (author := author_of(line.note))}


def latest(archive: Archive, hiding: Hiding) -> Iterator[Race]:
    """The latest races, newest first. Raises `ArchiveError`."""
    for filed in archive.races(LATEST):
        setup = _setup(filed.head)
        if setup is None:
            yield Race(filed.number, "# its head cannot be read\n")
        else:
            yield Race(filed.number, "\n".join(_lines(setup, archive.lines(filed.number), hiding)) + "\n")


def _setup(head: str) -> Setup | None:
    try:
        return read_record(head.encode(), editions()).setup
    except Malformed:
        return None


def _lines(setup: Setup, lines: list[Line], hiding: Hiding) -> Iterator[str]:
    hidden = setup.renamed(hiding.name)
    yield from write_head(hidden)
    for n, line in enumerate(lines, 1):
        try:
            entered = read_entry(line.text, setup, {}).input
        except Malformed as error:
            yield f"# input {n} cannot be read: {error.problem}"
            return
        if isinstance(entered, Tap) and entered.tag:
            entered = entered._replace(tag=hiding.tag(entered.tag))
        yield write_line(UNSEEN if is_unseen(line.text) else write_input(entered, hidden), line.after)
