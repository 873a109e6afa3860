from pathlib import Path

from companion.referee.likely import likely
from tests.companion.table import Table


def test_the_car_on_turn_and_the_discard_pad_are_likely_and_pads_of_no_car_are_not(tmp_path: Path) -> None:
    table = Table(tmp_path)
    assert likely(table.shown).likely == ("seat-1", "discard")
    assert likely(table.shown).seldom == {"seat-4", "seat-5", "seat-6"}
    table.lay("green-light/1", on="Mario")
    assert likely(table.shown).likely == ("seat-2", "discard")


def test_likeliest_is_a_car_that_may_strike_back(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.lay("green-light/1", on="Mario")
    table.lay("green-light/2", on="Luigi")
    table.lay("green-light/3", on="Peach")
    table.lay("25/1", on="Mario")
    table.lay("red-light/1", on="Mario")
    assert likely(table.shown).likely[0] == "seat-1"


def test_a_borrowed_pad_is_used(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.breaks("Mario")
    table.sitting.lend(0, "seat-5")
    assert likely(table.shown).likely == ("seat-5", "discard")
    assert "seat-5" not in likely(table.shown).seldom
