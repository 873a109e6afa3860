"""How far something is that takes long."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")

Told = Callable[[float], None]
"""Is told how much is done, of 1."""
EVERY = 200
"""Things from one telling to the next."""


def untold(_done: float) -> None:
    """Nobody wants to know."""


def counted(things: Iterable[T], told: Told, before: int, of: int) -> Iterator[T]:
    """The things, one by one; `before` were done earlier, of `of`."""
    for n, thing in enumerate(things, before):
        if n % EVERY == 0:
            told(n / of)
        yield thing
