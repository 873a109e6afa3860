"""How many rollouts each car won, and how far off its chance may be."""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

GOOD_ERROR = 0.01
"""The standard error at which there is nothing more to be found out that anybody could see."""


class Chances(NamedTuple):
    """What `rollouts` races came to; a win that cars share counts for each its part."""

    wins: tuple[float, ...]
    rollouts: int = 0
    certain: bool = False
    """Whether it is no chance any more: the race is over."""

    @property
    def shares(self) -> tuple[float, ...]:
        """Each car's chance of winning, from 0 to 1; together 1."""
        return tuple(won / self.rollouts for won in self.wins)

    @property
    def errors(self) -> tuple[float, ...]:
        """The standard error of each. Of a sample never 0: two wins and two losses are added (Agresti and Coull)."""
        if self.certain:
            return (0.0,) * len(self.wins)
        more = self.rollouts + 4
        return tuple(sqrt((won + 2) / more * (1 - (won + 2) / more) / more) for won in self.wins)

    def won_by(self, cars: Sequence[int]) -> "Chances":
        """With one race more, won by these cars."""
        part = 1 / len(cars)
        wins = tuple(won + part if car in cars else won for car, won in enumerate(self.wins))
        return Chances(wins, self.rollouts + 1)

    def good(self, error: float = GOOD_ERROR) -> bool:
        """Whether every chance is known with that standard error or a smaller one."""
        return max(self.errors) <= error


def none(cars: int) -> Chances:
    """Before the first rollout."""
    return Chances((0.0,) * cars)


def certain(cars: int, winners: Sequence[int]) -> Chances:
    """When the race is over."""
    return none(cars).won_by(winners)._replace(certain=True)
