"""The shortest record that shows a ruling: what it does not need is left out, and it is still ruled so.

Delta debugging (Zeller and Hildebrandt, 2002): ever smaller runs of inputs are left out as long as the last input is
ruled the same; then cars, house rules and times. What is left, each input of it is needed.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import takewhile
from typing import NamedTuple

from companion.editions import editions
from companion.moment import Moment, moment
from companion.rules.fold import begin, enter
from companion.rules.game import Game
from companion.rules.inputs import Entry
from companion.rules.malformed import Malformed
from companion.rules.record import read_entry, read_record
from companion.rules.setup import Setup
from companion.rules.write import write_head, write_input, write_line

Entries = tuple[Entry, ...]


class Case(NamedTuple):
    """A race whose last input is the one in question."""

    setup: Setup
    entries: Entries
    complete: bool = True
    """Whether all was tried: else there may be a shorter one."""

    @property
    def last(self) -> Moment:
        """The input in question, with its ruling."""
        return _last(begin(self.setup), self.entries)

    def lines(self) -> list[str]:
        """The head's lines, then the inputs'."""
        inputs = [write_line(write_input(entry.input, self.setup), entry.after) for entry in self.entries]
        return [*write_head(self.setup), *inputs]


def same_ruling(one: Moment, other: Moment) -> bool:
    """Whether two inputs are the same, ruled alike for the same reasons; people and cars go by their names."""
    return _told(one) == _told(other)


def shortest(case: Case, go_on: Callable[[], bool]) -> Case:
    """The shortest case that can be made of this one by leaving out; `go_on` says whether there is time for more."""
    told = _told(case.last)
    case = _thinned(_without_middle(case, told, go_on), told, go_on)
    while go_on():
        simpler = next((each for each in _simpler(case) if _told(each.last) == told), None)
        if simpler is None:
            return case
        case = _thinned(simpler, told, go_on)
    return case._replace(complete=False)


def _told(ruled: Moment) -> tuple[object, ...]:
    ruling, setup = ruled.ruling, ruled.before.race.setup
    return (
        write_input(ruled.entry.input, setup),
        *(ruling.verdict, ruling.code, ruling.play, ruling.card),
        None if ruling.player is None else setup.players[ruling.player],
        None if ruling.car is None else setup.cars[ruling.car],
        dict(ruling.breaches[0].facts) if ruling.breaches else None,
    )


def _last(game: Game, entries: Sequence[Entry]) -> Moment:
    for entry in entries[:-1]:
        game, _ = enter(game, entry)
    return moment(len(entries), game, entries[-1])


def _without_middle(case: Case, told: tuple[object, ...], go_on: Callable[[], bool]) -> Case:
    """The case with its end only, or with its first rounds and its end: in a long race most rulings need no more."""
    entries = case.entries
    for first in (0, 4 * _a_round(case)):
        end = 1
        while first + end < len(entries) and go_on():
            shorter = case._replace(entries=(*entries[:first], *entries[-end:]))
            if _told(shorter.last) == told:
                return shorter
            end *= 2
    return case


def _thinned(case: Case, told: tuple[object, ...], go_on: Callable[[], bool]) -> Case:
    """The case without every run of inputs that it does not need."""
    before = None
    while case.entries != before and go_on():
        before = case.entries
        for length, step in takewhile(lambda _run: go_on(), _runs(case)):
            case = _without_runs(case, length, step, told, go_on)
    return case


def _runs(case: Case) -> Iterator[tuple[int, int]]:
    """How long the runs are, and how far one begins from the next.

    Halves, quarters and so on; then, from every place on, what may be a round of the table: without one the turn is
    where it was.
    """
    a_round = _a_round(case)
    length = len(case.entries) // 2
    while length > a_round:
        yield length, length
        length //= 2
    for some in (a_round, a_round // 2, 2, 1):
        yield some, 1


def _a_round(case: Case) -> int:
    """How many inputs a round of the table takes, if everybody plays a card."""
    return len(case.setup.players) * (2 if case.setup.draws_seen else 1)


def _without_runs(case: Case, length: int, step: int, told: tuple[object, ...], go_on: Callable[[], bool]) -> Case:
    """The case without all runs of that length that it does not need, from the end on: nothing before one changes."""
    entries, games = case.entries, [begin(case.setup)]
    for entry in entries[:-1]:
        games.append(enter(games[-1], entry)[0])
    start = len(entries) - 1 - length
    while start >= 0 and go_on():
        rest = _later(entries[start + length :], sum(entry.after for entry in entries[start : start + length]))
        if _told(_last(games[start], rest)) == told:
            entries = (*entries[:start], *rest)
        start = min(start - step, len(entries) - 1 - length)
    return case._replace(entries=entries)


def _later(entries: Entries, by_s: Fraction | int) -> Entries:
    """The entries, the time of what was left out before them being kept."""
    return (entries[0]._replace(after=entries[0].after + by_s), *entries[1:])


def _simpler(case: Case) -> Iterator[Case]:
    """The case at simpler tables: without times, without a car, a house rule, and what else its head says."""
    if any(entry.after for entry in case.entries):
        yield case._replace(entries=tuple(entry._replace(after=Fraction(0)) for entry in case.entries))
    setup = case.setup
    for car in range(len(setup.cars)):
        crews = setup.crews[:car] + setup.crews[car + 1 :]
        first = "" if setup.first in setup.crews[car] else setup.first
        fewer = replace(setup, cars=setup.cars[:car] + setup.cars[car + 1 :], crews=crews, first=first)
        yield from _seated(case, fewer)
    for switch in sorted(setup.switches):
        yield from _seated(case, replace(setup, switches=setup.switches - {switch}))
    if setup.draws_seen:
        yield from _seated(case, replace(setup, draws_seen=False))
    if setup.first:
        yield from _seated(case, replace(setup, first=""))


def _seated(case: Case, setup: Setup) -> Iterator[Case]:
    """The case at that table, if people can sit so; without the inputs of those who are not there."""
    try:
        setup = read_record("\n".join(write_head(setup)).encode(), editions()).setup
        *before, last = [write_input(entry.input, case.setup) for entry in case.entries]
        asked = read_entry(last, setup, {})._replace(after=case.entries[-1].after)
    except (Malformed, IndexError):
        return
    entries = []
    for line, entry in zip(before, case.entries, strict=False):
        try:
            entries.append(read_entry(line, setup, {})._replace(after=entry.after))
        except Malformed:
            continue
    yield case._replace(setup=setup, entries=(*entries, asked))
