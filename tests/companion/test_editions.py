"""The edition files: decks, table forms, house rules, and a citation for every code that the edition can give."""

from importlib.resources import files
from typing import Any

import pytest

from companion.editions import editions
from companion.rules.cards import HELP, KIND_OF, Kind
from companion.rules.edition import Edition
from companion.rules.laws import CODES, OVERDRAWN
from companion.rules.reading import PlayKind
from companion.rules.vocabulary import DECK_CARDS

EDITIONS = editions()
EACH = pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)

DECK = {
    Kind.DISTANCE: [10, 10, 10, 12, 4],
    Kind.HAZARD: [5, 4, 3, 3, 3],
    Kind.REMEDY: [14, 6, 6, 6, 6],
    Kind.SAFETY: [1, 1, 1, 1],
}
"""RULES.md, Decks: how many of each card, in the order of the table of cards."""

FACTS: dict[str, dict[str, Any]] = {
    "mario-kart": {
        "hand": 6,
        "help_cards": 6,
        "alone": range(2, 7),
        "teams": {(2, 2), (2, 3), (3, 2)},
        "switches": {"right_of_way_starts", "self_attack"},
        "starts_only_with_green_light": True,
        "right_of_way_starts": False,
        "second_hazard": True,
        "ends_with_dispenser": True,
        "window_s": 15,
    },
    "ryvo": {
        "hand": 6,
        "help_cards": 6,
        "alone": range(2, 5),
        "teams": {(2, 2)},
        "switches": set(),
        "starts_only_with_green_light": False,
        "right_of_way_starts": True,
        "second_hazard": False,
        "ends_with_dispenser": False,
        "window_s": 15,
    },
}
"""The two columns of RULES.md."""


def codes_of(edition: Edition) -> set[str]:
    """The codes that an edition can give; two speak of a second hazard, which not every edition has."""
    of_second_hazard = {"second-attack", "whose-card"}
    every = {*CODES, OVERDRAWN, "unknown-tag", *of_second_hazard}
    return every if edition.second_hazard else every - of_second_hazard


@EACH
def test_deck_is_106_cards(edition: Edition) -> None:
    assert list(edition.deck) == [card for card in KIND_OF if card != HELP]
    for kind, copies in DECK.items():
        assert [edition.deck[card] for card in KIND_OF if KIND_OF[card] is kind] == copies
    assert edition.cards == DECK_CARDS == 106


@EACH
def test_there_is_a_hand_for_every_player(edition: Edition) -> None:
    most = max(edition.alone[-1], *(cars * players for cars, players in edition.teams))
    assert edition.hand * most < edition.cards
    assert edition.help_cards >= most


@EACH
def test_every_code_and_play_is_cited_and_nothing_else(edition: Edition) -> None:
    plays = {str(kind) for kind in PlayKind if kind is not PlayKind.TAP}
    assert set(edition.citations) == codes_of(edition) | plays
    assert all(cited.strip() == cited != "" for cited in edition.citations.values())


@EACH
def test_editions_are_named_as_their_files(edition: Edition) -> None:
    assert EDITIONS[edition.name] is edition
    assert (files("companion.editions") / f"{edition.name.replace('-', '_')}.toml").is_file()


def test_every_file_is_an_edition() -> None:
    found = [file.name for file in files("companion.editions").iterdir() if file.name.endswith(".toml")]
    assert len(found) == len(EDITIONS)
    assert set(FACTS) <= set(EDITIONS)


@pytest.mark.parametrize("name", FACTS)
def test_values_are_those_of_the_rulings(name: str) -> None:
    assert {fact: getattr(EDITIONS[name], fact) for fact in FACTS[name]} == FACTS[name]
