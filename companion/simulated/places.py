"""Where each physical card is. Every card is in exactly one place, whatever happens: it is a key of one mapping."""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from random import Random
from typing import NamedTuple

from companion.deck.deck import physical_cards
from companion.rules.cards import Card, Kind
from companion.rules.race import Race
from companion.touch.seating import DISCARD


class Area(StrEnum):
    """The parts of a table where cards are."""

    BOX = "box"
    DISPENSER = "dispenser"
    HAND = "hand"
    SEAT = "seat"
    """Before a player: where the Help Card lies."""
    PAD = "pad"
    """On the antenna of a pad."""
    BESIDE = "beside"
    """In the piles beside a pad."""


class Place(NamedTuple):
    """Where a card is."""

    area: Area
    at: str = ""
    """The player or the pad."""
    owner: str = ""
    """The player that it came from, once it has left the hand."""
    since: int = 0
    """On an antenna: the number of the race's last input when it was laid."""
    drawn: int = 0
    """The how manieth card drawn it was; 0 for one that was dealt."""


class Places:
    """The cards of the box and where they are; in each place the one that came last is last."""

    def __init__(self, places: Iterable[tuple[Card, Place]]) -> None:
        self._places = dict(places)

    def __getitem__(self, card: Card) -> Place:
        """Where a card is."""
        return self._places[card]

    def __contains__(self, card: object) -> bool:
        """Whether the card belongs to the box."""
        return card in self._places

    def __iter__(self) -> Iterator[tuple[Card, Place]]:
        """Every card with its place, in the order of arrival."""
        return iter(list(self._places.items()))

    def cards(self, area: Area, at: str = "") -> tuple[Card, ...]:
        """The cards of one place, the latest last."""
        return tuple(card for card, place in self._places.items() if place.area is area and place.at == at)

    def move(self, card: Card, to: Place) -> None:
        """The card is there now, on top; it stays known when it was drawn, until it is in the dispenser again."""
        drawn = 0 if to.area is Area.DISPENSER else to.drawn or self._places[card].drawn
        del self._places[card]
        self._places[card] = to._replace(drawn=drawn)


def home(card: Card, player: str) -> Place:
    """Where a player keeps the card."""
    return Place(Area.SEAT if card.kind is Kind.HELP else Area.HAND, player)


def deal(race: Race, random: Random) -> Places:
    """Shuffle and deal: a hand and a Help Card for each player, the rest into the dispenser.

    When a race is under way, cards that have gone lie on the discard pile and hands have what the referee counts.
    """
    players, box = race.setup.players, list(physical_cards(race.setup.edition))
    helps = [card for card in box if card.kind is Kind.HELP]
    deck = [card for card in box if card.kind is not Kind.HELP and card not in race.played]
    random.shuffle(deck)
    places = [(card, Place(Area.BESIDE, DISCARD)) for card in box if card in race.played]
    for player, help_card in zip(players, helps, strict=False):
        places.append((help_card, home(help_card, player)))
    places += [(card, Place(Area.BOX)) for card in helps[len(players) :]]
    for player, count in zip(players, race.hands, strict=True):
        places += [(card, home(card, player)) for card in deck[:count]]
        del deck[:count]
    return Places([*places, *((card, Place(Area.DISPENSER)) for card in deck)])
