"""The page before somebody at the table: what it suggests, and the touches that it is given."""

import json
from collections.abc import Callable
from typing import Any

from companion.detective.detective import Detective
from companion.lang import catalogue
from companion.referee.sitting import Sitting
from companion.view.table import view


class Screen:
    """Sends what the buttons of the page send, and counts the touches."""

    def __init__(self, sitting: Sitting, now_ms: Callable[[], int]) -> None:
        self.sitting, self._now_ms, self._detective = sitting, now_ms, Detective()
        self.touches = 0

    def view(self, language: str = "en") -> dict[str, Any]:
        """What a browser is told."""
        words, clues = catalogue(language, "rulings"), self._detective.clues(self.sitting.snapshot)
        shown = view(self.sitting.snapshot, words, self._now_ms(), clues, simulated=False)
        return json.loads(json.dumps(shown))  # type: ignore[no-any-return] # an object, as every view is

    def suggestions(self, language: str = "en") -> list[dict[str, Any]]:
        warning = self.view(language)["warning"]
        return [] if warning is None else warning["suggestions"]

    @property
    def asks(self) -> list[str]:
        return [each["text"] for each in self.suggestions()]

    def answer(self, question: str, choice: str = "", *, on: str | None = None) -> bool:
        """One touch says yes; with a choice one opens the row and one chooses. Whether it was taken."""
        (found,) = [each for each in self.suggestions() if each["text"] == question]
        lines = [each["line"] for each in found["choices"] if (each["text"], each["on"]) == (choice, on)] or [""]
        self.touches += 2 if choice else 1
        entered = [line if line is not None else lines[0] for line in found["lines"]]
        after = self.view()["warning"]["after"]
        return self.sitting.follow(entered, after, self._now_ms(), f"touch {self.touches}") is not None

    def press(self, line: str) -> None:
        """One touch on a button that enters a line."""
        self.touches += 1
        self.sitting.enter([line], self._now_ms(), f"touch {self.touches}")

    def lend(self, car: str, pad: str) -> None:
        """One touch on a free pad that is offered for a dead one."""
        assert pad in [
            each["pad"] for fault in self.view()["faults"] for each in (fault["borrow"] or {"pads": []})["pads"]
        ]
        self.touches += 1
        self.sitting.lend_to(car, pad)
