"""A dead pad's car borrows a free pad with one touch; it is given back when its own works again, or by touch."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.lang import LANGUAGES, catalogue
from companion.referee.snapshot import situation
from companion.rules.malformed import Malformed
from companion.touch.seating import SIX_SEATS, Seating
from companion.view.table import view
from tests.companion.table import Table


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    table.say(*(f"set {name} started yes" for name in ("Mario", "Luigi", "Peach")))
    yield table
    table.journal.close()


def seen(table: Table, language: str = "en") -> dict[str, Any]:
    shown = view(table.shown, catalogue(language, "rulings"), table.now_ms, simulated=True)
    return json.loads(json.dumps(shown))  # type: ignore[no-any-return] # what a browser would have


def offers(table: Table) -> list[str]:
    return [each["pad"] for fault in seen(table)["faults"] if fault["borrow"] for each in fault["borrow"]["pads"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_notice_of_a_dead_pad_offers_the_free_ones_that_work(table: Table, language: str) -> None:
    table.breaks("seat-5")
    assert offers(table) == []  # nobody plays there
    table.breaks("Luigi")
    assert offers(table) == ["seat-4", "seat-6"]
    (_, fault) = seen(table, language)["faults"]
    assert fault["borrow"]["car"] == "Luigi"


def test_the_car_plays_at_the_pad_that_it_borrowed(table: Table) -> None:
    table.breaks("Mario")
    table.sitting.lend_to("Mario", "seat-6")
    table.lay("25/1", on="seat-6")
    assert table.lines[-1] == "Mario 25/1"
    assert seen(table)["cars"][0]["pad"] == "seat-6"
    assert seen(table)["lent"] == [{"car": "Mario", "pad": "seat-6", "place": "6"}]
    assert situation(table.shown).pads == ("seat-6", "seat-2", "seat-3")
    assert offers(table) == []


def test_it_outlives_the_program(table: Table) -> None:
    table.breaks("Mario")
    table.sitting.lend_to("Mario", "seat-6")
    table.pull_the_plug()
    table.lay("25/1", on="seat-6")
    assert table.lines[-1] == "Mario 25/1"


def test_it_is_given_back_when_the_own_pad_is_back(table: Table) -> None:
    table.breaks("Mario")
    table.sitting.lend_to("Mario", "seat-6")
    table.breaks("Mario", back=True)
    assert seen(table)["lent"] == []
    table.lay("25/1", on="seat-6")
    assert table.told == ["nobody-sits-here"]


def test_it_is_given_back_by_a_card_on_the_own_pad_for_then_that_works(table: Table) -> None:
    table.breaks("Mario")
    table.sitting.lend_to("Mario", "seat-6")
    table.pull_the_plug()  # nobody says any more that the pad was dead, nor that it is back
    table.lay("25/1", on="seat-1")
    assert table.lines[-1] == "Mario 25/1"
    assert seen(table)["lent"] == []


def test_it_is_given_back_by_touch(table: Table) -> None:
    table.breaks("Mario")
    table.sitting.lend_to("Mario", "seat-6")
    table.sitting.lend_to("Mario", None)
    assert seen(table)["lent"] == []
    assert offers(table) == ["seat-4", "seat-5", "seat-6"]


def test_without_a_page_the_button_and_a_card_on_a_free_pad_borrow_it(table: Table) -> None:
    table.breaks("Mario")
    table.press("Mario")
    table.lay("25/1", on="seat-4")
    assert table.race.cars[0].km == 25
    assert seen(table)["lent"][0]["pad"] == "seat-4"


def test_but_not_while_the_own_pad_works(table: Table) -> None:
    table.press("Mario")
    table.lay("25/1", on="seat-4")
    assert table.told == ["nobody-sits-here"]


@pytest.mark.parametrize("pad", ["seat-2", "seat-5", "discard", "seat-9", "any"])
def test_only_a_free_pad_that_works_is_lent(table: Table, pad: str) -> None:
    table.breaks("seat-5")
    with pytest.raises(Malformed):
        table.sitting.lend_to("Mario", pad)
    with pytest.raises(Malformed):
        table.sitting.lend_to("Nobody", "seat-4")


def test_a_race_with_more_cars_takes_its_pads_back(table: Table) -> None:
    table.breaks("Mario")
    table.sitting.lend_to("Mario", "seat-4")
    table.sitting.new_race("cars Mario Luigi Peach Bowser", "")
    assert seen(table)["lent"] == []
    table.lay("green-light/1", on="seat-4")
    assert table.lines[-1] == "Bowser green-light/1"


def test_a_pad_is_lent_to_one_car_only() -> None:
    seating = Seating(SIX_SEATS).lend(0, "seat-4")
    assert seating.free(3, ()) == ("seat-5", "seat-6")
    assert seating.lend(0, "seat-5").free(3, ()) == ("seat-4", "seat-6")
