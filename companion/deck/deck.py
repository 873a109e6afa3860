"""Which card a tag is: the physical cards of one table, as a value. `registry` is the file that keeps it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256

from companion.rules.cards import HELP, Card
from companion.rules.edition import Edition

COMMANDS = ("undo", "overrule", "end", "pass", "mine", "drew", "pair")
"""What command cards may say: tapped on a pad they enter a line of the record, or let a phone join (`pair`)."""

_NXP = b"\x04"
_CASCADE_TAG = 0x88


@dataclass(frozen=True, slots=True)
class Command:
    """A command card; `name` is one of COMMANDS."""

    name: str

    def __str__(self) -> str:
        """Its name."""
        return self.name


Entry = Card | Command
"""What a tag is: a card of the box (numbered, but for Help Cards), or a command card."""


class Deck:
    """The cards of one table by the identifiers of their tags (7 bytes for an NTAG), in the order they were enrolled.

    It is never changed: `with_tag` and `without` answer with another deck.
    """

    def __init__(self, entries: Mapping[bytes, Entry]) -> None:
        """`entries`: tag -> card; several tags may be the same card, as when a lost one was replaced."""
        self._entries = dict(entries)

    def __iter__(self) -> Iterator[bytes]:
        """Every known tag."""
        return iter(self._entries)

    def __len__(self) -> int:
        """Known tags."""
        return len(self._entries)

    def __eq__(self, other: object) -> bool:
        """The same tags are the same cards, enrolled in the same order."""
        return isinstance(other, Deck) and list(self._entries.items()) == list(other._entries.items())

    __hash__ = None  # type: ignore[assignment]  # compared by its content, and never a key

    def tags(self) -> dict[str, Card]:
        """The cards by tag as the record writes it: hex digits in upper case."""
        return {uid.hex().upper(): entry for uid, entry in self._entries.items() if isinstance(entry, Card)}

    def entry(self, uid: bytes) -> Entry | None:
        """What a tag is; None for a tag that nobody knows."""
        return self._entries.get(uid)

    def card(self, uid: bytes) -> Card | None:
        """The card that a tag is; None for a command card, and for a tag that nobody knows."""
        entry = self._entries.get(uid)
        return entry if isinstance(entry, Card) else None

    def command(self, uid: bytes) -> Command | None:
        """The command card that a tag is; None for any other tag."""
        entry = self._entries.get(uid)
        return entry if isinstance(entry, Command) else None

    def knows(self, uid: bytes) -> bool:
        """Whether a tag is one of the table's cards."""
        return uid in self._entries

    def tags_of(self, entry: Entry) -> tuple[bytes, ...]:
        """The tags of a card: none when it is missing, more than one with spares."""
        return tuple(uid for uid, each in self._entries.items() if each == entry)

    def with_tag(self, uid: bytes, entry: Entry) -> "Deck":
        """The deck with one more tag, the latest."""
        return Deck({**self._entries, uid: entry})

    def without(self, uid: bytes) -> "Deck":
        """The deck without a tag."""
        return Deck({each: entry for each, entry in self._entries.items() if each != uid})


def physical_cards(edition: Edition, help_cards: int | None = None) -> Iterator[Card]:
    """Every card of the box, numbered: the deck, then the Help Cards (a box for four players has 4)."""
    helps = edition.help_cards if help_cards is None else help_cards
    for card_id, copies in {**edition.deck, HELP: helps}.items():
        for copy in range(1, copies + 1):
            yield Card(card_id, copy)


def simulated_deck(edition: Edition) -> Deck:
    """The simulated table's own 106 + 6 tags and a command card of each, the same at every start."""
    entries: tuple[Entry, ...] = (*physical_cards(edition), *map(Command, COMMANDS))
    return Deck({simulated_uid(str(entry)): entry for entry in entries})


def simulated_uid(name: str) -> bytes:
    """The tag that the thing of this name bears at a simulated table, with an identifier as NTAG213 have them."""
    digest = sha256(name.encode()).digest()
    # The fourth byte opens the second cascade level, where 88 would announce a third (ISO 14443-3, 6.5.4).
    return _NXP + bytes(byte for byte in digest if byte != _CASCADE_TAG)[:6]
