"""The inputs that make a race what it is: entered alone, in order and in their time, they come to the same race."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from companion.moment import Moment
from companion.rules import inputs
from companion.rules.game import Game, Step
from companion.rules.inputs import Input
from companion.rules.reading import Tap
from companion.rules.ruling import Verdict


class Line(NamedTuple):
    """An input to be entered, again or for the first time."""

    input: Input
    at: Fraction
    """When it came, in seconds on the race's clock; only what lies between two lines counts."""
    old: Moment | None = None
    """How it was ruled before."""

    @property
    def n(self) -> int:
        """The number it had; 0 for a new one."""
        return 0 if self.old is None else self.old.n


def counting(moments: Sequence[Moment], game: Game) -> list[Line]:
    """The inputs that count of a race whose every input is given, oldest first.

    Beside those that changed the race and were not undone these are the ones that changed nothing but may do so when an
    earlier one is another: refused cards first of all, if the race on which they were judged was not undone.
    """
    standing = {step.n for step in steps(game)}
    replaced = _replaced(moments)
    answers = {each.before.question.n: each for each in moments if _is_answer(each) and each.before.question}
    lines, last = [], 0
    for ruled in moments:
        if ruled.n in standing:
            lines.append(ruled)
            last = ruled.n
        elif not _changed(ruled) and ruled.n not in replaced:
            if _asked(ruled):
                answer = answers.get(ruled.n)
                counts = _open(game, ruled.n) or (answer is not None and (answer.n in standing or _refused(answer)))
            else:
                counts = not isinstance(ruled.entry.input, inputs.Undo | inputs.Redo | inputs.Overrule)
            if counts and _past(ruled.after) == last:
                lines.append(ruled)
    settled = {each.before.question.n for each in lines if each.before.question and not _still_open(each)}
    alone = {ruled.n for ruled in lines if _asked(ruled) and ruled.n in standing} - settled
    return [_line(ruled, settled_alone=ruled.n in alone) for ruled in lines]


def steps(game: Game) -> Iterator[Step]:
    """The inputs that changed the race and stand, the latest first."""
    step = game.past
    while step is not None:
        yield step
        step = step.beyond


def last_change(moments: Sequence[Moment]) -> tuple[int, int] | None:
    """How many inputs there were before the latest change at the desk, and the number of its last one."""
    return next(((ruled.amends, ruled.n) for ruled in reversed(moments) if ruled.amends), None)


def _replaced(moments: Sequence[Moment]) -> set[int]:
    """What changes at the desk have entered anew or left out: all since the input that their undos went back to."""
    replaced: set[int] = set()
    for before, ruled in pairwise(moments):
        if ruled.amends and before.amends != ruled.amends:
            back = before
            for each in moments[before.n :]:
                if each.amends != ruled.amends or not isinstance(each.entry.input, inputs.Undo):
                    break
                back = each
            replaced.update(range(_past(back.after) + 1, ruled.amends + 1))
    return replaced


def _line(ruled: Moment, *, settled_alone: bool) -> Line:
    """A card that the next input settled is the next player's; where that input counts no more, this has to be said."""
    entered, question = ruled.entry.input, ruled.after.question
    if settled_alone and isinstance(entered, Tap) and question is not None:
        entered = entered._replace(by=question.plays[-1].player)
    return Line(entered, ruled.after.now, ruled)


def _still_open(ruled: Moment) -> bool:
    return ruled.after.question is not None and ruled.after.question == ruled.before.question


def _changed(ruled: Moment) -> bool:
    return ruled.after.past is not None and ruled.after.past.n == ruled.n


def _asked(ruled: Moment) -> bool:
    return _open(ruled.after, ruled.n)


def _open(game: Game, n: int) -> bool:
    return game.question is not None and game.question.n == n


def _is_answer(ruled: Moment) -> bool:
    return isinstance(ruled.entry.input, inputs.By)


def _refused(answer: Moment) -> bool:
    return answer.ruling.verdict is Verdict.ILLEGAL


def _past(game: Game) -> int:
    return 0 if game.past is None else game.past.n
