"""A race judged again under another edition or other house rules: which rulings change, and how it ends."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from companion.editions import editions
from companion.moment import Moment, moment
from companion.rules.edition import Edition
from companion.rules.fold import begin
from companion.rules.malformed import Malformed
from companion.rules.record import read_entry, read_record
from companion.rules.ruling import Ruling
from companion.rules.setup import Setup
from companion.rules.write import write_head, write_input


class Twice(NamedTuple):
    """An input as it was ruled, and as it is ruled under the other rules."""

    was: Moment
    now: Moment

    @property
    def changed(self) -> bool:
        """Whether it is ruled otherwise: what it is, whether it is allowed and why not, whom it is charged to."""
        return _said(self.was.ruling) != _said(self.now.ruling)


def other_rules(setup: Setup, edition: Edition, switches: Iterable[str]) -> Setup:
    """The same people under other rules.

    Raises `Malformed`, with no line, where they cannot play so, as when they are too many.
    """
    wanted = replace(setup, edition=edition, switches=frozenset(switches))
    try:
        return read_record("\n".join(write_head(wanted)).encode(), editions()).setup
    except Malformed as error:
        raise error.at(0) from None


def judge_again(ruled: Iterable[Moment], setup: Setup) -> Iterator[Twice]:
    """Every input judged again at that table.

    Raises `Malformed`, its line being the input's number, for one that the edition cannot have: a card of another deck.
    """
    game = begin(setup)
    for was in ruled:
        try:
            entry = read_entry(write_input(was.entry.input, was.before.race.setup), setup, {})
        except Malformed as error:
            raise error.at(was.n) from None
        now = moment(was.n, game, entry._replace(after=was.entry.after))
        game = now.after
        yield Twice(was, now)


def _said(ruling: Ruling) -> tuple[object, ...]:
    return ruling._replace(breaches=())
