"""A limit of time for whatever the benchmark's own process does: no measurement waits for ever."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

AGAIN_S = 10.0
"""What hangs may hang once more while it is cleared away."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raises TimeoutError in the main thread, where it is called, when this much time has gone."""

    def late(*_signal: object) -> None:
        raise TimeoutError(f"it took more than {seconds:g} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
