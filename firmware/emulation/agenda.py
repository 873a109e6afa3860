"""A virtual clock with an agenda: what is due happens at its very time, be it in the middle of a transfer."""

import heapq
from collections.abc import Callable
from itertools import count

from firmware.emulation.clock import VirtualClock


class Agenda(VirtualClock):
    """Acts must neither sleep nor raise: the drivers that let time pass would take it for a failure of their own."""

    def __init__(self) -> None:
        super().__init__()
        self._order = count()
        self._due: list[tuple[int, int, Callable[[], None]]] = []

    def after_ms(self, wait_ms: float, act: Callable[[], None]) -> None:
        """Have something happen later."""
        heapq.heappush(self._due, (self._now_ns + int(wait_ms * 1e6), next(self._order), act))

    def sleep_ns(self, duration_ns: int) -> None:
        """Let time pass, and in it all that is due."""
        end_ns = self._now_ns + max(0, duration_ns)
        while self._due and self._due[0][0] <= end_ns:
            self._now_ns, _, act = heapq.heappop(self._due)
            act()
        self._now_ns = end_ns
