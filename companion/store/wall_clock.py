"""Whether the time of day is to be trusted: a Pi has no clock of its own, and asks the network for it after each start.

Time is only ever a label here; one that nobody has told the machine yet is marked.
"""

from pathlib import Path

UNSURE = "?"
"""The mark behind a label of a clock that had not been set."""
_ASKING = Path("/run/systemd/timesync")
"""Is there where systemd asks the network for the time, and has this file in it once that has answered."""
_ANSWERED = "synchronized"


def mark() -> str:
    """What goes behind a label made now: nothing, unless this machine has asked for the time and has no answer yet."""
    return UNSURE if _ASKING.is_dir() and not (_ASKING / _ANSWERED).exists() else ""


def read_label(label: str) -> tuple[str, bool]:
    """A label without its mark, and whether it had one."""
    return label.removesuffix(UNSURE), label.endswith(UNSURE)
