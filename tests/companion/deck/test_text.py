"""A deck as text, which is what a record's head says of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.deck.deck import COMMANDS, Command, Deck, Entry, physical_cards
from companion.deck.text import read_deck, write_deck
from companion.editions import editions
from companion.rules.cards import Card
from companion.rules.malformed import Malformed
from companion.rules.record import read_record
from tests.companion.decks import MARIO_KART, WHOLE

ENTRIES: list[Entry] = [*physical_cards(MARIO_KART), *map(Command, COMMANDS)]


@given(st.dictionaries(st.binary(min_size=1, max_size=10), st.sampled_from(ENTRIES), min_size=1))
def test_what_is_written_reads_back(entries: dict[bytes, Entry]) -> None:
    deck = Deck(entries)
    assert read_deck(write_deck(deck), MARIO_KART) == deck


def test_the_lines_are_those_of_a_record() -> None:
    deck = WHOLE
    record = read_record(f"cars Mario Luigi\n{write_deck(deck)}".encode(), editions())
    assert record.tags == deck.tags()


def test_comments_and_blank_lines_and_small_letters_are_read() -> None:
    text = "# my deck\n\ntag 04a2245a6f6180 gas/2   # a new one\ncommand 04A2245A6F6181 undo\r\n"
    assert read_deck(text, MARIO_KART) == Deck(
        {bytes.fromhex("04A2245A6F6180"): Card("gas", 2), bytes.fromhex("04A2245A6F6181"): Command("undo")}
    )


def test_help_cards_without_a_number_get_the_free_ones() -> None:
    deck = read_deck("tag 01 help\ntag 02 help/1\ntag 03 help\n", MARIO_KART)
    assert [deck.entry(bytes([n])) for n in (1, 2, 3)] == [Card("help", 2), Card("help", 1), Card("help", 3)]


@pytest.mark.parametrize(
    ("text", "problem", "line"),
    [
        ("", "no-tags", 0),
        ("# nothing\n", "no-tags", 0),
        ("\ngas/1", "deck-words", 2),
        ("tag 04", "deck-words", 1),
        ("tag 04 gas/1 x", "deck-words", 1),
        ("cars Mario Luigi", "deck-words", 1),
        ("tag 0G gas/1", "bad-hex", 1),
        ("tag 04A gas/1", "bad-hex", 1),
        ("tag 04 gas/1\ntag 04 gas/2", "tag-twice", 2),
        ("tag 0a gas/1\ncommand 0A undo", "tag-twice", 2),
        ("tag 04 gass/1", "unknown-card", 1),
        ("tag 04 tag:04", "unknown-card", 1),
        ("tag 04 gas", "no-copy", 1),
        ("tag 04 gas/7", "copy-number", 1),
        ("tag 04 undo", "unknown-card", 1),
        ("command 04 redo", "bad-choice", 1),
        ("tag '04 gas/1", "unbalanced", 1),
    ],
)
def test_the_first_wrong_line_is_named(text: str, problem: str, line: int) -> None:
    with pytest.raises(Malformed) as error:
        read_deck(text, MARIO_KART)
    assert (error.value.problem, error.value.line) == (problem, line)
