"""A race of which every card is known beforehand: hands as they are wanted, and what is drawn, in order."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from companion.deck.deck import physical_cards
from companion.editions import editions
from companion.rules.cards import Card, Kind
from companion.rules.record import read_record
from companion.rules.write import write_head
from companion.simulated.places import Area, Place, Places, home
from companion.simulated.stored import save
from companion.store.journal import Journal


def stack(data: Path, head: str, hands: Mapping[str, Sequence[str]], drawn: Sequence[str]) -> None:
    """Begin the race of that head in the folder `data`, its cards named as in a record (`red-light/3`)."""
    with Journal(data / "races.db") as journal:
        number = journal.begin(head)
    setup = read_record(head.encode(), editions()).setup
    places = dict(_places(list(physical_cards(setup.edition)), hands, drawn))
    save(data / "simulated.json", "\n".join([str(number), *write_head(setup)]), Places(places.items()))


def _places(
    box: Sequence[Card], hands: Mapping[str, Sequence[str]], drawn: Sequence[str]
) -> Iterator[tuple[Card, Place]]:
    """Each card's place; of several the first counts for its order, the last for where it is. The top is last."""
    named = {str(card): card for card in box}
    known = {*drawn, *(name for hand in hands.values() for name in hand)}
    helps = [card for card in box if card.kind is Kind.HELP]
    yield from ((card, Place(Area.BOX)) for card in helps)
    yield from ((card, home(card, player)) for player, card in zip(hands, helps, strict=False))
    yield from ((named[name], home(named[name], player)) for player, hand in hands.items() for name in hand)
    rest = [card for card in box if card.kind is not Kind.HELP and str(card) not in known]
    yield from ((card, Place(Area.DISPENSER)) for card in (*rest, *(named[name] for name in reversed(drawn))))
