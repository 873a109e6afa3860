"""A card that cannot enter the record before somebody says what it was. The record knows nothing of it until then."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.rules.cards import Card
from companion.rules.setup import Setup
from companion.rules.words import Unbalanced, split
from firmware.messages import Scan

WHOSE_AREA = "whose-area"
WHOSE_CARD = "whose-card"


class Answer(NamedTuple):
    """One answer: the name that says it, and the lines of the record that come of it."""

    name: str
    """A player, a car, or `discard`."""
    car: int | None
    """The car that it names; None for the discard pile."""
    lines: tuple[str, ...]


class Asked(NamedTuple):
    """The question and its answers. It is answered as `whose-card` is: by `by NAME`, whoever says that how."""

    code: str
    """WHOSE_AREA: the one-reader table cannot know whom a hazard is against. WHOSE_CARD: with a dead beam it may be the
    attacker's second hazard or the next player's first."""
    scan: Scan
    card: Card
    answers: tuple[Answer, ...]
    otherwise: tuple[str, ...] = ()
    """What is entered before any other input: nothing, or the next player's card, as the rules have it."""
    proposed: int = 0
    """Which answer the lights propose; tapped again the card proposes the next one."""

    def is_of(self, scan: Scan) -> bool:
        """Whether that is the card in question, on its pad again."""
        return (self.scan.pad, self.scan.uid) == (scan.pad, scan.uid)

    def again(self) -> "Asked":
        """The card was tapped again: the next answer is proposed."""
        return self._replace(proposed=(self.proposed + 1) % len(self.answers))

    def lines(self, lines: Sequence[str], setup: Setup) -> tuple[str, ...]:
        """What is entered when these lines are: they may answer, drop the card by `undo`, or be another input."""
        if list(lines) == ["undo"]:
            return ()
        name = _named(lines)
        for answer in self.answers:
            of_car = answer.car is not None and name in setup.crews[answer.car] and self.code == WHOSE_AREA
            if name is not None and (answer.name == name or of_car):
                return answer.lines
        return (*self.otherwise, *lines)


def _named(lines: Sequence[str]) -> str | None:
    """Whom a single line `by NAME` names."""
    try:
        words = split(lines[0]) if len(lines) == 1 else []
    except Unbalanced:
        return None
    return words[1] if len(words) == 2 and words[0] == "by" else None
