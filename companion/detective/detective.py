"""The detective at work: each refusal is looked into once, when somebody looks at it."""

import logging

from companion.detective.case import case_of
from companion.detective.clues import Clue, clues
from companion.referee.faults import sees_no_draws
from companion.referee.snapshot import Snapshot
from companion.rules import inputs
from companion.rules.game import Refused

_log = logging.getLogger(__name__)


class Detective:
    """Remembers what it found of the latest refusal. One thread at a time."""

    def __init__(self) -> None:
        self._refused: Refused | None = None
        self._clues: tuple[Clue, ...] = ()

    def clues(self, snapshot: Snapshot) -> tuple[Clue, ...]:
        """What would explain the tap that stands refused, best first; nothing while a card is asked about."""
        refused = None if snapshot.asked is not None else snapshot.game.refused
        if refused is not self._refused:
            self._refused, self._clues = refused, ()
            try:
                case = case_of(snapshot.game, snapshot.moments, blind=_blind(snapshot))
                self._clues = () if case is None else clues(case)
            except Exception:  # noqa: BLE001 - whatever it stumbles over, the refusal itself is shown
                _log.exception("a refused card could not be looked into")
        return self._clues


def _blind(snapshot: Snapshot) -> bool:
    """Whether draws go unseen: the sensor is dead, or the latest draw had to be entered with its card."""
    draws = (ruled for ruled in reversed(snapshot.moments) if isinstance(ruled.entry.input, inputs.Draw))
    latest = next(draws, None)
    return any(map(sees_no_draws, snapshot.faults)) or (latest is not None and latest.unseen)
