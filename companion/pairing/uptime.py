"""Age without a calendar: how often the machine was started, and how long it has run. A set clock changes neither."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


class Age(NamedTuple):
    """How old the table is."""

    boots: int
    up_s: float
    """All the time that the machine has run, as far as it is known: what ran after the last note is lost."""


def boot_id() -> str:
    """The name of this start of the machine; empty where the system gives none."""
    try:
        return BOOT_ID.read_text("ascii").strip()
    except OSError:
        return ""


class Uptime:
    """The age now, counted on from a note of it."""

    def __init__(self, note: dict[str, Any], boot: str, monotonic_s: Callable[[], float]) -> None:
        """`note` is what `note` gave last, empty at first; `monotonic_s` counts from the machine's start."""
        self._boot, self._monotonic_s = boot, monotonic_s
        same = bool(note) and note["boot"] == boot
        self.new = not same
        """Whether this start of the machine was not noted yet."""
        self._boots = int(note["boots"]) + (not same) if note else 0
        up_s = float(note["up_s"]) if note else 0.0
        self._before_s = up_s - (float(note["monotonic_s"]) if same else 0.0)

    def now(self) -> Age:
        """The age now."""
        return Age(self._boots, self._before_s + self._monotonic_s())

    def note(self) -> dict[str, Any]:
        """What is kept of it, as JSON values."""
        age = self.now()
        return {"boot": self._boot, "boots": age.boots, "up_s": age.up_s, "monotonic_s": self._monotonic_s()}
