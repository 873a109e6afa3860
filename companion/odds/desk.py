"""The chances as the page's threads see them (`companion.page.odds.Oddsmaker`)."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.desk import Desk
from companion.lights.palette import LOOKS
from companion.odds.line import Point
from companion.odds.watch import Watch
from companion.referee.referee import Referee
from companion.rules.setup import Setup
from companion.view.cars import letters
from firmware.messages import Fault

JSON = dict[str, Any]
SETTING = "odds"
"""The setting of the table: `no` when people do not want to be told."""
DRAWN_ERROR = 0.05
PART, LOST = "odds", "begins-again"


class OddsDesk:
    """What a watch has found out, and its switch."""

    def __init__(self, watch: Watch, desk: Desk) -> None:
        self._watch, self._desk = watch, desk

    def view(self) -> Mapping[str, Any]:
        """What is known now, as JSON values; chances and their standard errors go from 0 to 1."""
        known = self._watch.shown
        latest = known.points[-1] if known.points else None
        return {
            "id": known.id,
            "on": known.on,
            "busy": known.busy,
            "input": None if latest is None else latest.n,
            "certain": latest is not None and latest.chances.certain,
            "rollouts": 0 if latest is None else latest.chances.rollouts,
            "cars": [
                car
                | {
                    "chance": None if latest is None else latest.chances.shares[number],
                    "error": None if latest is None else latest.chances.errors[number],
                }
                for number, car in enumerate(_cars(known.setup))
            ],
            "line": [{"input": point.n, "chances": point.chances.shares} for point in known.points if _drawn(point)],
        }

    def switch(self, *, on: bool) -> None:
        """Reckons or does not, from now on and after every start. Raises the page's Unavailable."""
        self._desk.keep_setting(SETTING, "yes" if on else "no")
        self._watch.switch(on=on)


def _drawn(point: Point) -> bool:
    """Whether it is known well enough for the line not to jump about."""
    return point.chances.good(DRAWN_ERROR)


def _cars(setup: Setup) -> list[JSON]:
    looks = zip(setup.cars, letters(setup.cars), LOOKS, strict=False)
    return [{"name": name, "letter": letter, "colour": look.hex} for name, letter, look in looks]


def as_fault(referee: Referee, clock_ms: Callable[[], int]) -> Callable[[str | None], None]:
    """What is wrong with the child becomes a fault of the part `odds`, until it is right again."""

    def tell(why: str | None) -> None:
        fault = Fault(PART, LOST, why or "", clock_ms(), over=why is None)
        referee.tell(lambda sitting: sitting.fault(fault))

    return tell
