"""A change of the past: what is to be entered for it, and what comes of it. Pure.

Undos take the race back to where the change begins; the lines that follow keep their own spacing in time, so that a
stroke is as much in time as it was. The race's clock only goes on, and a window that is open has left what it had.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import count
from typing import NamedTuple

from companion.amend.counting import Line, counting, last_change, steps
from companion.moment import Moment, moment
from companion.rules import inputs
from companion.rules.cards import Kind
from companion.rules.game import Game
from companion.rules.inputs import Entry, Input
from companion.rules.race import Reason
from companion.rules.reading import Tap


class NotAmended(Exception):
    """A change that cannot be made; `problem` is the key of its sentence. Nothing has changed."""

    def __init__(self, problem: str, **facts: object) -> None:
        super().__init__(problem)
        self.problem, self.facts = problem, facts


class Change(NamedTuple):
    """What the race should have been."""

    n: int
    """The input before which something is entered, or which is left out, or both: then it is another."""
    input: Input | None = None
    without: frozenset[int] = frozenset()
    """The inputs that are left out: `n`, and any later one."""


class Plan(NamedTuple):
    """What is to be entered: so many undos, then these lines."""

    undos: int
    lines: tuple[Line, ...]
    left_out: tuple[Line, ...] = ()


class Outcome(NamedTuple):
    """What comes of a plan."""

    undos: tuple[Moment, ...]
    lines: tuple[tuple[Line, Moment], ...]
    """Each line with its new ruling."""
    clock_ms: int
    """What the race's clock shows afterwards."""

    @property
    def moments(self) -> tuple[Moment, ...]:
        """All of it, in order."""
        return (*self.undos, *(ruled for _, ruled in self.lines))


def planned(moments: Sequence[Moment], game: Game, change: Change) -> Plan:
    """What a change takes, of a race whose every input is given. Raises `NotAmended`."""
    if not 0 < change.n <= len(moments):
        raise NotAmended("no-such-input", n=change.n, most=len(moments))
    lines = counting(moments, game)
    if lost := change.without - {line.n for line in lines if line.n >= change.n}:
        raise NotAmended("counts-no-more", n=min(lost))
    at = sum(line.n < change.n for line in lines)
    new = [] if change.input is None else [Line(change.input, _came(moments[change.n - 1], change))]
    later = [*new, *(line for line in lines[at:] if line.n not in change.without)]
    first = _quiet(lines, at, later[0].at if later else None)
    left_out = tuple(line for line in lines[at:] if line.n in change.without)
    return Plan(_undos(game, lines[first].n if first < len(lines) else None), (*lines[first:at], *later), left_out)


def taken_back(moments: Sequence[Moment], game: Game) -> Plan:
    """What takes the latest change back; inputs that followed it stay. Raises `NotAmended` when there was none."""
    change = last_change(moments)
    if change is None:
        raise NotAmended("no-change")
    before, last = change
    kept = max((step.n for step in steps(game) if step.n <= before), default=0)
    old = [line for line in counting(moments[:before], moments[before - 1].after) if line.n > kept]
    later = [line for line in counting(moments, game) if line.n > last]
    moved = moments[last - 1].after.now - old[-1].at if old else Fraction(0)
    return Plan(_undos(game, kept + 1), (*(line._replace(at=line.at + moved) for line in old), *later))


def cards_left(moments: Sequence[Moment], game: Game, cards: int) -> Plan:
    """What reopens a race that ended as no card was counted, when `cards` are left. Raises `NotAmended`."""
    if game.race.reason is not Reason.DISPENSER_EMPTY or game.past is None:
        raise NotAmended("not-empty")
    if not 0 < cards < game.race.setup.edition.cards:
        raise NotAmended("no-such-count", most=game.race.setup.edition.cards - 1)
    n = _laid(moments, game.past.n)
    plan = planned(moments, game, Change(n, inputs.SetDispenser(cards)))
    drawn = cards - outcome(plan, game, game.now).moments[-1].after.race.dispenser
    return planned(moments, game, Change(n, inputs.SetDispenser(cards + drawn))) if drawn else plan


def outcome(plan: Plan, game: Game, now: Fraction, note: str = "") -> Outcome:
    """What comes of a plan that is carried out at `now`, in seconds on the race's clock."""
    wait, amends, numbers = max(Fraction(0), now - game.now), game.n, count(game.n + 1)

    def judged(entered: Input, after: Fraction, *, unseen: bool = False) -> Moment:
        nonlocal game
        ruled = moment(next(numbers), game, Entry(entered, after))
        game = ruled.after
        return ruled._replace(unseen=unseen, note=note, amends=amends)

    undos = tuple(judged(inputs.Undo(), Fraction(0) if n else wait) for n in range(plan.undos))
    before = plan.lines[0].at - (0 if undos else wait) if plan.lines else now
    lines = []
    for line in plan.lines:
        ruled = judged(line.input, line.at - before, unseen=line.old is not None and line.old.unseen)
        lines.append((line, ruled))
        before = line.at
    return Outcome(undos, tuple(lines), int(1000 * (game.now + max(Fraction(0), now - before))))


def _laid(moments: Sequence[Moment], n: int) -> int:
    """The tap that input `n` said something about: whose it was, or that it shall stand; `n` itself else."""
    last = moments[n - 1].before
    if last.question is not None:
        return last.question.n
    while last.refused is not None and n > 1 and moments[n - 1].before.refused is last.refused:
        n -= 1
    return n


def _came(replaced: Moment, change: Change) -> Fraction:
    """When the new input came: as the one that it replaces. A missed safety, maybe a stroke, came in time if it can."""
    entered = change.input
    safety = isinstance(entered, Tap) and entered.card is not None and entered.card.kind is Kind.SAFETY
    soon = safety and change.n not in change.without
    return replaced.before.now if soon else replaced.after.now


def _quiet(lines: Sequence[Line], at: int, came: Fraction | None) -> int:
    """The last place up to `at` to which undos lead, with no window open when the next input came at `came`.

    An undo brings back neither a question nor a refused card, and a window only with the time that has run out since.
    """
    while at and _under_way(lines[at - 1].old, came):
        at -= 1
        came = lines[at].at
    return at


def _under_way(last: Moment | None, came: Fraction | None) -> bool:
    assert last is not None, "only what was entered before counts"
    past, race = last.after.past, last.after.race
    changed = past is not None and past.n == last.n
    return not changed or (came is not None and any(race.window_open(window, came) for window in race.windows))


def _undos(game: Game, since: int | None) -> int:
    """How many undos take back everything from that input on."""
    if since is None:
        return 0
    asked = game.question is not None and game.question.n >= since
    return asked + sum(step.n >= since for step in steps(game))
