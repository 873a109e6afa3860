"""Goals 1 and 2: the rules engine beside python-chess, and the odds by rollouts of that same engine."""

from functools import partial

from companion.compose.bench.bench import Bench, beside
from companion.compose.bench.figures import Goal, at_most, exactly, more, spread, told
from companion.compose.bench.peers import CHESS, MILLE_AI, TRANSLATOR
from companion.editions import editions
from companion.odds.measure import middle, reach
from companion.rules.head import DEFAULT_EDITION

OFTEN = 3
"""More and shorter rounds: a core may be slow for a second."""
ERROR = 0.02
WITHIN_S = 1.0


def engine(bench: Bench) -> Goal:
    """Whole races of legal plays, stroke windows included, beside chess and mille-ai, in processes that take turns."""
    peers = {
        name: partial(bench.peer, name, module)
        for name, module, needed in ((CHESS, "chess_games", (CHESS,)), (MILLE_AI, "mille_ai", (MILLE_AI, TRANSLATOR)))
        if bench.has(*needed)
    }
    ours, theirs, trouble = beside(OFTEN * bench.rounds, partial(bench.child, "race_plays"), peers)
    claims = (
        more("plays judged and accepted; chess: is_legal + push", ours, theirs.get(CHESS), "/s", 1),
        more("the same; mille-ai, its own players", ours, theirs.get(MILLE_AI), "/s", 8),
    )
    return Goal(1, "the one rules engine keeps up with python-chess", claims, trouble)


def odds(bench: Bench) -> Goal:
    """A child that is up rolls the middle of a race with four cars."""
    edition = editions()[DEFAULT_EDITION]
    reached = [reach(middle(edition, seed), ERROR) for seed in range(1, bench.rounds + 1)]
    seconds, rolled = (spread([each[n] for each in reached]) for n in (0, 1))
    wanted = at_most("until every standard error is 2 points or less; the limit", seconds, exactly(WITHIN_S), "s")
    return Goal(2, "odds within a second", (wanted, told("races rolled until then", rolled, "")))
