"""A button pressed a moment ago: it announces whose the next card is, or whose area it is meant for. A pure value."""

from typing import NamedTuple

from companion.touch.seating import DISCARD, seat_of

ANNOUNCED_MS = 5000
"""A card within so long after the press is the one that was announced (DESIGN.md, 6)."""


class Announced(NamedTuple):
    """The last press that no card has followed yet."""

    button: str = ""
    at_ms: int = 0
    ended: bool = False
    """It was the press that ended the own turn: of what follows only a hazard can be meant for that seat."""

    def at(self, at_ms: int) -> "Announced":
        """What of it still counts at that time."""
        return self if 0 <= at_ms - self.at_ms <= ANNOUNCED_MS else NOTHING

    @property
    def seat(self) -> int | None:
        """The player's seat, from 0."""
        return seat_of(self.button)

    @property
    def discard(self) -> bool:
        """Whether the next card is for the discard pile."""
        return self.button == DISCARD


NOTHING = Announced()
