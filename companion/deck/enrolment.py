"""Which sticker is which card, worked out kind by kind. Pure: the deck is the whole state, so it resumes anywhere."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from companion.deck.deck import COMMANDS, Command, Deck, Entry
from companion.rules.cards import HELP, Card
from companion.rules.edition import Edition

_TAG_BYTES = 7
_CASCADE_TAG = 0x88
_RANDOM = 0x08

Box = Mapping[str, int]
"""Card id -> copies that lie in the box, in the order in which they are enrolled."""


class Count(NamedTuple):
    """How many of a kind have a sticker."""

    id: str
    there: int
    of: int


class Refused(ValueError):
    """A sticker not enrolled. `problem` is a key of the catalogue (`refused.…`), `entry` what it is already."""

    def __init__(self, problem: str, entry: Entry | None = None, **facts: object) -> None:
        super().__init__(f"{problem}: {entry} {facts}")
        self.problem, self.entry, self.facts = problem, entry, facts


def box_of(edition: Edition, help_cards: int | None = None) -> Box:
    """The box of an edition; `help_cards` is the table's number of them, where it is another."""
    return {**edition.deck, HELP: edition.help_cards if help_cards is None else help_cards}


def counts(deck: Deck, box: Box) -> tuple[Count, ...]:
    """What is there of each kind of the box."""
    there = [sum(1 for copy in range(1, copies + 1) if deck.tags_of(Card(card, copy))) for card, copies in box.items()]
    return tuple(Count(card, found, copies) for (card, copies), found in zip(box.items(), there, strict=True))


def missing(deck: Deck, box: Box) -> Iterator[Card]:
    """The cards without a sticker, kind by kind."""
    known = set(deck.tags().values())
    for card, copies in box.items():
        yield from (each for copy in range(1, copies + 1) if (each := Card(card, copy)) not in known)


def short_of(deck: Deck, edition: Edition) -> tuple[Card, ...]:
    """The playing cards that a deck lacks; none while no card is enrolled: such a table is played by hand."""
    lacking = tuple(missing(deck, edition.deck))
    return lacking if len(lacking) < edition.cards else ()


def short_dispenser(deck: Deck, edition: Edition, players: int) -> int | None:
    """The cards in the dispenser after the deal, when the deck is short of some; None when it is not."""
    lacking = short_of(deck, edition)
    return max(0, edition.cards - len(lacking) - players * edition.hand) if lacking else None


def wanted(deck: Deck, box: Box, kind: str = "") -> Entry | None:
    """What the next sticker shall be: of this kind while one is missing, else the first that is; None when none is."""
    of_kind = missing(deck, {kind: box[kind]}) if kind in box else iter(())
    return next(of_kind, None) or next(missing(deck, box), None)


def named(word: str, box: Box) -> Entry | None:
    """The card (`gas/3`) or command card (`command undo`) that somebody named; None for what is neither."""
    command, _, name = word.partition(" ")
    if command == "command" and name in COMMANDS:
        return Command(name)
    card, _, copy = word.partition("/")
    if card not in box or not copy.isdecimal() or not 1 <= int(copy[:4]) <= box[card]:
        return None
    return Card(card, int(copy))


def enrol(deck: Deck, uid: bytes, entry: Entry | None) -> Deck:
    """The deck with this sticker as that card; one that has a sticker already gets a spare. Raises `Refused`."""
    _check(deck, uid)
    if entry is None:
        raise Refused("complete")
    return deck.with_tag(uid, entry)


def enrol_named(deck: Deck, uid: bytes, texts: tuple[str, ...] | None, box: Box) -> Deck:
    """The deck with this sticker as the card that its one text says: `gas/3`, `gas` (the next that is missing), `undo`.

    `texts` is None when they could not be read. A card that has a sticker gets no second one by its name: who writes
    many stickers writes one twice. Raises `Refused`.
    """
    _check(deck, uid)
    if texts is None:
        raise Refused("text-unread")
    if len(texts) != 1:
        raise Refused("text-none" if not texts else "text-many", count=len(texts))
    word = " ".join(texts[0].split()).casefold()
    entry = named(word, box) or named(f"command {word}", box)
    if word in box:
        entry = next(missing(deck, {word: box[word]}), None)
    if entry is None:
        raise Refused("text-kind-complete" if word in box else "text-unknown", text=texts[0])
    if isinstance(entry, Card) and deck.tags_of(entry):
        raise Refused("text-taken", entry)
    return deck.with_tag(uid, entry)


def _check(deck: Deck, uid: bytes) -> None:
    """Refuse what is no new sticker."""
    if (already := deck.entry(uid)) is not None:
        raise Refused("already", already)
    if uid[:1] == bytes((_CASCADE_TAG,)) or (len(uid) == _TAG_BYTES and uid[3] == _CASCADE_TAG):
        raise Refused("garbled")
    if len(uid) < _TAG_BYTES:
        raise Refused("random" if uid[:1] == bytes((_RANDOM,)) else "too-short", length=len(uid))
    if len(uid) > _TAG_BYTES:
        raise Refused("too-long", length=len(uid))


def last(deck: Deck) -> bytes | None:
    """The tag enrolled last: an undo takes it out."""
    return next(reversed([*deck]), None)
