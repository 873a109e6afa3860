"""Whose turn it is: in which order a sweep polls the pads. Pure."""

from functools import lru_cache
from itertools import count

from firmware.messages import Expected

Groups = tuple[tuple[str, ...], ...]
"""Names of pads; a group's fields may be on together."""


@lru_cache(maxsize=32)  # it is the same in sweep after sweep
def turns(groups: Groups, expected: Expected, taken: frozenset[str], sweep: int) -> Groups:
    """The groups without the pads that are left out; instead of a whole one, one where a card is likely comes twice.

    So no sweep is longer for it. On pads that are `taken` no card is awaited. `sweep` is 0 and 1 by turns.
    """
    left_out = _left_out(groups, expected, sweep)
    due = [group for group in (tuple(pad for pad in group if pad not in left_out) for group in groups) if group]
    waiting = [pad for pad in expected.likely if pad not in taken]
    likely = dict.fromkeys(group for pad in waiting for group in due if pad in group)
    twice = list(likely)[: len(groups) - len(due)]
    once = [group for group in due if group not in twice]
    half = max(1, len(once) // 2)
    return (*twice, *once[:half], *twice, *once[half:])


def _left_out(groups: Groups, expected: Expected, sweep: int) -> set[str]:
    """Half of the pads that nobody uses; of groups where nobody uses any, half of the groups."""
    turn = count(sweep)
    left_out: set[str] = set()
    for group in groups:
        seldom = tuple(pad for pad in group if pad in expected.seldom)
        for together in (seldom,) if seldom == group else ((pad,) for pad in seldom):
            if next(turn) % 2 == 0:
                left_out.update(together)
    return left_out
