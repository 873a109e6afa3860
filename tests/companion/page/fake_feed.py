"""A table without a referee: it shows the views it is given, notes what pages send, and does the plainest of it."""

import copy
import time
from collections.abc import Callable, Mapping, Sequence
from threading import Condition
from typing import Any

from companion.lang import LANGUAGES
from companion.page import Choices, Malformed, View
from companion.page.feed import Health, News


class FakeFeed:
    """A Feed that a test drives: `show` is what the referee would show next."""

    def __init__(self, view: dict[str, Any], boot: int = 1) -> None:
        self.fail: Exception | None = None
        self.sent: list[tuple[str, ...]] = []
        self._changed = Condition()
        self._wakes: list[Callable[[], None]] = []
        self._boot = boot
        self._count = 0
        self._answers: dict[str, list[dict[str, Any]]] = {}
        self._past: list[dict[str, Any]] = []
        self._future: list[dict[str, Any]] = []
        self._since = time.monotonic()
        self._said: dict[str, News] = {}
        self._view = view
        self.show(view)

    def say(self, text: str, *tones: str, urgent: bool = False) -> None:
        """Have this be the news of one more view, for whoever had the one before."""
        self._said[self._view["id"]] = {"text": text, "urgent": urgent, "tones": list(tones)}
        self.show()

    def show(self, view: dict[str, Any] | None = None, **changes: Any) -> None:
        """Show `view`, or the one shown now with `changes`, under a new id."""
        with self._changed:
            self._count += 1
            self._view = copy.deepcopy({**(view or self._view), **changes, "id": f"{self._boot}.{self._count}"})
            self._since = time.monotonic()
            self._changed.notify_all()
        for wake in self._wakes:
            wake()

    def reboot(self) -> None:
        """Count views as a table does that was switched off and on."""
        self._boot, self._count = self._boot + 1, 0
        self.show()

    def latest(self, language: str) -> View:
        assert language in LANGUAGES
        with self._changed:
            gone_ms = int(1000 * (time.monotonic() - self._since))
            windows = [{**window, "left_ms": max(0, window["left_ms"] - gone_ms)} for window in self._view["windows"]]
            return {**self._view, "windows": windows}

    def wait(self, after_id: str, timeout_s: float) -> bool:
        with self._changed:
            return bool(self._changed.wait_for(lambda: self._view["id"] != after_id, timeout_s))

    def on_change(self, wake: Callable[[], None]) -> None:
        self._wakes.append(wake)

    def news(self, after_id: str, until_id: str, language: str) -> News:
        assert until_id
        assert language
        return self._said.get(after_id, {"text": "", "urgent": False, "tones": []})

    def health(self, language: str) -> Health:
        assert language
        parts = [
            {"part": fault["part"], "state": "failed", "code": fault["code"], "text": fault["text"]}
            for fault in self._view["faults"]
        ]
        return {"referees": self.fail is None, "parts": parts}

    def choices(self, language: str) -> Choices:
        assert language
        return {
            "cards": [{"id": "25", "name": "25"}, {"id": "100", "name": "100"}, {"id": "gas", "name": "Gasoline"}],
            "hazards": [{"id": "red-light", "name": "Red Light"}, {"id": "accident", "name": "Accident"}],
            "safeties": [{"id": "gas-tank", "name": "Gas Tank"}, {"id": "ace-driver", "name": "Ace Driver"}],
            "editions": [
                {
                    "id": "mario-kart",
                    "title": "Mille Bornes: Mario Kart",
                    "switches": ["right_of_way_starts", "self_attack"],
                },
                {"id": "ryvo", "title": "Ryvo", "switches": []},
            ],
        }

    def submit(
        self, lines: Sequence[str], command_id: str, of: int | None = None, author: str = ""
    ) -> list[dict[str, Any]]:
        assert isinstance(author, str)
        return self._once(command_id, ("input", *lines, *([] if of is None else [str(of)])), lambda: self._do(lines[0]))

    def not_mine(self, n: int, player: str, command_id: str, author: str = "") -> list[dict[str, Any]]:
        assert isinstance(author, str)
        return self._once(command_id, ("not-mine", str(n), player), lambda: self._charge(n, player))

    def new_race(self, head: str, command_id: str) -> list[dict[str, Any]]:
        if "cars " not in head:
            raise Malformed("cars: nobody plays. Fill in at least two names.")
        return self._once(command_id, ("new-race", head), lambda: None)

    def lend(self, car: str, pad: str | None) -> None:
        self.sent.append(("lend", car, pad or ""))
        lent = [] if pad is None else [{"car": car, "pad": pad, "place": pad.removeprefix("seat-")}]
        faults = [{**fault, "borrow": None} if pad else fault for fault in self._view["faults"]]
        self.show(lent=lent, faults=faults)

    def calm_lights(self, *, calm: bool) -> None:
        self.sent.append(("calm" if calm else "lively",))
        self.show(calm=calm)

    def race(self) -> Mapping[str, Any]:
        return {"edition": self._view["edition"], "over": self._view["over"] is not None}

    def record(self) -> str:
        return "edition mario-kart\ncars Mario Luigi\nMario green-light\n"

    def _once(self, command_id: str, command: tuple[str, ...], act: Callable[[], None]) -> list[dict[str, Any]]:
        if self.fail:
            raise self.fail
        if command_id not in self._answers:
            self.sent.append(command)
            act()
            self._answers[command_id] = [{"line": len(self.sent), "verdict": "noted"}]
        return self._answers[command_id]

    def _do(self, line: str) -> None:
        if line == "undo":
            self._future.append(self._view)
            self.show(self._past.pop())
        elif line == "redo":
            self._past.append(self._view)
            self.show(self._future.pop())
        elif line == "overrule":
            self._enter("legal", f"Overruled: {self._view['warning']['text']}", warning=None)
        elif line.startswith("by "):
            self._enter("legal", f"It was {line.removeprefix('by ')}’s.", question=None)
        elif line.startswith("pass "):
            self._enter("noted", "No stroke.", windows=[])
        elif line.split(maxsplit=1)[0] in {"Mario", "Luigi", "discard", "set"}:
            self._enter("legal", f"Taken: {line}.", warning=None)
        else:
            raise Malformed(
                f"line: {line.split(maxsplit=1)[0]!r} is no word of the record. Write a car, `discard` or a correction."
            )

    def _charge(self, n: int, player: str) -> None:
        history = [
            {**entry, "charged": player, "not_mine": []} if entry["n"] == n else entry
            for entry in self._view["history"]
        ]
        self.show(history=history)

    def _enter(self, verdict: str, text: str, **changes: Any) -> None:
        self._past.append(self._view)
        history = [*self._view["history"], entry(len(self._view["history"]) + 1, verdict, text)]
        self.show(**changes, history=history, can={**self._view["can"], "undo": len(history), "redo": False})


def entry(n: int, verdict: str, text: str, **facts: Any) -> dict[str, Any]:
    """One line of a history."""
    plain = dict.fromkeys(("player", "code", "play", "car", "card", "citation", "instead", "charged"))
    return {**plain, "n": n, "verdict": verdict, "text": text, "not_mine": [], "undone": False, **facts}
