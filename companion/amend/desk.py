"""The referee's desk as the page's threads see it (`companion.page.desk_pages.RefereesDesk`)."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from typing import Any

from companion.amend.change import Change, NotAmended, Plan, cards_left, outcome, planned, taken_back
from companion.amend.counting import last_change
from companion.amend.facts import facts
from companion.amend.view import lines_view, preview_view
from companion.desk import Desk
from companion.lang import catalogue
from companion.moment import Moment
from companion.page.desk_pages import Asked, Seen
from companion.page.feed import Malformed
from companion.page.refusal import Refused
from companion.referee.sitting import Sitting
from companion.referee.snapshot import Snapshot
from companion.referee.written import Reply, written
from companion.rules.game import Game
from companion.rules.race import Reason
from companion.rules.record import read_entry
from companion.sentences.note import desk_note
from companion.sentences.say import DOMAIN

WORDS = "desk"
GONE_ON = "gone-on"

Planned = Callable[[Sequence[Moment], Game], Plan]


class RefereesDesk:
    """Looks at the whole race, and puts its past right."""

    def __init__(self, desk: Desk, now_ms: Callable[[], int]) -> None:
        """`now_ms`: the messages' monotonic clock."""
        self._desk, self._now_ms = desk, now_ms

    def view(self, language: str) -> dict[str, Any]:
        """What the desk shows beside the table's view: what the referee believes, and which correction waits."""
        snapshot, moments = self._desk.ask(_whole)
        race = snapshot.game.race
        return {
            "facts": [fact._asdict() for fact in facts(race, language)],
            "changed": _last_changed(moments),
            "empty": race.reason is Reason.DISPENSER_EMPTY,
            "race": snapshot.race,
            "count": len(moments),
        }

    def lines(self, before: int, language: str) -> dict[str, Any]:
        """A page of the race's lines."""
        snapshot, moments = self._desk.ask(_whole)
        return lines_view(snapshot, moments, before, catalogue(language, DOMAIN))

    def preview(self, asked: Asked, language: str) -> dict[str, Any]:
        """What a change would come to. It is worked out here, so that no card waits for it."""

        def look(sitting: Sitting) -> tuple[Change, int, tuple[Moment, ...], Game, Fraction]:
            running = sitting.running
            return _change(sitting, asked), running.number, tuple(running.moments), running.game, self._now(sitting)

        change, race, moments, game, now = self._desk.ask(look)
        with _told():
            plan = planned(moments, game, change)
        return {"race": race, **preview_view(game, plan, outcome(plan, game, now), language)}

    def amend(self, asked: Asked, seen: Seen, command_id: str, author: str) -> Reply:
        """Makes a change."""

        def plan(sitting: Sitting) -> Planned:
            change = _change(sitting, asked)
            return lambda moments, game: planned(moments, game, change)

        return self._carry_out(plan, seen, command_id, author)

    def take_back(self, seen: Seen, command_id: str, author: str) -> Reply:
        """Takes the latest change back."""
        return self._carry_out(lambda _sitting: taken_back, seen, command_id, author)

    def cards_left(self, cards: int, seen: Seen, command_id: str, author: str) -> Reply:
        """Goes on with a race that ended too early: so many cards are left in the dispenser."""
        return self._carry_out(lambda _sitting: partial(cards_left, cards=cards), seen, command_id, author)

    def pause(self, *, paused: bool) -> None:
        """Stops what runs out, or lets it run on."""
        self._desk.ask(lambda sitting: sitting.pause(paused=paused))

    def _carry_out(self, plan: Callable[[Sitting], Planned], seen: Seen, command_id: str, author: str) -> Reply:
        """What a change comes to is worked out here, so that no card waits for it; then it is stored if it still fits.

        Who sends the command again meanwhile finds that the race has gone on, or the answer.
        """

        def look(sitting: Sitting) -> Reply | tuple[Planned, tuple[Moment, ...], Game, Fraction]:
            if (answered := sitting.answered(command_id)) is not None:
                return answered
            if seen.race not in (None, sitting.running.number) or seen.inputs not in (None, sitting.running.game.n):
                raise NotAmended(GONE_ON)
            if sitting.asked is not None:
                raise NotAmended("answer-first")
            return plan(sitting), tuple(sitting.running.moments), sitting.running.game, self._now(sitting)

        def store(sitting: Sitting) -> Reply:
            if (answered := sitting.answered(command_id)) is not None:
                return answered
            if sitting.running.game is not game or sitting.asked is not None:
                raise NotAmended(GONE_ON)
            return sitting.enter_again(again, done.clock_ms, command_id)

        with _told():
            looked = self._desk.ask(look)
            if isinstance(looked, list):
                return looked
            planned_of, moments, game, now = looked
            done = outcome(planned_of(moments, game), game, now, desk_note(author))
            if not done.moments:
                raise NotAmended("no-difference")
            again = written(done.moments)
            return self._desk.ask(store)

    def _now(self, sitting: Sitting) -> Fraction:
        return Fraction(sitting.running.clock.at(self._now_ms()), 1000)


def _whole(sitting: Sitting) -> tuple[Snapshot, tuple[Moment, ...]]:
    """The race as it is shown, and its every input: what is long is worked out in the asker's thread."""
    return sitting.snapshot, tuple(sitting.running.moments)


def _last_changed(moments: Sequence[Moment]) -> int | None:
    """The number of the latest change's last input."""
    change = last_change(moments)
    return None if change is None else change[1]


def _change(sitting: Sitting, asked: Asked) -> Change:
    entered = None
    if asked.line:
        entered = read_entry(asked.line, sitting.running.setup, sitting.deck.tags()).input
    return Change(asked.n, entered, frozenset(asked.without))


@contextmanager
def _told() -> Iterator[None]:
    """A change that cannot be made is told in the asker's language."""
    try:
        yield
    except NotAmended as error:
        if error.problem == GONE_ON:
            raise Refused(409, f"desk.{GONE_ON}", words=WORDS) from error
        raise Malformed(partial(_sentence, error)) from error


def _sentence(error: NotAmended, language: str) -> str:
    return catalogue(language, WORDS).text(f"desk.{error.problem}", **error.facts)
