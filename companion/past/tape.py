"""A race that can be looked at after any of its inputs.

It keeps the inputs, and the game after every so many of them: any other is a few inputs further on. (The games share
what did not change, so that ten thousand inputs take a few megabytes.)
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from companion.editions import editions
from companion.moment import Moment, moment
from companion.past.archive import Line
from companion.referee.snapshot import Snapshot
from companion.rules.fold import begin, enter
from companion.rules.game import Game
from companion.rules.inputs import Entry
from companion.rules.record import read_entry, read_record
from companion.rules.setup import Setup
from companion.touch.unseen import is_unseen

STRIDE = 50
"""Inputs from one game kept to the next."""


@dataclass(frozen=True, eq=False)
class Tape:
    """A race from its head on; it does not change: a race that went on is another, `longer` one."""

    setup: Setup
    entries: tuple[Entry, ...]
    unseen: frozenset[int]
    """The numbers of draws that no sensor saw."""
    kept: tuple[Game, ...]
    """The games after 0, STRIDE, 2 STRIDE … inputs."""
    end: Game

    @classmethod
    def of(cls, record: bytes) -> "Tape":
        """The race of a `.race` text. Raises `Malformed`."""
        read = read_record(record, editions())
        return cls.blank(read.setup).going_on(entry for _, entry in read.entries)

    @classmethod
    def filed(cls, head: str, lines: Iterable[Line]) -> "Tape":
        """A race of the journal. Raises `Malformed`, as when a newer program wrote it."""
        return cls.blank(read_record(head.encode(), editions()).setup).longer(lines)

    @classmethod
    def blank(cls, setup: Setup) -> "Tape":
        """A race with nothing played."""
        start = begin(setup)
        return cls(setup, (), frozenset(), (start,), start)

    def longer(self, lines: Iterable[Line]) -> "Tape":
        """The race with these inputs behind its own. Raises `Malformed`."""
        lines = list(lines)
        unseen = {n for n, line in enumerate(lines, len(self) + 1) if is_unseen(line.text)}
        entries = [read_entry(line.text, self.setup, {})._replace(after=line.after) for line in lines]
        return self.going_on(entries, frozenset(unseen))

    def going_on(self, entries: Iterable[Entry], unseen: frozenset[int] = frozenset()) -> "Tape":
        """The race with these inputs behind its own; `unseen`: the numbers of draws that no sensor saw."""
        game, kept, all_entries = self.end, list(self.kept), list(self.entries)
        for entry in entries:
            game, _ = enter(game, entry)
            all_entries.append(entry)
            if len(all_entries) % STRIDE == 0:
                kept.append(game)
        return Tape(self.setup, tuple(all_entries), self.unseen | unseen, tuple(kept), game)

    def __len__(self) -> int:
        """How many inputs it has."""
        return len(self.entries)

    def moment(self, n: int) -> Moment:
        """Input `n`, from 1 on, with its ruling."""
        return next(self.moments(n))

    def moments(self, first: int = 1) -> Iterator[Moment]:
        """Every input from `first` on, with its ruling."""
        at = (first - 1) // STRIDE
        game = self.kept[at]
        for n, entry in enumerate(islice(self.entries, at * STRIDE, None), at * STRIDE + 1):
            ruled = moment(n, game, entry)
            game = ruled.after
            if n >= first:
                yield ruled._replace(unseen=n in self.unseen)

    def snapshot(self, name: str, n: int) -> Snapshot:
        """The race as it was shown just after input `n`; after none at 0. The race is called `name`."""
        shown = () if n == 0 else (self.moment(n),)
        game = shown[0].after if shown else self.kept[0]
        return Snapshot(
            id=f"{name}.{n}",
            race=0,
            game=game,
            moments=(*self._taken_back(shown), *shown),
            faults=(),
            touches=(),
            clock_ms=int(game.now * 1000),
            at_ms=0,
            since_ms=0,
        )

    def _taken_back(self, shown: tuple[Moment, ...]) -> tuple[Moment, ...]:
        """The input that the one shown takes back, so that its sentence can say which."""
        for ruled in shown:
            before = ruled.before
            n = before.question.n if before.question is not None else before.past.n if before.past is not None else 0
            if ruled.ruling.play == "undo" and 0 < n < ruled.n:
                return (self.moment(n),)
        return ()
