"""Time for everything below the queue: a count that can be read and waited on, and replaced by a virtual one."""

import time
from typing import Protocol


class Clock(Protocol):
    """A monotonic clock in nanoseconds, of any origin."""

    def now_ns(self) -> int:
        """The time now."""
        ...

    def sleep_ns(self, duration_ns: int) -> None:
        """Let at least `duration_ns` pass; none when it is not positive."""
        ...


class MonotonicClock:
    """The machine's own clock."""

    def now_ns(self) -> int:
        """The time now."""
        return time.monotonic_ns()

    def sleep_ns(self, duration_ns: int) -> None:
        """Sleep without using the processor."""
        if duration_ns > 0:
            time.sleep(duration_ns / 1e9)


def now_ms(clock: Clock) -> int:
    """The clock's time in whole milliseconds, as messages carry it."""
    return clock.now_ns() // 1_000_000
