"""What the table tells the service manager that started it (sd_notify(3)); nobody, on a laptop."""

import os
import socket
import time
from collections.abc import Callable

BEAT_S = 1.0


class ServiceManager:
    """Who started this program as a service, if anybody did: it waits for `ready`, then for a beat every few seconds.

    What it cannot be told is left: a table plays on without it.
    """

    def __init__(self, environ: "os._Environ[str]" = os.environ, clock_s: Callable[[], float] = time.monotonic) -> None:
        """The address is taken out of `environ`: what the table starts is not the service."""
        self._address = environ.pop("NOTIFY_SOCKET", "")
        self._clock_s = clock_s
        self._beaten_s = -BEAT_S
        if self._address.startswith("@"):  # Linux's abstract names
            self._address = "\0" + self._address[1:]

    def ready(self, status: str) -> None:
        """The page is open and the referee plays."""
        self._tell(f"READY=1\nSTATUS={status}")

    def beat(self) -> None:
        """The game moves on. Only the thread that moves it may say so."""
        now_s = self._clock_s()
        if now_s - self._beaten_s >= BEAT_S:
            self._beaten_s = now_s
            self._tell("WATCHDOG=1")

    def stopping(self) -> None:
        """The table is being closed."""
        self._tell("STOPPING=1")

    def _tell(self, text: str) -> None:
        if not self._address:
            return
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as told:
            try:
                told.settimeout(BEAT_S / 2)
                told.sendto(text.encode(), self._address)
            except OSError:
                return
