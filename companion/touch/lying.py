"""Refused cards that lie on their pads: each is judged once more when an accepted input has removed the reason.

A pure value. A card counts as lying when it has not been lifted 700 ms after the input that changed the race: by then
the readers would have said so (HARDWARE.md, 0).
"""

from collections.abc import Sequence
from typing import NamedTuple

from companion.moment import Moment
from companion.rules import inputs
from companion.rules.cards import Card
from companion.rules.reading import PlayKind
from companion.rules.ruling import Verdict

LYING_MS = 700


class Left(NamedTuple):
    """A refused card that may still lie there."""

    pad: str
    uid: bytes
    card: Card
    line: str
    """The tap as it was entered."""
    player: int | None
    """Whose it was taken for."""

    def stands(self, ruled: Moment) -> bool:
        """Whether it would be accepted now, as the same player's. A card laid before an attack is no stroke."""
        ruling, setup = ruled.ruling, ruled.after.race.setup
        own = ruling.player is not None and setup.car_of[ruling.player] == ruling.car
        same = ruling.player == self.player or (self.player is None and own)
        return ruling.verdict is Verdict.LEGAL and same and ruling.play != PlayKind.STROKE


class Lying(NamedTuple):
    """The refused cards, and when to look at them again (messages' clock); None: nothing has changed for them."""

    cards: tuple[Left, ...] = ()
    look_ms: int | None = None

    def laid(self, left: Left) -> "Lying":
        """A card was refused."""
        return self.lifted(left.pad, left.uid)._replace(cards=(*self.lifted(left.pad, left.uid).cards, left))

    def lifted(self, pad: str, uid: bytes | None = None) -> "Lying":
        """A card left its pad; without `uid` nothing is known of that pad any more."""
        kept = tuple(left for left in self.cards if left.pad != pad or uid not in (None, left.uid))
        return Lying(kept, self.look_ms if kept else None)

    def looked(self) -> "Lying":
        """They were judged once more: not again for the same change."""
        return self._replace(look_ms=None)

    def after(self, ruled: Sequence[Moment], at_ms: int) -> "Lying":
        """What is left of them after inputs; people who undo and redo have the table in their own hands."""
        changes = [each for each in ruled if each.after.race is not each.before.race]
        if any(isinstance(each.entry.input, inputs.Undo | inputs.Redo) for each in changes):
            return Lying()
        if not changes:
            return self
        played = changes[-1].after.race.played
        cards = tuple(left for left in self.cards if left.card not in played)
        return Lying(cards, at_ms + LYING_MS if cards else None)
