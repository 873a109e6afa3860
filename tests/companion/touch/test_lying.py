"""A refused card that still lies on its pad is judged once more when an accepted input has removed the reason."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.companion.table import Table

STARTED = [f"set {name} started yes" for name in ("Mario", "Luigi", "Peach")]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path, "cars Mario Luigi Peach\ndraws seen")
    table.say(*STARTED)
    yield table
    table.journal.close()


def test_a_card_laid_before_the_draw_counts_when_the_draw_is_seen(table: Table) -> None:
    assert table.lay("50/1", on="Mario").ruling.code == "undrawn"
    table.draw()
    table.wait(0.8)
    assert table.lines[-3:] == ["Mario 50/1", "draw", "Mario 50/1"]
    assert table.race.cars[0].km == 50


def test_it_counts_only_once_the_readers_would_have_said_that_it_was_lifted(table: Table) -> None:
    table.lay("50/1", on="Mario")
    table.draw()
    table.wait(0.6)
    assert table.race.cars[0].km == 0
    table.lift("50/1", off="Mario")
    table.wait(2)
    assert table.race.cars[0].km == 0


def test_nothing_is_judged_while_the_reason_stands(table: Table) -> None:
    table.say("draw", "set Mario stopped-by accident")
    table.lay("50/1", on="Mario")
    lines = table.lines
    table.wait(10)
    table.say("set Luigi km 25")
    table.wait(10)
    assert table.lines == [*lines, "set Luigi km 25"]


def test_another_players_turn_is_no_reason_to_charge_the_card_to_them(table: Table) -> None:
    table.say("draw", "set Luigi started no")
    assert table.lay("accident/1", on="Luigi").ruling.code == "target-not-started"
    table.say("discard gas", "draw", "Luigi green-light", "draw")
    table.wait(1)
    assert table.race.cars[1].stopped_by is None
    assert "Luigi accident/1" not in table.lines[-4:]


def test_it_waits_for_its_players_own_turn(table: Table) -> None:
    table.draw()
    assert table.lay("50/1", on="Luigi").ruling.code == "not-your-turn"
    table.say("discard gas")
    table.wait(1)
    assert table.race.cars[1].km == 0
    table.draw()
    table.wait(1)
    assert table.race.cars[1].km == 50


def test_what_was_overruled_is_not_judged_again(table: Table) -> None:
    table.lay("50/1", on="Mario")
    table.say("overrule")
    table.wait(1)
    assert table.race.cars[0].km == 50
    table.say("undo")
    table.draw()
    table.wait(1)
    assert table.race.cars[0].km == 0


def test_who_undoes_has_the_table_in_their_own_hands(table: Table) -> None:
    table.lay("50/1", on="Mario")
    table.draw()
    table.say("undo", "redo")
    table.wait(1)
    assert table.race.cars[0].km == 0


def test_a_judging_that_was_undone_is_not_repeated(table: Table) -> None:
    table.lay("50/1", on="Mario")
    table.draw()
    table.wait(1)
    table.say("undo")
    table.say("set Peach km 25")
    table.wait(1)
    assert table.race.cars[0].km == 0


def test_a_safety_that_lay_there_before_the_attack_is_no_stroke(table: Table) -> None:
    table.draw()
    assert table.lay("ace-driver/1", on="Peach").ruling.code == "not-your-turn"
    table.lay("accident/1", on="Peach")
    table.wait(1)
    assert table.race.cars[2].stopped_by == "accident"


def test_a_silent_reader_knows_of_no_card_that_lies(table: Table) -> None:
    table.lay("50/1", on="Mario")
    table.breaks("Mario")
    table.breaks("Mario", back=True)
    table.draw()
    table.wait(1)
    assert table.race.cars[0].km == 0


def test_a_new_race_forgets_what_lies(table: Table) -> None:
    table.lay("50/1", on="Mario")
    table.sitting.new_race("cars Mario Luigi", "")
    table.say("set Mario started yes")
    table.wait(1)
    assert table.race.cars[0].km == 0
