"""Goals 1 and 2: the rules engine beside python-chess, and the odds by rollouts of that same engine."""

from companion.compose.bench.bench import Bench
from companion.compose.bench.figures import Goal, at_most, exactly, more, rounds, spread, told
from companion.editions import editions
from companion.odds.measure import middle, reach
from companion.rules.head import DEFAULT_EDITION

OFTEN = 3
"""More and shorter rounds: a core may be slow for a second."""
ERROR = 0.02
WITHIN_S = 1.0


def engine(bench: Bench) -> Goal:
    """Whole races of legal plays, stroke windows included, and games of chess, in processes that take turns."""
    measures = [lambda: float(bench.child("race_plays"))]
    if bench.has("chess"):
        measures.append(lambda: float(bench.child("chess_games", peers=True)))
    ours, *chess = rounds(OFTEN * bench.rounds, *measures)
    claim = more("plays judged and accepted; chess: is_legal + push", ours, chess[0] if chess else None, "/s", 1)
    return Goal(1, "the one rules engine keeps up with python-chess", (claim,))


def odds(bench: Bench) -> Goal:
    """A child that is up rolls the middle of a race with four cars."""
    edition = editions()[DEFAULT_EDITION]
    reached = [reach(middle(edition, seed), ERROR) for seed in range(1, bench.rounds + 1)]
    seconds, rolled = (spread([each[n] for each in reached]) for n in (0, 1))
    wanted = at_most("until every standard error is 2 points or less; the limit", seconds, exactly(WITHIN_S), "s")
    return Goal(2, "odds within a second", (wanted, told("races rolled until then", rolled, "")))
