"""The chances at each input of the race that still counts: the line through them, and what of it is still to be rolled.

It is drawn along the past of the game, so that what is undone leaves it, and what a restart has lost is known.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from companion.odds.chances import Chances, certain
from companion.odds.position import Position, position
from companion.rules.game import Game
from companion.rules.race import Race

LONGEST = 240
"""Inputs that the line goes back. More than any race has but one with many corrections."""
FINE, COARSE = (0.01, 4.0), (0.025, 10.0)
"""Standard error and seconds for where the race stands, and for an input that is past, which nobody waits for."""


class Wanted(NamedTuple):
    """An input whose position is to be rolled."""

    n: int
    """The input's number; 0 is the start."""
    position: Position
    error: float
    limit_s: float


class Point(NamedTuple):
    """The chances after an input."""

    rolled: Wanted
    chances: Chances
    done: bool
    """Whether it was rolled to the end."""

    @property
    def n(self) -> int:
        """The number of the input."""
        return self.rolled.n


class Line:
    """The points known so far. It belongs to one thread."""

    def __init__(self) -> None:
        self._points: dict[int, Point] = {}
        self._standing: dict[int, Race] = {}
        self._now: Wanted | None = None

    def follow(self, game: Game, now: Fraction) -> None:
        """The game is another, or its clock has gone on to `now`."""
        before, self._standing = self._standing, dict(_standing(game))
        self._points = {n: known for n, known in self._points.items() if before[n] is self._standing.get(n)}
        n, race = next(iter(self._standing.items()))
        self._now = Wanted(n, position(game, now), *FINE)
        if race.over:
            self._points[n] = Point(self._now, certain(len(race.cars), race.winners), done=True)

    def wanted(self) -> Wanted | None:
        """What to roll next: where the race stands, then what is missing of its past; None when nothing is."""
        if self._now is None:
            return None
        for n, race in self._standing.items():
            known = self._points.get(n)
            if n == self._now.n:
                if known is None or not known.done or known.rolled != self._now:
                    return self._now
            elif known is None or not known.done:
                return Wanted(n, position(Game(race)), *COARSE)
        return None

    def keep(self, wanted: Wanted, chances: Chances, *, done: bool) -> None:
        """What was rolled for the input that is wanted."""
        self._points[wanted.n] = Point(wanted, chances, done)

    def points(self) -> tuple[Point, ...]:
        """The line so far, its first point first."""
        return tuple(self._points[n] for n in reversed(self._standing) if n in self._points)


def _standing(game: Game) -> Iterator[tuple[int, Race]]:
    """The inputs that count and changed what is known, the latest first, each with the race after it."""
    race, step = game.race, game.past
    for _ in range(LONGEST):
        if step is None:
            yield 0, race
            return
        if _table(race) != _table(step.race):
            yield step.n, race
        race, step = step.race, step.beyond


def _table(race: Race) -> tuple[object, ...]:
    """What the chances depend on. A draw that is seen is none of it: everybody knew that it would come."""
    hidden = race.dispenser + sum(race.hands)
    return race.cars, race.discarded, race.turn, race.attack, race.reason, hidden
