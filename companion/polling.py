"""Whether the pads are still read: a driver that never comes back is told, and may cost the table a start."""

from collections.abc import Callable

from firmware.messages import Fault

HUNG_MS = 3000


class Polling:
    """Looks after the readers' thread from the thread that moves the game.

    `sweeps` counts how often all pads were polled, on the clock `now_ms`. `tell` takes the fault when that has not
    grown for 3 s, and its end. `beat` says to whom restarts a hung table that it is at work: not while pads that were
    read are read no more. A table whose readers have hung since its start would only hang again: it is played by hand.
    """

    def __init__(
        self,
        sweeps: Callable[[], int],
        now_ms: Callable[[], int],
        tell: Callable[[Fault], None],
        beat: Callable[[], None],
    ) -> None:
        self._sweeps, self._now_ms, self._tell, self._beat = sweeps, now_ms, tell, beat
        self._counted, self._since_ms = sweeps(), now_ms()
        self._hung = False

    def look(self) -> None:
        """Look once more; twice a second will do."""
        counted, at_ms = self._sweeps(), self._now_ms()
        if counted != self._counted:
            self._counted, self._since_ms = counted, at_ms
        hung = at_ms - self._since_ms >= HUNG_MS
        if hung != self._hung:
            self._hung = hung
            self._tell(Fault("readers", "hung", "", at_ms, over=not hung))
        if not (hung and counted):
            self._beat()
