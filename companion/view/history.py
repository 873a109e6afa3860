"""The latest inputs as everybody sees them: how each was ruled, whom it was charged to, and whether it still counts."""

from itertools import pairwise
from typing import Any

from companion.lang import Catalogue
from companion.moment import Moment
from companion.referee.snapshot import Snapshot
from companion.rules import inputs
from companion.rules.ruling import Verdict
from companion.sentences.note import author_of
from companion.sentences.say import card_name, citation, instead, wrong

JSON = dict[str, Any]


def history(snapshot: Snapshot, words: Catalogue) -> list[JSON]:
    """The inputs that the snapshot carries, oldest first."""
    gone = undone(snapshot)
    return [_entry(snapshot, ruled, words) | {"undone": ruled.n in gone} for ruled in snapshot.moments]


def undone(snapshot: Snapshot) -> frozenset[int]:
    """The numbers of the inputs that changed the race, or asked whose card it was, and count no more."""
    moments, game = snapshot.moments, snapshot.game
    if not moments:
        return frozenset()
    standing = set() if game.question is None else {game.question.n}
    step = game.past
    while step is not None and step.n >= moments[0].n:
        standing.add(step.n)
        step = step.beyond
    answered = {
        before.n for before, after in pairwise(moments) if isinstance(after.entry.input, inputs.By) and _asked(before)
    }
    return frozenset({ruled.n for ruled in moments if _entered(ruled)} - standing - answered)


def _entered(ruled: Moment) -> bool:
    past = ruled.after.past
    return _asked(ruled) or (past is not None and past.n == ruled.n)


def _asked(ruled: Moment) -> bool:
    return ruled.after.question is not None and ruled.after.question.n == ruled.n


def _entry(snapshot: Snapshot, ruled: Moment, words: Catalogue) -> JSON:
    ruling, setup = ruled.ruling, ruled.after.race.setup
    player = None if ruling.player is None else setup.players[ruling.player]
    accepted = ruling.verdict is Verdict.LEGAL or (ruling.verdict is Verdict.NOTED and ruling.play == "overrule")
    last = snapshot.game.past is not None and snapshot.game.past.n == ruled.n and snapshot.game.question is None
    return {
        "n": ruled.n,
        "player": player,
        "verdict": str(ruling.verdict),
        "code": ruling.code,
        "play": str(ruling.play),
        "car": None if ruling.car is None else setup.cars[ruling.car],
        "card": ruling.card and {"id": ruling.card, "name": card_name(ruling.card, setup.edition.name, words)},
        "text": _taken_back(snapshot, ruled, words) or wrong(ruled, words),
        "citation": citation(ruled) if ruling.verdict in (Verdict.LEGAL, Verdict.ILLEGAL, Verdict.UNCLEAR) else None,
        "instead": instead(ruled, words) if ruling.verdict is Verdict.ILLEGAL else None,
        "charged": player if accepted else None,
        "author": author_of(ruled.note),
        "not_mine": [name for name in setup.players if name != player] if accepted and last else [],
    }


def _taken_back(snapshot: Snapshot, ruled: Moment, words: Catalogue) -> str | None:
    """What an undo took back, where that is among the latest inputs."""
    before = ruled.before
    if not isinstance(ruled.entry.input, inputs.Undo) or ruled.ruling.verdict is not Verdict.NOTED:
        return None
    n = before.question.n if before.question is not None else before.past.n if before.past is not None else 0
    taken = next((each for each in snapshot.moments if each.n == n), None)
    return None if taken is None else words.text("taken-back", n=n, said=wrong(taken, words))
