"""One input of a race with how it was ruled, and the race before and after it."""

from typing import NamedTuple

from companion.rules.fold import enter
from companion.rules.game import Game
from companion.rules.inputs import Entry
from companion.rules.ruling import Ruling, Verdict


class Moment(NamedTuple):
    """What happened at one input: all that a sentence, a light or a line of the history says comes from here."""

    n: int
    """Its number: the line of the record, or the place in the journal."""
    entry: Entry
    ruling: Ruling
    before: Game
    after: Game
    unseen: bool = False
    """A draw that no sensor saw: it was entered with the card."""
    note: str = ""
    """Who entered it by hand, as the record's comment says."""
    amends: int = 0
    """How many inputs there were before the change at the desk of which it is a part; 0: of none."""

    @property
    def card_accepted(self) -> bool:
        """Whether a card that people laid counts from now on; one entered again lay there before."""
        return self.ruling.verdict is Verdict.LEGAL and not self.amends


def moment(n: int, game: Game, entry: Entry) -> Moment:
    """The moment at which `entry` is put in to `game`."""
    after, ruling = enter(game, entry)
    return Moment(n, entry, ruling, game, after)
