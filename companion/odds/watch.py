"""The thread that keeps the chances up with the race. Whatever becomes of its child, nothing else waits or stops."""

import logging
import time
from collections.abc import Callable
from fractions import Fraction
from itertools import count
from threading import Event, Thread
from typing import NamedTuple, Protocol

from companion.odds.child import Child, ChildLostError
from companion.odds.line import Line, Point, Wanted
from companion.odds.orders import Answer, Order
from companion.referee.bulletin import Bulletin
from companion.referee.snapshot import Snapshot
from companion.rules.setup import Setup

REST_S = 0.5
LOOK_S = 0.1
"""How often it is looked, while the child rolls, whether the race went on."""
SILENT_S = 15.0
GIVE_WAY_S = 0.05
"""After an input the lights and pages come first: threads of one process take turns."""
BACK_OFF_S = (1.0, 2.0, 5.0, 15.0, 60.0)
"""Pauses before a child that was lost is started again; once it answers they begin anew."""

_log = logging.getLogger(__name__)


class Roller(Protocol):
    """What rolls: `companion.odds.child.Child`."""

    def order(self, order: Order) -> None:
        """Has a position rolled in place of the one before. Raises `ChildLostError`."""
        ...

    def answer(self, timeout_s: float) -> Answer | None:
        """The newest counts, waited for no longer than `timeout_s`. Raises `ChildLostError`."""
        ...

    def end(self) -> None:
        """Ends it."""
        ...


class Standing(NamedTuple):
    """What is known at one instant."""

    id: int
    """Another one for every change."""
    on: bool
    setup: Setup
    points: tuple[Point, ...]
    """The line of this race, as far as it is known."""
    busy: bool
    """Whether more will be known soon."""


class Watch:
    """The chances of the race that a bulletin shows."""

    def __init__(
        self,
        bulletin: Bulletin,
        tell: Callable[[str | None], None],
        *,
        on: bool,
        start: Callable[[], Roller] = Child,
        silent_s: float = SILENT_S,
    ) -> None:
        """`tell` is told what is wrong with the child, and (None) that it is right again.

        A child that says nothing for `silent_s`, though it rolls, hangs.
        """
        self._bulletin, self._tell, self._start, self._silent_s = bulletin, tell, start, silent_s
        self._seen = bulletin.latest()
        self._line = Line()
        self._follow(self._seen)
        self._roller: Roller | None = None
        self._ordered: tuple[int, Wanted] | None = None
        self._heard_s = 0.0
        self._losses = 0
        self._numbers, self._ids = count(1), count(1)
        self._closing = Event()
        self._thread = Thread(target=self._run, name="odds", daemon=True)
        self._on = on
        self.shown = self._standing(busy=on)

    def start(self) -> None:
        """Begins to watch."""
        self._thread.start()

    def stop(self) -> None:
        """Ends it, and the child."""
        self._closing.set()
        self._thread.join()

    def switch(self, *, on: bool) -> None:
        """Whether the chances are reckoned at all."""
        self._on = on
        self.shown = self.shown._replace(id=next(self._ids), on=on, busy=on)

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                self._keep_up()
            except ChildLostError as lost:
                self._lost(str(lost))
            except Exception as error:  # noqa: BLE001 - the odds must not fail for a whole evening: told, and tried again
                _log.exception("the chances could not be reckoned")
                self._lost(repr(error))
        self._end_child()

    def _keep_up(self) -> None:
        latest = self._bulletin.latest()
        if latest.id != self._seen.id:
            self._closing.wait(GIVE_WAY_S)
            self._follow(self._bulletin.latest())
        wanted = self._line.wanted() if self._on else None
        self._show(busy=wanted is not None)
        if wanted is not None:
            self._roll(wanted)
            return
        if not self._on:
            self._end_child()
        self._bulletin.wait(self._seen.id, REST_S)
        if self._bulletin.latest().id == self._seen.id:  # nothing came in all that time, or nothing will any more
            self._closing.wait(LOOK_S)

    def _follow(self, snapshot: Snapshot) -> None:
        if snapshot.race != self._seen.race:
            self._line = Line()
        self._seen = snapshot
        self._line.follow(snapshot.game, Fraction(snapshot.clock_ms, 1000))

    def _roll(self, wanted: Wanted) -> None:
        """Has it rolled, unless it is, and hears what has come of it."""
        if self._roller is None:
            self._roller = self._start()
        if self._ordered is None or self._ordered[1] != wanted:
            self._ordered = next(self._numbers), wanted
            self._roller.order(Order(self._ordered[0], wanted.position, wanted.error, wanted.limit_s))
            self._heard_s = time.monotonic()
        answer = self._roller.answer(LOOK_S)
        if answer is not None and answer.number == self._ordered[0]:
            self._heard_s = time.monotonic()
            self._line.keep(wanted, answer.chances, done=answer.done)
            if answer.done:
                self._ordered = None
            if self._losses:
                self._losses = 0
                self._tell(None)
        elif time.monotonic() - self._heard_s > self._silent_s:
            raise ChildLostError(f"it has said nothing for {self._silent_s:g} s")

    def _lost(self, why: str) -> None:
        self._end_child()
        self._tell(why)
        pause_s = BACK_OFF_S[min(self._losses, len(BACK_OFF_S) - 1)]
        self._losses += 1
        self._closing.wait(pause_s)

    def _end_child(self) -> None:
        roller, self._roller, self._ordered = self._roller, None, None
        if roller is not None:
            roller.end()

    def _show(self, *, busy: bool) -> None:
        standing = self._standing(busy=busy)
        if standing._replace(id=self.shown.id) != self.shown:
            self.shown = standing

    def _standing(self, *, busy: bool) -> Standing:
        return Standing(next(self._ids), self._on, self._seen.game.race.setup, self._line.points(), busy)
