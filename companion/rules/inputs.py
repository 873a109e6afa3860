"""What can be put in to a race (RECORD.md, Inputs). Cars and players are numbers of the race's setup."""

from fractions import Fraction
from typing import NamedTuple

from companion.rules.reading import Tap


class Draw(NamedTuple):
    """The dispenser's sensor saw one card leave."""


class End(NamedTuple):
    """The turn button."""


class Pass(NamedTuple):
    """No stroke from that car."""

    car: int


class By(NamedTuple):
    """Says whose the open tap was."""

    player: int


class Undo(NamedTuple):
    """Takes back the last input that changed the race."""


class Redo(NamedTuple):
    """Brings the last undone input back."""


class Overrule(NamedTuple):
    """Lets the tap just refused stand."""


class SetCar(NamedTuple):
    """A fact of a car put right: `km`, `started`, `stopped_by`, `limited` or `safeties`, as in `Car`."""

    car: int
    fact: str
    value: int | bool | str | tuple[str, ...] | None


class SetTurn(NamedTuple):
    """Begins a turn for that player."""

    player: int


class SetDispenser(NamedTuple):
    """How many cards the dispenser holds."""

    cards: int


Input = Tap | Draw | End | Pass | By | Undo | Redo | Overrule | SetCar | SetTurn | SetDispenser


class Entry(NamedTuple):
    """An input and the time since the one before, in seconds."""

    input: Input
    after: Fraction = Fraction(0)
