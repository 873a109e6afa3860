"""The table of one reader (DESIGN.md, 6): buttons say whose area is meant; without one a hazard asks."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.referee.snapshot import situation
from tests.companion.table import ONE_READER, Table

STARTED = [f"set {name} started yes" for name in ("Mario", "Luigi", "Peach")]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path, pads=ONE_READER)
    table.say(*STARTED)
    yield table
    table.journal.close()


def asked(table: Table) -> list[str]:
    return [answer.name for answer in table.shown.asked.answers] if table.shown.asked else []


def test_a_card_goes_to_the_car_on_turn(table: Table) -> None:
    table.lay("25/1")
    table.lay("50/1")
    assert table.lines[-2:] == ["Mario 25/1", "Luigi 50/1"]


def test_its_light_is_that_of_all_cars(table: Table) -> None:
    assert situation(table.shown).only_pad == "any"


def test_after_an_attack_it_goes_to_the_next_player_for_the_attacker_may_lay_nothing_else(table: Table) -> None:
    table.press("Peach")
    table.lay("accident/1")
    assert table.lay("25/1").ruling.verdict == "legal"
    assert table.lines[-2:] == ["Peach accident/1", "Luigi 25/1"]


def test_a_button_says_whose_area_is_meant(table: Table) -> None:
    table.press("Peach")
    table.lay("accident/1")
    table.press("Peach")
    assert table.lay("ace-driver/1").ruling.play == "stroke"
    assert table.lines[-2:] == ["Peach accident/1", "Peach ace-driver/1"]


def test_the_discard_button_says_that_it_is_the_discard_pile(table: Table) -> None:
    table.press("discard")
    table.lay("accident/1")
    assert table.lines[-1] == "discard accident/1"


def test_without_a_button_a_hazard_asks_and_has_not_happened(table: Table) -> None:
    lines = table.lines
    table.lay("accident/1")
    assert asked(table) == ["Luigi", "Peach", "Mario", "discard"]
    assert table.lines == lines


@pytest.mark.parametrize("button", ["Peach", "discard"])
def test_a_button_answers(table: Table, button: str) -> None:
    table.lay("accident/1")
    table.wait(20)
    table.press(button)
    assert not asked(table)
    assert table.lines[-1] == f"{button} accident/1"
    table.lay("25/1")
    assert table.lines[-1] == "Luigi 25/1"  # the answer announced nothing


def test_the_page_answers_by_the_same_word(table: Table) -> None:
    table.lay("accident/1")
    table.say("by Peach")
    assert table.lines[-1] == "Peach accident/1"


def test_in_teams_any_member_of_the_attacked_car_stands_for_it(tmp_path: Path) -> None:
    table = Table(tmp_path, "cars Red=Mario+Peach Blue=Luigi+Toad", ONE_READER)
    table.say("set Red started yes", "set Blue started yes")
    table.lay("accident/1")
    table.press("Toad")
    assert table.lines[-1] == "Blue accident/1"
    table.journal.close()


def test_undo_drops_the_card_and_nothing_else(table: Table) -> None:
    table.lay("25/1")
    table.lay("accident/1")
    assert table.shown.undoes == table.shown.game.n + 1
    table.press("undo")
    assert not asked(table)
    assert table.race.cars[0].km == 25
    table.lay("accident/1")
    table.sitting.enter_about("undo", table.shown.undoes, table.now_ms, "c1")
    assert not asked(table)
    assert table.sitting.enter_about("undo", 9, table.now_ms, "c1") == []  # sent twice, done once
    assert table.race.cars[0].km == 25


def test_another_card_lets_the_question_go(table: Table) -> None:
    table.lay("accident/1")
    table.lay("25/1")
    assert not asked(table)
    assert table.lines[-1] == "Mario 25/1"


def test_without_any_button_the_card_tapped_again_goes_round_and_a_command_card_says_that_one(table: Table) -> None:
    table.lay("accident/1")
    table.lay("accident/1")
    assert table.shown.asked is not None
    assert table.shown.asked.answers[table.shown.asked.proposed].name == "Peach"
    table.lay("end")
    assert table.lines[-1] == "Peach accident/1"


def test_whose_second_attack_it_is_is_asked_after_the_area_is_known(table: Table) -> None:
    table.press("Luigi")
    table.lay("accident/1")
    table.press("Peach")
    assert table.lay("speed-limit/1").ruling.code == "whose-card"
    table.lay("mine")
    assert (table.last.ruling.verdict, table.last.ruling.player) == ("legal", 0)


def test_who_strikes_back_at_the_attacker_presses_the_button_that_ends_the_turn_too(table: Table) -> None:
    table.press("Peach")
    table.lay("accident/1")
    table.press("Mario")
    assert table.lines[-1] == "end"
    table.lay("speed-limit/1")
    assert table.lines[-1] == "Mario speed-limit/1"


def test_but_it_means_no_other_card_for_the_player_who_only_ended_the_turn(table: Table) -> None:
    table.press("Peach")
    table.lay("accident/1")
    table.press("Mario")
    table.lay("25/1")
    assert table.lines[-1] == "Luigi 25/1"


def test_after_the_race_nothing_is_asked(table: Table) -> None:
    table.say("set Mario km 1000")
    assert table.lay("accident/1").ruling.code == "race-over"
    assert not asked(table)


def test_a_foreign_tag_is_recorded_and_asks_nothing(table: Table) -> None:
    assert table.lay("a bus ticket").ruling.code == "unknown-tag"


def test_no_stroke_from_the_car_that_waits_longest_or_whose_button_was_pressed(table: Table) -> None:
    table.press("Luigi")
    table.lay("accident/1")
    table.press("Peach")
    table.lay("speed-limit/1")
    table.press("Mario")
    assert len(table.race.windows) == 2
    table.press("Peach")
    table.lay("pass")
    table.lay("pass")
    assert table.lines[-2:] == ["pass Peach", "pass Luigi"]
    table.lay("pass")
    assert table.told == ["whose"]
    table.lay("undo")
    assert table.told == []
