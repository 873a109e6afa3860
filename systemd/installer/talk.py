"""What is said to the person at the terminal, and what is asked."""

import difflib
import sys
from collections.abc import Callable
from typing import NamedTuple


class CannotInstallError(Exception):
    """A step could not be done; the text says why, and the cure."""


class Talk(NamedTuple):
    """A conversation; with `yes` every question is answered so."""

    yes: bool = False
    answer: Callable[[str], str] = input

    def say(self, text: str) -> None:
        """Tell what is being done."""
        print(text, flush=True)

    def ask(self, question: str) -> bool:
        """Ask, and take only a clear yes for one; where nobody can answer it is a no."""
        if self.yes:
            self.say(f"{question} yes")
            return True
        if self.answer is input and not sys.stdin.isatty():
            self.say(f"{question} no: there is nobody to ask. Call it with --yes")
            return False
        return self.answer(f"{question} [y/N] ").strip().lower() in {"y", "yes"}

    def show_change(self, name: str, before: str, after: str) -> None:
        """Show what a file of the system's would become."""
        lines = difflib.unified_diff(before.splitlines(), after.splitlines(), name, name, lineterm="", n=1)
        self.say("\n".join(f"    {line}" for line in lines))
