"""The process that rolls, as the table holds it: orders go down, counts come up, and nothing is waited for long."""

import json
import os
import pickle
import select
import subprocess
import sys
from collections.abc import Sequence

from companion.odds.chances import Chances
from companion.odds.orders import Answer, Order

COMMAND = (sys.executable, "-P", "-m", "companion.odds.worker")
NICEST = 19
_READ_BYTES = 65_536


class ChildLostError(OSError):
    """The child has ended, or does not take what it is sent."""


class Child:
    """A child that runs. Raises `ChildLostError` when it cannot be started."""

    def __init__(self, command: Sequence[str] = COMMAND) -> None:
        try:
            self._process = subprocess.Popen(  # noqa: S603 - this program's own module
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
            )
        except OSError as error:
            raise ChildLostError(str(error)) from error
        os.setpriority(os.PRIO_PROCESS, self._process.pid, NICEST)  # from its first moment: to start is work too
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._orders, self._answers = self._process.stdin, self._process.stdout
        os.set_blocking(self._orders.fileno(), False)
        self._rest = b""

    def order(self, order: Order) -> None:
        """Has a position rolled in place of the one before. Raises `ChildLostError`."""
        sent = pickle.dumps(order)
        try:
            taken = os.write(self._orders.fileno(), sent)
        except OSError as error:
            raise ChildLostError(str(error)) from error
        if taken < len(sent):
            raise ChildLostError("it takes no orders")

    def answer(self, timeout_s: float) -> Answer | None:
        """The newest counts, waited for no longer than `timeout_s`. Raises `ChildLostError`."""
        if not select.select([self._answers], [], [], timeout_s)[0]:
            return None
        read = os.read(self._answers.fileno(), _READ_BYTES)
        if not read:
            raise ChildLostError("it has ended")
        *lines, self._rest = (self._rest + read).split(b"\n")
        return _answer(lines[-1]) if lines else None

    def end(self) -> None:
        """Ends it."""
        self._orders.close()
        self._process.kill()
        self._process.wait()
        self._answers.close()


def _answer(line: bytes) -> Answer:
    try:
        number, (wins, rollouts, certain), done = json.loads(line)
    except (ValueError, TypeError) as error:
        raise ChildLostError(f"it answers {line[:80]!r}") from error
    return Answer(number, Chances(tuple(wins), rollouts, certain), done)
