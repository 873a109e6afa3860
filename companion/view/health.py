"""The parts of the table that do not work as they should, each by its name."""

from typing import Any

from companion.lang import Catalogue
from companion.referee.snapshot import NOT_STORED, Snapshot
from companion.view.faults import fault_view
from firmware.messages import LIBRARY, OFFLINE

JSON = dict[str, Any]

_FAILED = frozenset({OFFLINE, LIBRARY, "blocked", "stuck", NOT_STORED})
"""The codes of a part that does nothing; one with any other code works, though not as it should."""


def parts_view(snapshot: Snapshot, words: Catalogue) -> list[JSON]:
    """What is wrong now: a part twice when two things are wrong with it."""
    return [
        {
            "part": fault.part,
            "state": "failed" if fault.code in _FAILED else "hindered",
            "code": fault.code,
            "text": fault_view(snapshot, fault, words)["text"],
        }
        for fault in snapshot.faults
        if fault is not snapshot.notice
    ]
