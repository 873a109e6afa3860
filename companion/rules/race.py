"""The state of a race: frozen values, no behaviour but what can be read off them."""

from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from companion.rules.cards import Card
from companion.rules.setup import Setup

GOAL_KM = 1000
STEP_KM = 25
MOST_CARDS = 112
"""In a box, Help Cards included."""


class Draw(StrEnum):
    """Why a player has a card to draw."""

    TURN = "turn"
    REFILL = "refill"
    """After a second hazard (rule 14)."""
    REPLACEMENT = "replacement"
    """After a stroke (rule 25)."""


class Reason(StrEnum):
    """How a race ended."""

    GOAL = "1000"
    DISPENSER_EMPTY = "dispenser-empty"
    HANDS_EMPTY = "hands-empty"


class Owed(NamedTuple):
    """A card that a player has still to draw."""

    player: int
    why: Draw


class Window(NamedTuple):
    """A hazard that a stroke may still answer (rules 23, 24)."""

    car: int
    hazard: Card
    attacker: int
    opened_at: Fraction
    """On the race's clock, in seconds."""
    replaced: str | None = None
    """The battle hazard that an overruled one has pushed aside; a stroke brings it back."""


class Car(NamedTuple):
    """One car and what lies in its play area."""

    km: int = 0
    started: bool = False
    stopped_by: str | None = None
    """The battle hazard in force."""
    limited: bool = False
    safeties: tuple[str, ...] = ()
    strokes: tuple[str, ...] = ()
    """Those of the safeties that were played as a stroke."""
    two_hundreds: int = 0
    laid: tuple[str, ...] = ()
    """Card ids that lie in the area (`on_top`), oldest first; what a stroke cancels leaves it."""


class Race(NamedTuple):
    """A race between two inputs."""

    setup: Setup
    cars: tuple[Car, ...]
    hands: tuple[int, ...]
    """Cards in the hand of each seat."""
    dispenser: int
    turn: int | None
    """The seat on turn; None once the race is over."""
    owed: tuple[Owed, ...]
    """Draws to come, in the order they will be seen. With `draws assumed` only the turn's own."""
    attack: tuple[str, ...] = ()
    """The first and the latest hazard of a turn that rule 14 keeps open; empty when it is not."""
    windows: tuple[Window, ...] = ()
    discarded: tuple[str, ...] = ()
    """Card ids in the discard pile (`on_top`), oldest first."""
    discards: int = 0
    """How many cards have gone there."""
    played: frozenset[Card] = frozenset()
    """Numbered cards that have gone."""
    cancelled: frozenset[Card] = frozenset()
    """Numbered hazards that a stroke has sent to the discard pile."""
    lying: tuple[int | None, Card] | None = None
    """Pad (car, None for the discard pile) and numbered card of the last input, if that was an accepted tap."""
    reason: Reason | None = None

    @property
    def over(self) -> bool:
        """Whether the race has ended."""
        return self.reason is not None

    @property
    def open(self) -> bool:
        """Whether rule 14 keeps the turn open for a second hazard or its refill."""
        return bool(self.attack)

    @property
    def next(self) -> int | None:
        """The seat to the left of the player on turn."""
        return None if self.turn is None else self.setup.left_of(self.turn)

    @property
    def winners(self) -> tuple[int, ...]:
        """Once over: the cars with the most km, 0 included (rule 32)."""
        if not self.over:
            return ()
        most_km = max(car.km for car in self.cars)
        return tuple(n for n, car in enumerate(self.cars) if car.km == most_km)

    def window_open(self, window: Window, now: Fraction) -> bool:
        """Whether a stroke at `now` (seconds on the race's clock) is in time: exactly 15 s is."""
        return now - window.opened_at <= self.setup.edition.window_s


def on_top(pile: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The pile with this card laid on it: of more than any box holds only the uppermost are remembered.

    Every state of a race is kept, and a record may go on for ever.
    """
    return (*pile, card) if len(pile) < MOST_CARDS else (*pile[1:], card)


def start(setup: Setup) -> Race:
    """The race after the deal: hands dealt, the first player about to draw."""
    seats, hand = len(setup.players), setup.edition.hand
    return Race(
        setup=setup,
        cars=(Car(),) * len(setup.cars),
        hands=(hand,) * seats,
        dispenser=setup.edition.cards - hand * seats,
        turn=setup.first_seat,
        owed=(Owed(setup.first_seat, Draw.TURN),),
    )
