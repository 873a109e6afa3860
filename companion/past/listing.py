"""Races as a list shows them: who played, who won, when it was. JSON values only."""

from collections import OrderedDict
from datetime import UTC, datetime
from threading import Lock
from typing import Any

from companion.past.archive import Filed
from companion.past.library import Library
from companion.past.tape import Tape
from companion.rules.malformed import Malformed
from companion.rules.setup import Setup
from companion.sentences.say import say_malformed

JSON = dict[str, Any]
WORDS = "races"
"""The catalogue of what is said of them."""
PAGE = 10
"""Races on a page: each has to be judged to its end once, to know who won."""
_REMEMBERED = 1000


class Listing:
    """Lists the races of a library; what it found out of one that does not go on, it remembers."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._lock = Lock()
        self._known: OrderedDict[tuple[str, int], JSON] = OrderedDict()

    def page(self, number: int, language: str) -> JSON:
        """A page of the table's races, the newest first, and behind them those from elsewhere."""
        archive, names = self._library.archive, self._library.shelf.names()
        count, newest = archive.count(), archive.newest()
        pages = max(1, -(-(count + len(names)) // PAGE))
        number = min(max(1, number), pages)
        first = PAGE * (number - 1)
        filed = archive.races(PAGE, first)
        imported = names[max(0, first - count) : max(0, first + PAGE - count)]
        return {
            "page": number,
            "pages": pages,
            "count": count,
            "races": [self.filed(each, language, runs=each.number == newest) for each in filed],
            "imported": [self.imported(name, language) for name in imported],
        }

    def race(self, name: str, language: str) -> JSON | None:
        """One race; None when there is none of that name."""
        number, archive = self._library.number(name), self._library.archive
        if number is None:
            return None if self._library.shelf.record(name) is None else self.imported(name, language)
        filed = archive.race(number)
        return None if filed is None else self.filed(filed, language, runs=number == archive.newest())

    def filed(self, filed: Filed, language: str, *, runs: bool) -> JSON:
        """A race of the journal; `runs`: it is the one that was begun last."""
        name = str(filed.number)
        found = self._found(name, filed.inputs, language)
        state = "running" if runs and found["state"] == "unfinished" else found["state"]
        told = {"name": name, "imported": False, "when": filed.begun, "doubted": filed.doubted, "state": state}
        left = state == "unfinished" and filed.inputs > 0
        return {**found, **told, "goes_on": left and not self._library.archive.went_on(filed.number)}

    def imported(self, name: str, language: str) -> JSON:
        """A race from elsewhere."""
        when = datetime.fromtimestamp(self._library.shelf.came(name), UTC).isoformat(timespec="seconds")
        told = {"name": name, "imported": True, "when": when, "doubted": False, "goes_on": False}
        return {**self._found(name, -1, language), **told}

    def _found(self, name: str, inputs: int, language: str) -> JSON:
        with self._lock:
            known = self._known.get((name, inputs))
        if known is None:
            try:
                tape = self._library.tape(name)
            except Malformed as error:
                return {"state": "broken", "broken": say_malformed(error, language), "inputs": max(0, inputs)}
            known = _summary(tape) if tape is not None else {"state": "gone", "inputs": 0}
            self._remember((name, inputs), known)
        return known

    def _remember(self, key: tuple[str, int], known: JSON) -> None:
        with self._lock:
            self._known[key] = known
            while len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)


def _summary(tape: Tape) -> JSON:
    race = tape.end.race
    return {
        "state": "over" if race.over else "unfinished",
        "edition": race.setup.edition.title,
        "cars": _crews(race.setup),
        "winners": [race.setup.cars[car] for car in race.winners],
        "km": [car.km for car in race.cars],
        "inputs": len(tape),
    }


def _crews(setup: Setup) -> list[JSON]:
    return [
        {"name": car, "players": list(crew) if setup.in_teams else []}
        for car, crew in zip(setup.cars, setup.crews, strict=True)
    ]
