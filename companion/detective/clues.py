"""The clues of a case: each one input, missed or mistaken, with which the refused tap would have been accepted.

The likeliest come first. `COSTS` says what people do oftenest: they move a card that they had laid on the wrong pad,
forget to tap one, or lay it beside its pad. What was missed longer ago is less likely: it would have been noticed.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from companion.detective.case import Case, Done, Stage
from companion.detective.suspects import by_others, discarded, distance, on_other_pads, untapped
from companion.detective.trial import Tried, tried
from companion.rules import inputs
from companion.rules.reading import Tap
from companion.rules.write import write_input
from companion.touch.unseen import UNSEEN

MOST_CLUES = 4


class What(StrEnum):
    """What may have happened."""

    MOVED = "moved"
    """The refused card was first laid on a wrong pad, and accepted there."""
    DRAWN = "drawn"
    """The sensor missed a draw."""
    UNTAPPED = "untapped"
    """A card was not tapped, or not heard."""
    ENDED = "ended"
    """A turn was over before a draw that was taken for its player's."""
    PAD = "pad"
    """A card was meant for another pad."""
    BY = "by"
    """A card was another player's."""
    DROPPED = "dropped"
    """What was accepted was none."""


COSTS = {
    What.MOVED: 0,
    What.DRAWN: 1,
    What.UNTAPPED: 1,
    What.ENDED: 1,
    What.PAD: 4,
    What.BY: 5,
    What.DROPPED: 6,
}
"""One more where the other pad is no neighbour, and for each other card that was laid since."""


class Clue(NamedTuple):
    """What may have happened, once for all inputs that would explain the tap alike."""

    what: What
    cost: int
    lines: tuple[str | None, ...]
    """What is entered if so; None is the line of one of the choices."""
    choices: tuple[Tap, ...]
    """The taps that may have been missed or meant; none where it is no tap, or none at all."""
    player: int | None
    """Whose it was: the missed card or draw, or the turn that was over."""
    draws: int
    """How many draws are supposed."""
    about: Done | None
    """The earlier input in question, or before which one was missed; None: it is the refused tap."""
    others: tuple[Done, ...]
    """Other cards that were refused and then count too."""


class _Suspicion(NamedTuple):
    what: What
    cost: int
    stage: Stage
    told: tuple[Done, ...]
    """What would be entered from that stage on."""
    choices: tuple[Tap, ...] = ()
    """The first of it, and all that are as good."""
    others: tuple[Done, ...] = ()


def clues(case: Case) -> tuple[Clue, ...]:
    """The likeliest clues, best first."""
    found: dict[tuple[What, int | None, tuple[str | None, ...]], Clue] = {}
    for suspicion in _suspicions(case):
        proof = tried(suspicion.stage.game, suspicion.told)
        if proof is None or not _one_thing_only(case, suspicion, proof):
            continue
        clue = _clue(suspicion, proof)
        key = (clue.what, clue.player, clue.lines)
        same = found.setdefault(key, clue._replace(choices=()))
        found[key] = same._replace(cost=min(same.cost, clue.cost), choices=same.choices + clue.choices)
    return tuple(sorted(found.values(), key=lambda clue: (clue.cost, len(clue.choices)))[:MOST_CLUES])


def _one_thing_only(case: Case, suspicion: _Suspicion, proof: tuple[Tried, ...]) -> bool:
    """Whether it supposes no draw besides, where draws are seen."""
    return suspicion.what is What.DRAWN or case.blind or not any(each.supposed for each in proof)


def _suspicions(case: Case) -> Iterator[_Suspicion]:
    """Everything that is looked into."""
    yield _Suspicion(What.DRAWN, COSTS[What.DRAWN], case.stages[0], (case.tap,))
    for stage in case.stages:
        told = (*stage.since, case.tap)
        drawn = stage.game.race.setup.draws_seen and stage.since and isinstance(told[0].input, Tap)
        if not drawn:  # what was missed came before the next player drew
            yield from _missed(stage, told)
        yield from _mistaken(case, stage, told)
    if case.others:
        stage = [each for each in case.stages if not each.undos][-1]
        told = tuple(sorted((*stage.since, *case.others), key=lambda done: done.n))
        yield from _missed(stage, (*told, case.tap), case.others)


def _missed(stage: Stage, told: tuple[Done, ...], others: tuple[Done, ...] = ()) -> Iterator[_Suspicion]:
    """Something was missed at that stage."""
    race, late = stage.game.race, stage.cards + len(others)
    cost = COSTS[What.UNTAPPED] + late
    for tap in untapped(race):
        yield _Suspicion(What.UNTAPPED, cost, stage, (Done(tap), *told), (tap,), others)
    pile = discarded(race)
    for tap in pile[:1]:
        yield _Suspicion(What.UNTAPPED, cost, stage, (Done(tap), *told), pile, others)
    if race.open:
        yield _Suspicion(What.ENDED, COSTS[What.ENDED] + late, stage, (Done(inputs.End()), *told), others=others)


def _mistaken(case: Case, stage: Stage, told: tuple[Done, ...]) -> Iterator[_Suspicion]:
    """What came next was meant otherwise, or was none."""
    race, (first, *rest) = stage.game.race, told
    if isinstance(first.input, Tap):
        for meant in on_other_pads(first.input, race):
            apart = distance(first.input.car, meant.car, len(race.cars)) > 1
            cost = COSTS[What.PAD] + stage.cards + apart
            yield _Suspicion(What.PAD, cost, stage, (first._replace(input=meant), *rest), (meant,))
        for meant in by_others(first.input, race, first.player):
            cost = COSTS[What.BY] + stage.cards
            yield _Suspicion(What.BY, cost, stage, (first._replace(input=meant), *rest), (meant,))
    if stage.since and not first.optional:
        what = What.MOVED if case.is_of(first.input) else What.DROPPED
        yield _Suspicion(what, COSTS[what] + stage.cards, stage, tuple(rest))


def _clue(suspicion: _Suspicion, proof: tuple[Tried, ...]) -> Clue:
    what, cost, stage, _, choices, others = suspicion
    setup = stage.game.race.setup
    lines: list[str | None] = ["undo"] * stage.undos
    lines += [UNSEEN if each.done.unseen else write_input(each.done.input, setup) for each in proof]
    first = next(n for n, each in enumerate(proof) if not each.supposed)
    if choices:
        lines[stage.undos + first] = None
    # A card that was missed is told by the card that came after it, also where that player drew first.
    since = (done for done in stage.since if what is not What.UNTAPPED or isinstance(done.input, Tap))
    draws = sum(each.supposed for each in proof)
    return Clue(what, cost, tuple(lines), choices, proof[first].ruling.player, draws, next(since, None), others)
