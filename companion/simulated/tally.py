"""How the cards in hands and dispenser compare with what the referee counts, and how they become even again. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from companion.rules.cards import Card, Kind
from companion.rules.race import Race
from companion.simulated.places import Area, Place, Places, home
from companion.touch.seating import DISCARD


class Tally(NamedTuple):
    """The difference between the table and the referee's count."""

    hands: Mapping[str, int]
    """For each player, the cards beyond the count; below 0, the cards that are counted and not there."""
    due: tuple[str, ...]
    """Who has a card to draw."""
    welcome: tuple[str, ...]
    """Who may draw by the rules: whoever has to, and the next player when rule 14 keeps a turn open."""
    stock: int
    """Cards in the dispenser beyond the count that no hand lacks."""

    @property
    def even(self) -> bool:
        """Whether every hand has what the referee counts."""
        return not any(self.hands.values())


def tally(places: Places, race: Race, drawing: Iterable[str]) -> Tally:
    """Compare. `drawing`: players with a card on its way, once for each; the beam has yet to be heard of.

    A card at a pad that does not count is still its player's. With `draws assumed` nobody's hand lacks a card: there
    is one to draw.
    """
    held, coming, waits = _held(places, race), Counter(drawing), waiting(race)
    owed = Counter(race.setup.players[owed.player] for owed in race.owed)
    hands, due = {}, []
    for seat, player in enumerate(race.setup.players):
        beyond = held[player] - race.hands[seat]
        if race.setup.draws_seen:
            hands[player] = beyond - coming[player]
            owes = owed[player] > coming[player]
        else:
            hands[player] = max(0, beyond - (seat == waits))
            owes = beyond < (seat == waits)
        if owes and race.dispenser:
            due.append(player)
    drawn = sum(held[player] - count for player, count in zip(race.setup.players, race.hands, strict=True))
    welcome = {*due, *([race.setup.players[waits]] if waits is not None and race.open and race.dispenser else [])}
    stock = len(places.cards(Area.DISPENSER)) + drawn - race.dispenser
    return Tally(hands, tuple(due), tuple(sorted(welcome)), stock)


def waiting(race: Race) -> int | None:
    """The seat whose draw comes next."""
    if race.turn is None:
        return None
    return race.owed[0].player if race.owed else race.setup.left_of(race.turn) if race.open else None


def last_drawn(places: Places, player: str) -> tuple[Card, ...]:
    """A hand, the cards drawn last at the end."""
    return tuple(sorted(places.cards(Area.HAND, player), key=lambda card: places[card].drawn))


def moves(places: Places, race: Race, uneven: Tally) -> list[tuple[Card, Place]]:
    """Where which cards have to go for even hands, in this order.

    What is beyond the count, the card drawn last first, goes to a hand that lacks one, else back on top of the
    dispenser, or beside the discard pad if the referee counts it nowhere. What is lacking then comes from what was
    laid aside so, if the referee counts more cards than there are, else from the top of the dispenser.
    """
    lying = [card for card, place in places if place.area in (Area.PAD, Area.BESIDE) and card not in race.played]
    over = []
    for player, n in uneven.hands.items():
        theirs = [card for card in lying if places[card].owner == player and card.kind is not Kind.HELP]
        over += [*theirs, *last_drawn(places, player)][-n:] if n > 0 else []
    lacking = [player for player, n in uneven.hands.items() for _ in range(-n)]
    aside = [card for card in reversed(lying) if not places[card].owner][: max(0, -uneven.stock)]
    sources = [*over, *aside, *reversed(places.cards(Area.DISPENSER))]
    passed = [(card, home(card, player)) for card, player in zip(sources, lacking, strict=False)]
    left = over[len(passed) :]
    gone = max(0, uneven.stock)
    out = [(card, Place(Area.BESIDE, DISCARD)) for card in left[:gone]]
    return [*passed, *out, *((card, Place(Area.DISPENSER)) for card in left[gone:])]


def _held(places: Places, race: Race) -> Counter[str]:
    held: Counter[str] = Counter()
    for card, place in places:
        if card.kind is Kind.HELP or card in race.played:
            continue
        if place.area is Area.HAND:
            held[place.at] += 1
        elif place.area in (Area.PAD, Area.BESIDE):
            held[place.owner] += 1
    return held
