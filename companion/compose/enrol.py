"""Enrolment at a running table: meanwhile stickers go to it; the referee is told whenever the deck is another."""

from collections.abc import Callable
from typing import Protocol

from companion.deck.deck import Deck
from companion.referee.referee import Referee
from companion.referee.sitting import Sitting
from firmware.messages import Fault, Message

Put = Callable[[Message], None]


class Taker(Protocol):
    """Who may want messages before the referee gets them."""

    def take(self, message: Message) -> bool:
        """Whether the message was for it."""
        ...


def before(put: Put, taker: Taker) -> Put:
    """Takes messages for `put`, but for those that are somebody else's: stickers that are enrolled, cards of a test."""

    def take(message: Message) -> None:
        if not taker.take(message):
            put(message)

    return take


def told(referee: Referee, now_ms: Callable[[], int]) -> Callable[[bool, Deck], None]:
    """Tells the referee of another deck, and everybody that no card is played now, or is again."""

    def changed(active: bool, deck: Deck) -> None:  # noqa: FBT001 - as Enrolling calls it
        def use(sitting: Sitting) -> None:
            sitting.use_deck(deck)
            sitting.fault(Fault("deck", "enrolling", "", now_ms(), over=not active))

        referee.tell(use)

    return changed
