"""Time that passes by command: by a transfer on the wire, by a sleep, or by a test."""


class VirtualClock:
    """A clock that stands still but for `sleep_ns`. One thread lets its time pass; any may read it."""

    def __init__(self, start_ns: int = 0) -> None:
        self._now_ns = start_ns

    def now_ns(self) -> int:
        """The time now."""
        return self._now_ns

    def sleep_ns(self, duration_ns: int) -> None:
        """Let the time pass at once."""
        if duration_ns > 0:
            self._now_ns += duration_ns
