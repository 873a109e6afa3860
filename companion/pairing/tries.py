"""How often something may be tried: token buckets on the monotonic clock, so that no set clock fills them."""

from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

REMEMBERED = 256
"""Addresses whose tries are counted; what an address that was forgotten tries still counts for the table."""


class Rate(NamedTuple):
    """So many tries at once, and another one after so long."""

    at_once: int
    every_s: float


class Bucket(NamedTuple):
    """The tries that were left at a time."""

    left: float
    at_s: float

    def at(self, now_s: float, rate: Rate) -> "Bucket":
        """What is left now."""
        return Bucket(min(rate.at_once, self.left + (now_s - self.at_s) / rate.every_s), now_s)


class Tries:
    """The tries of each address, and of all together: whoever changes addresses gains nothing."""

    def __init__(self, each: Rate, together: Rate, now_s: Callable[[], float]) -> None:
        """`now_s`: a monotonic clock."""
        self._each, self._together, self._now_s = each, together, now_s
        self._table = Bucket(together.at_once, now_s())
        self._by_address: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> float:
        """Take a try; 0, or the seconds to wait when none is left. One that is refused costs nothing."""
        now_s = self._now_s()
        table = self._table.at(now_s, self._together)
        own = self._by_address.pop(address, Bucket(self._each.at_once, now_s)).at(now_s, self._each)
        wait_s = max(_wait_s(table, self._together), _wait_s(own, self._each))
        if not wait_s:
            table, own = table._replace(left=table.left - 1), own._replace(left=own.left - 1)
        self._table, self._by_address[address] = table, own
        if len(self._by_address) > REMEMBERED:
            self._by_address.popitem(last=False)
        return wait_s


def _wait_s(bucket: Bucket, rate: Rate) -> float:
    return max(0.0, (1 - bucket.left) * rate.every_s)
