"""The deck as a file: whole at every moment, and what is wrong with it is said with the cure."""

import json
from pathlib import Path

import pytest

from companion.deck.deck import Command, Deck
from companion.deck.registry import Registry, RegistryError
from companion.rules.cards import Card
from tests.companion.decks import WHOLE

ONE, TWO, THREE = (bytes.fromhex(f"04A2245A6F618{n}") for n in range(3))
DECK = Deck({ONE: Card("gas", 2), TWO: Command("undo"), THREE: Card("gas", 2)})


def test_what_was_kept_is_there_after_a_restart_in_its_order(tmp_path: Path) -> None:
    Registry(tmp_path).keep(DECK)
    assert Registry(tmp_path).deck == DECK
    assert [*Registry(tmp_path).deck] == [ONE, TWO, THREE]


def test_a_whole_box_is_kept(tmp_path: Path) -> None:
    deck = WHOLE
    Registry(tmp_path).keep(deck)
    assert Registry(tmp_path).deck == deck


def test_a_table_without_a_file_begins_with_the_first_deck(tmp_path: Path) -> None:
    assert len(Registry(tmp_path).deck) == 0
    assert Registry(tmp_path, DECK).deck == DECK
    Registry(tmp_path).keep(Deck({ONE: Card("help", 1)}))
    assert Registry(tmp_path, DECK).deck == Deck({ONE: Card("help", 1)})


def test_a_deck_that_was_replaced_stays_beside_the_new_one(tmp_path: Path) -> None:
    registry = Registry(tmp_path, DECK)
    registry.exchange(Deck({}))
    assert len(Registry(tmp_path).deck) == 0
    (tmp_path / "deck.previous.json").rename(tmp_path / "deck.json")
    assert Registry(tmp_path).deck == DECK


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"version": 1, "tags": []}',
        '{"version": 1, "tags": {"04": "gass/1"}}',
        '{"version": 1, "tags": {"0": "gas/1"}}',
        '{"version": 1, "tags": {"04": "gas"}}',
        '{"version": 1, "tags": {"04": "gas/-1"}}',
        '{"version": "1", "tags": {}}',
        "\0",
    ],
)
def test_a_spoilt_file_is_named_with_the_cure_and_left_as_it_is(tmp_path: Path, text: str) -> None:
    (tmp_path / "deck.json").write_text(text)
    with pytest.raises(RegistryError, match=r"deck\.json: is no deck .*Move the file away"):
        Registry(tmp_path)
    assert (tmp_path / "deck.json").read_text() == text


def test_what_is_no_text_is_named_too(tmp_path: Path) -> None:
    (tmp_path / "deck.json").write_bytes(b"\xff\xfe")
    with pytest.raises(RegistryError, match="is no deck"):
        Registry(tmp_path)


def test_a_deck_of_a_newer_program_asks_for_that_program(tmp_path: Path) -> None:
    (tmp_path / "deck.json").write_text(json.dumps({"version": 2, "tags": {}}))
    with pytest.raises(RegistryError, match="newer version"):
        Registry(tmp_path)


def test_what_cannot_be_stored_has_not_happened(tmp_path: Path) -> None:
    (tmp_path / "deck.new").mkdir()
    registry = Registry(tmp_path, DECK)
    with pytest.raises(RegistryError, match="cannot be written"):
        registry.keep(Deck({}))
    assert registry.deck == DECK
