"""What the table's process and the one that rolls say to each other."""

from typing import NamedTuple

from companion.odds.chances import Chances
from companion.odds.position import Position


class Order(NamedTuple):
    """A position to be rolled until every standard error is at most `error`, or `limit_s` are over."""

    number: int
    position: Position
    error: float
    limit_s: float


class Answer(NamedTuple):
    """The counts of an order so far."""

    number: int
    chances: Chances
    done: bool
    """Whether these are the last."""
