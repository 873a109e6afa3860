"""The process that rolls, nicer than all others: orders come in on its standard input, counts go out, a line a batch.

Started by `companion.odds.child` as `python -m companion.odds.worker`. It ends when its input does.
"""

import json
import os
import pickle
import signal
import sys
import time
from collections.abc import Iterator
from random import Random
from threading import Condition, Thread
from typing import BinaryIO

from companion.odds.orders import Answer, Order
from companion.odds.rollout import rolled

BATCH_S = 0.4


class Inbox:
    """The newest order; one that comes in replaces the one before."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream, self._changed = stream, Condition()
        self.newest: Order | None = None
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        while True:
            try:
                order = pickle.load(self._stream)  # noqa: S301 - the table wrote it, to this child of its own
            except EOFError:
                os._exit(0)  # the table is gone: nobody waits for what is being rolled
            with self._changed:
                self.newest = order
                self._changed.notify()

    def after(self, done: Order | None) -> Order:
        """Waits for another order than the one that is done."""
        with self._changed:
            self._changed.wait_for(lambda: self.newest is not done)
            assert self.newest is not None
            return self.newest


def answers(order: Order, random: Random) -> Iterator[Answer]:
    """The counts of an order, a batch at a time, to the end."""
    begun = told = time.monotonic()
    for chances in rolled(order.position, random):
        now = time.monotonic()
        done = now - begun >= order.limit_s or chances.good(order.error)
        if not done and now - told < BATCH_S:
            continue
        told = now
        yield Answer(order.number, chances, done)
        if done:
            return


def main() -> None:
    """Rolls what is ordered, as long as somebody orders."""
    for told_to_all in (signal.SIGINT, signal.SIGTERM):  # by a terminal, by systemd: meant for the table, which ends us
        signal.signal(told_to_all, signal.SIG_IGN)
    inbox, random = Inbox(sys.stdin.buffer), Random()  # noqa: S311 - a rollout's cards are no secret
    order = None
    while True:
        order = inbox.after(order)
        for answer in answers(order, random):
            print(json.dumps(answer), flush=True)  # noqa: T201 - its output is its answer
            if inbox.newest is not order:
                break


if __name__ == "__main__":
    main()
