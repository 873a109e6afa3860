"""The words of a record: cards, numbers, names (RECORD.md, Head and Malformed, exactly)."""

import re
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import TypeVar

from companion.rules.cards import HELP, KIND_OF, Card
from companion.rules.edition import Edition
from companion.rules.malformed import Malformed, listed

HEAD_WORDS = ("edition", "cars", "first", "draws", "switch", "tag")
INPUT_WORDS = ("discard", "draw", "end", "pass", "by", "undo", "redo", "overrule", "set")
OTHER_WORDS = ("km", "started", "stopped-by", "limited", "safeties", "turn", "dispenser")
VALUE_WORDS = ("yes", "no", "none", "on", "off", "assumed", "seen")
NOT_IN_NAMES = "=+/:"
DECK_CARDS = 106

T = TypeVar("T")

_HEX = re.compile(r"[0-9A-Fa-f]+")
MOST_DIGITS = 10_000
"""Of a time: exact reckoning with a million of them would take minutes."""
_SECONDS = re.compile(r"\+([0-9]+(?:\.[0-9]+)?)")

Tags = Mapping[str, Card]
"""Tag (hex digits, upper case) -> its card."""


def reserved(editions: Mapping[str, Edition]) -> frozenset[str]:
    """Every word of the format, which no name may be."""
    switches = {switch for edition in editions.values() for switch in edition.switches}
    return frozenset({*HEAD_WORDS, *INPUT_WORDS, *OTHER_WORDS, *VALUE_WORDS, *KIND_OF, *editions, *switches})


def name(word: str, words: frozenset[str]) -> str:
    """A player's or car's name; `words` are those of the format."""
    if not word:
        raise Malformed("empty-name")
    if any(mark in word for mark in NOT_IN_NAMES):
        raise Malformed("name-mark", name=word, marks=listed(NOT_IN_NAMES))
    if word in words:
        raise Malformed("name-word", name=word)
    return word


def card(word: str, edition: Edition, tags: Tags) -> Card | None:
    """A card id, a copy of it or `tag:HEX`; None for a tag that no `tag` line names."""
    if word.startswith("tag:"):
        return tags.get(tag(word.removeprefix("tag:")))
    card_id, slash, copy = word.partition("/")
    if card_id not in KIND_OF:
        raise Malformed("unknown-card", word=word, cards=listed(KIND_OF))
    if not slash:
        return Card(card_id)
    most = edition.help_cards if card_id == HELP else edition.deck[card_id]
    try:
        number = whole(copy, most)
    except Malformed:
        number = 0
    if not number:
        raise Malformed("copy-number", word=word, card=card_id, most=most)
    return Card(card_id, number)


def tag(word: str) -> str:
    """The hex digits of a tag, in upper case."""
    if not _HEX.fullmatch(word):
        raise Malformed("bad-hex", word=word)
    return word.upper()


def whole(word: str, most: int) -> int:
    """A whole number from 0 to `most`."""
    digits = word.lstrip("0") or "0"
    if not (word and word.isascii() and word.isdigit()) or len(digits) > len(str(most)) or int(digits) > most:
        raise Malformed("bad-number", word=word, most=most)
    return int(digits)


def chosen(word: str, choices: Mapping[str, T]) -> T:
    """The value that `word` stands for."""
    if word not in choices:
        raise Malformed("bad-choice", word=word, choices=listed(choices))
    return choices[word]


def seconds(word: str) -> Fraction:
    """`+SECONDS`, exactly."""
    found = _SECONDS.fullmatch(word)
    if found is None:
        raise Malformed("bad-seconds", word=word)
    if len(found[1]) > MOST_DIGITS:
        raise Malformed("long-seconds", word=word, most=MOST_DIGITS)
    return Fraction(Decimal(found[1]))


def seconds_text(after: Fraction) -> str:
    """Seconds as `+SECONDS` writes them, exactly: their denominator divides a power of ten."""
    rest, fives = after.denominator, 0
    twos = (rest & -rest).bit_length() - 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    places = max(twos, fives)
    # A Decimal writes any number of digits, an int only some thousands.
    digits = f"{Decimal(int(after * 10**places)):f}".zfill(places + 1)
    return f"{digits[:-places]}.{digits[-places:]}" if places else digits
