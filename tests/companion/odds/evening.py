"""A table whose race is played while its chances are reckoned."""

import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from flask import Flask

from companion.desk import Desk
from companion.odds.chances import Chances
from companion.odds.child import Child
from companion.odds.desk import SETTING, OddsDesk, as_fault
from companion.odds.orders import Answer, Order
from companion.odds.watch import Roller, Standing, Watch
from companion.page import create_app
from companion.page.odds import odds_pages
from companion.referee.referee import Referee
from tests.companion.table import Table

WITHIN_S = 60
ROLLOUTS = 3000


class Quick:
    """A child that has rolled at once: the first car wins three times in five."""

    def __init__(self) -> None:
        self._order: Order | None = None

    def order(self, order: Order) -> None:
        self._order = order

    def answer(self, timeout_s: float) -> Answer | None:
        if self._order is None:
            time.sleep(timeout_s)
            return None
        order, self._order = self._order, None
        cars = len(order.position.race.cars)
        wins = (0.6 * ROLLOUTS, *[0.4 * ROLLOUTS / (cars - 1)] * (cars - 1))
        return Answer(order.number, Chances(wins, ROLLOUTS), done=True)

    def end(self) -> None:
        self._order = None


class Evening:
    """A table with its referee, and a watch over the race."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.table = Table(folder, "cars Mario Luigi")
        self.referee = Referee(self.table.sitting)
        self.referee.start()
        stack.callback(self.table.journal.close)
        stack.callback(self.referee.stop)
        self.told: list[str | None] = []
        self.children: list[Child] = []
        self._stack = stack

    def watch(self, *commands: tuple[str, ...], silent_s: float = WITHIN_S) -> Watch:
        """A watch whose first children run these, and all later ones what they should."""
        coming = list(commands)

        def start() -> Child:
            self.children.append(Child(coming.pop(0)) if coming else Child())
            return self.children[-1]

        watch = Watch(self.referee.bulletin, self.told.append, on=True, start=start, silent_s=silent_s)
        self._stack.callback(watch.stop)
        watch.start()
        return watch

    def page(self, start: Callable[[], Roller] = Quick) -> Flask:
        """The page of the race, with its chances."""
        desk = Desk(self.referee, lambda: self.table.now_ms, simulated=True)
        on = self.referee.ask(lambda sitting: sitting.setting(SETTING)) != "no"
        tell = as_fault(self.referee, lambda: self.table.now_ms)
        self.watched = Watch(self.referee.bulletin, tell, on=on, start=start)
        self._stack.callback(self.watched.stop)
        self.watched.start()
        return create_app(desk, blueprints=[odds_pages(OddsDesk(self.watched, desk))])

    def say(self, line: str) -> None:
        self.referee.ask(lambda sitting: sitting.enter([line], self.table.now_ms))


def wait_for(watch: Watch, what: Callable[[Standing], bool]) -> Standing:
    end = time.monotonic() + WITHIN_S
    while not what(watch.shown):
        assert time.monotonic() < end, watch.shown
        time.sleep(0.02)
    return watch.shown


def stands_at(n: int) -> Callable[[Standing], bool]:
    return lambda shown: bool(shown.points) and shown.points[-1].n == n
