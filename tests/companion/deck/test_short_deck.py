"""A deck short of cards is played with what is there, and the record says so."""

from pathlib import Path
from weakref import finalize

import pytest

from companion.deck.deck import Deck
from companion.desk import Desk
from companion.editions import editions
from companion.referee.referee import Referee
from companion.referee.sitting import Sitting
from companion.rules.cards import Card
from companion.rules.record import read_record
from companion.store.journal import Journal
from tests.companion.decks import WHOLE

HEAD = "cars Mario Luigi Peach"


def deck_without(*cards: str) -> Deck:
    deck = WHOLE
    for uid in [uid for uid in WHOLE if str(WHOLE.entry(uid)) in cards]:
        deck = deck.without(uid)
    return deck


def sitting(folder: Path, deck: Deck) -> Sitting:
    at = Sitting(journal := Journal(folder / "races.db"), deck, HEAD, lambda: 1000)
    finalize(at, journal.close)
    return at


def test_a_race_begins_with_the_cards_that_are_there(tmp_path: Path) -> None:
    at = sitting(tmp_path, deck_without("red-light/3", "gas/1", "25/10"))
    assert at.snapshot.game.race.dispenser == 106 - 3 - 3 * 6
    assert at.record().splitlines()[1:] == ["set dispenser 85"]


def test_every_new_race_says_it_first(tmp_path: Path) -> None:
    at = sitting(tmp_path, deck_without("gas/1"))
    at.new_race("cars Mario Luigi", "again")
    assert at.record().splitlines()[-1] == "set dispenser 93"
    assert at.snapshot.game.race.dispenser == 93


def test_it_is_said_once_whatever_restarts(tmp_path: Path) -> None:
    sitting(tmp_path, deck_without("gas/1"))
    assert sitting(tmp_path, deck_without("gas/1")).record().count("set dispenser") == 1


def test_the_record_replays_to_the_same_dispenser(tmp_path: Path) -> None:
    at = sitting(tmp_path, deck_without("gas/1", "gas/2"))
    record = read_record(at.record().encode(), editions())
    assert [str(entry.input) for _, entry in record.entries] == ["SetDispenser(cards=86)"]


@pytest.mark.parametrize("deck", [WHOLE, Deck({}), deck_without("help/6", "help/5")])
def test_a_whole_deck_and_one_without_stickers_begin_as_ever(tmp_path: Path, deck: Deck) -> None:
    at = sitting(tmp_path, deck)
    assert at.snapshot.game.race.dispenser == 88
    assert at.snapshot.moments == ()


def test_a_card_that_was_lost_in_mid_race_changes_the_next_one(tmp_path: Path) -> None:
    at = sitting(tmp_path, WHOLE)
    at.enter(["Mario green-light"], 1000)
    at.use_deck(deck_without("gas/1"))
    assert at.snapshot.game.race.dispenser == 87
    at.new_race(HEAD, "next")
    assert at.snapshot.game.race.dispenser == 87


def test_a_deck_of_a_handful_of_cards_is_all_dealt(tmp_path: Path) -> None:
    few = Deck({uid: Card("25", n) for n, uid in enumerate(list(WHOLE)[:5], 1)})
    assert sitting(tmp_path, few).snapshot.game.race.dispenser == 0


@pytest.mark.parametrize(("language", "names"), [("en", "Red Light ×1, Gasoline ×2"), ("es", "×1, ")])
def test_the_form_of_a_new_race_tells_what_is_missing(tmp_path: Path, language: str, names: str) -> None:
    deck = deck_without("gas/1", "gas/2", "red-light/1", "help/1")
    desk = Desk(Referee(sitting(tmp_path, deck)), lambda: 1000, simulated=False, deck=lambda: deck)
    missing = desk.choices(language)["missing"]
    assert missing["count"] == 3
    assert names in missing["cards"]


@pytest.mark.parametrize("deck", [WHOLE, Deck({})])
def test_a_whole_deck_and_one_without_stickers_miss_nothing(tmp_path: Path, deck: Deck) -> None:
    desk = Desk(Referee(sitting(tmp_path, deck)), lambda: 1000, simulated=False, deck=lambda: deck)
    assert "missing" not in desk.choices("en")
