"""Seat buttons, `discard` and `undo` at a table with a pad for each car."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.companion.table import Table

STARTED = [f"set {name} started yes" for name in ("Mario", "Luigi", "Peach")]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    table.say(*STARTED)
    yield table
    table.journal.close()


def test_a_seat_button_names_the_player_of_the_next_card(table: Table) -> None:
    table.press("Luigi")
    table.wait(5)
    assert table.lay("accident/1", on="Peach").ruling.code == "not-your-turn"
    assert table.lines[-1] == "Peach accident/1 by Luigi"


def test_but_not_after_more_than_five_seconds_nor_of_a_second_card(table: Table) -> None:
    table.press("Luigi")
    table.wait(5.001)
    table.lay("25/1", on="Mario")
    assert table.lines[-1] == "Mario 25/1"
    table.press("Luigi")
    table.lay("25/2", on="Luigi")
    table.lay("25/3", on="Peach")
    assert table.lines[-2:] == ["Luigi 25/2 by Luigi", "Peach 25/3"]


def test_the_latest_press_counts(table: Table) -> None:
    table.press("Luigi")
    table.press("Mario")
    table.lay("25/1", on="Mario")
    assert table.lines[-1] == "Mario 25/1 by Mario"


def test_who_lays_a_card_where_they_do_not_drive_is_told(table: Table) -> None:
    table.press("Mario")
    assert table.lay("25/1", on="Luigi").ruling.code == "wrong-pad"


def test_the_discard_button_makes_the_next_card_a_discard_on_any_pad(table: Table) -> None:
    table.press("discard")
    assert table.lay("accident/1", on="Luigi").ruling.play == "discard"
    assert table.lines[-1] == "discard accident/1"


def test_a_seat_button_answers_whose_card_it_is(table: Table) -> None:
    table.lay("red-light/1", on="Luigi")
    assert table.lay("speed-limit/1", on="Peach").ruling.code == "whose-card"
    table.press("Mario")
    assert table.lines[-1] == "by Mario"
    assert table.race.cars[2].limited
    assert table.lay("25/1", on="Luigi").ruling.code == "stopped"  # the answer announced nothing
    assert table.lines[-1] == "Luigi 25/1"


def test_on_the_own_open_turn_a_seat_button_ends_it(table: Table) -> None:
    table.lay("red-light/1", on="Luigi")
    table.press("Mario")
    assert table.lines[-1] == "end"
    table.lay("speed-limit/1", on="Peach")
    assert table.lines[-1] == "Peach speed-limit/1"
    assert table.last.ruling.player == 1


def test_on_an_open_turn_the_next_player_is_named_and_not_asked(table: Table) -> None:
    table.lay("red-light/1", on="Peach")
    table.press("Luigi")
    assert table.lay("speed-limit/1", on="Peach").ruling.player == 1


def test_held_for_a_second_it_says_no_stroke_from_that_car(table: Table) -> None:
    table.lay("accident/1", on="Peach")
    table.press("Peach", held_s=1)
    assert table.lines[-1] == "pass Peach"
    assert not table.race.windows


def test_the_undo_button_undoes_and_held_it_redoes(table: Table) -> None:
    table.lay("25/1", on="Mario")
    table.press("undo")
    assert table.race.cars[0].km == 0
    table.press("undo", held_s=1)
    assert table.race.cars[0].km == 25
    assert table.lines[-2:] == ["undo", "redo"]


def test_a_button_where_nobody_sits_means_nothing(table: Table) -> None:
    before = table.shown
    table.press("seat-6")
    table.press("seat-6", held_s=1)
    assert table.shown is before


def test_in_a_team_each_member_has_a_button_and_holding_it_passes_for_their_car(tmp_path: Path) -> None:
    table = Table(tmp_path, "cars Red=Mario+Peach Blue=Luigi+Toad")
    table.say("set Red started yes", "set Blue started yes")
    table.lay("accident/1", on="Blue")
    table.press("Toad")
    assert table.lay("ace-driver/1", on="Blue").ruling.play == "stroke"
    assert table.race.setup.players[table.race.turn or 0] == "Toad"
    table.say("undo")
    table.press("Toad", held_s=1)
    assert table.lines[-1] == "pass Blue"
    table.journal.close()
