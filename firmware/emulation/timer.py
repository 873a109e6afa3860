"""The timer unit of the MFRC522 (data sheet rev. 3.9, section 8.5)."""

CARRIER_MHZ = 13.56
NEVER_NS = 1 << 63


class Timer:
    """Counts down from the reload value in ticks of the prescaled carrier; `due_ns` says when it will reach zero."""

    def __init__(self) -> None:
        self.prescaler = 0
        self.even = False
        self.reload = 0
        self.due_ns = NEVER_NS

    @property
    def tick_ns(self) -> float:
        """One step of the counter: (2 · prescaler + 1) carrier periods, + 2 with TPrescalEven."""
        return (2 * self.prescaler + (2 if self.even else 1)) * 1000 / CARRIER_MHZ

    @property
    def running(self) -> bool:
        """Whether it counts (Status1Reg.TRunning)."""
        return self.due_ns != NEVER_NS

    def start(self, at_ns: int) -> None:
        """Load and count."""
        self.due_ns = at_ns + round((self.reload + 1) * self.tick_ns)

    def stop(self) -> None:
        """Stand still."""
        self.due_ns = NEVER_NS

    def value(self, now_ns: int) -> int:
        """What TCounterValReg shows."""
        if not self.running:
            return 0
        return min(self.reload, int(max(0, self.due_ns - now_ns) / self.tick_ns))
