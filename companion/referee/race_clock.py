"""The race's own clock: milliseconds of play, counted by the machine's monotonic clock while the program runs."""

from collections.abc import Callable
from fractions import Fraction


class RaceClock:
    """Goes on from where it was kept; time without power counts as none."""

    def __init__(self, now_ms: Callable[[], int], kept_ms: int) -> None:
        """`now_ms`: the messages' monotonic clock; `kept_ms`: what this clock showed when it was last stored."""
        self._now_ms = now_ms
        self._shown_ms, self._at_ms = kept_ms, now_ms()
        self.paused = False

    def at(self, at_ms: int) -> int:
        """What it shows at that monotonic time, in ms; it never goes back."""
        return self._shown_ms + (0 if self.paused else max(0, at_ms - self._at_ms))

    def now_ms(self) -> int:
        """What it shows now, in ms."""
        return self.at(self._now_ms())

    def now(self) -> Fraction:
        """What it shows now, in seconds."""
        return Fraction(self.now_ms(), 1000)

    def not_before(self, shown_ms: int) -> None:
        """It shows `shown_ms` or more from now on."""
        at_ms = self._now_ms()
        self._shown_ms, self._at_ms = max(shown_ms, self.at(at_ms)), at_ms

    def pause(self) -> None:
        """It stands still."""
        self._shown_ms, self.paused = self.now_ms(), True

    def go_on(self) -> None:
        """It goes on from what it shows."""
        self._at_ms, self.paused = self._now_ms(), False
