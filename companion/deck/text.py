"""The deck as text: `tag HEX CARD/COPY` as in the head of a record (RECORD.md), and `command HEX NAME`."""

from collections.abc import Container

from companion.deck.deck import COMMANDS, Command, Deck, Entry
from companion.rules.cards import HELP, KIND_OF, Card
from companion.rules.edition import Edition
from companion.rules.malformed import Malformed, listed
from companion.rules.vocabulary import card, chosen, tag
from companion.rules.words import Unbalanced, split


def write_deck(deck: Deck) -> str:
    """A line a tag, in the order of enrolment. Lines of cards may be put into a record's head."""
    words = {Command: "command", Card: "tag"}
    entries = ((uid, deck.entry(uid)) for uid in deck)
    return "".join(f"{words[type(entry)]} {uid.hex().upper()} {entry}\n" for uid, entry in entries if entry is not None)


def read_deck(text: str, edition: Edition) -> Deck:
    """A deck that was written so, or by hand. Raises `Malformed` for the first line that is wrong, and for none."""
    entries: dict[bytes, Entry] = {}
    unnumbered: list[bytes] = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            words = split(line)
            if not words:
                continue
            uid, entry = _entry(words, edition, entries)
        except Unbalanced as error:
            raise Malformed("unbalanced", number, mark=str(error)) from None
        except Malformed as error:
            raise error.at(number) from None
        entries[uid] = entry
        if entry == Card(HELP):
            unnumbered.append(uid)
    if not entries:
        raise Malformed("no-tags")
    numbers = (n for n in range(1, len(entries) + 1) if Card(HELP, n) not in entries.values())
    for uid in unnumbered:
        entries[uid] = Card(HELP, next(numbers))
    return Deck(entries)


def _entry(words: list[str], edition: Edition, others: Container[bytes]) -> tuple[bytes, Entry]:
    if words[0] not in ("tag", "command") or len(words) != 3:
        raise Malformed("deck-words", word=words[0])
    digits = tag(words[1])
    if len(digits) % 2:
        raise Malformed("bad-hex", word=words[1])
    if bytes.fromhex(digits) in others:
        raise Malformed("tag-twice", tag=digits)
    if words[0] == "command":
        return bytes.fromhex(digits), chosen(words[2], {name: Command(name) for name in COMMANDS})
    found = None if words[2].startswith("tag:") else card(words[2], edition, {})
    if found is None:
        raise Malformed("unknown-card", word=words[2], cards=listed(KIND_OF))
    if found.copy is None and found.id != HELP:
        raise Malformed("no-copy", card=found.id, most=edition.deck[found.id])
    return bytes.fromhex(digits), found
