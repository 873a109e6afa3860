"""The referee's order of things: judged, stored, shown; and nothing lost when the plug is pulled."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.editions import editions
from companion.referee.snapshot import HISTORY
from companion.replay import moments
from companion.rules.malformed import Malformed
from companion.rules.record import read_record
from companion.sentences.report import race_object
from companion.store.journal import NotStoredError
from firmware.messages import Scan
from tests.companion.table import UID, Table

CARDS = sorted(UID)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    yield table
    table.journal.close()


def started(table: Table) -> None:
    for number, name in enumerate(("Mario", "Luigi", "Peach"), start=1):
        table.lay(f"green-light/{number}", on=name)


def test_a_card_on_a_pad_is_ruled_on_and_shown(table: Table) -> None:
    assert table.lay("50/1", on="Mario").ruling.code == "not-started"
    assert table.lay("green-light/1", on="Mario").ruling.verdict == "legal"
    assert table.race.cars[0].started


def test_a_card_left_lying_counts_once(table: Table) -> None:
    table.lay("green-light/1", on="Mario")
    assert table.lay("green-light/1", on="Mario").ruling.verdict == "ignored"


def test_an_unknown_tag_is_no_play_and_is_recorded_by_its_digits(table: Table) -> None:
    assert table.lay("a bus ticket", on="Mario").ruling.code == "unknown-tag"
    assert "Mario tag:04DEADBEEF0000" in table.sitting.record()


def test_a_card_where_nobody_sits_is_a_fault_and_no_play(table: Table) -> None:
    table.tabletop.take(Scan("seat-5", UID["25/1"], table.now_ms))
    assert [(fault.part, fault.code) for fault in table.sitting.snapshot.faults] == [
        ("reader seat-5", "nobody-sits-here")
    ]


def test_after_the_plug_was_pulled_it_is_the_same_race(table: Table) -> None:
    started(table)
    table.lay("red-light/1", on="Luigi")
    table.lay("25/1", on="Mario")
    table.say("undo")
    before = table.sitting.snapshot
    table.pull_the_plug()
    after = table.sitting.snapshot
    assert after.game.race == before.game.race
    assert after.game.n == before.game.n
    assert [ruled.ruling for ruled in after.moments] == [ruled.ruling for ruled in before.moments]
    table.say("redo")
    assert table.race.attack == ("red-light",)


def test_a_refused_card_can_still_be_overruled_after_the_plug_was_pulled(table: Table) -> None:
    table.lay("50/1", on="Mario")
    table.pull_the_plug()
    table.say("overrule")
    assert table.race.cars[0].km == 50


def test_an_open_question_is_still_open_after_the_plug_was_pulled(table: Table) -> None:
    started(table)
    table.lay("red-light/1", on="Luigi")
    table.lay("speed-limit/1", on="Peach")
    table.pull_the_plug()
    assert table.say("by Mario")[0]["player"] == "Mario"


def test_time_without_power_counts_as_zero_for_a_stroke(table: Table) -> None:
    started(table)
    table.lay("accident/1", on="Peach")
    table.wait(9)
    table.sitting.keep_clock()
    table.pull_the_plug(off_s=86_400)
    table.wait(6)
    assert table.lay("ace-driver/1", on="Peach").ruling.play == "stroke"


def test_time_with_power_counts_for_a_stroke(table: Table) -> None:
    started(table)
    table.lay("accident/1", on="Peach")
    table.wait(9)
    table.sitting.keep_clock()
    table.pull_the_plug()
    table.wait(6.001)
    assert table.lay("ace-driver/1", on="Peach").ruling.code == "not-your-turn"


def test_a_command_sent_twice_is_done_once_and_answered_alike(table: Table) -> None:
    first = table.say("Mario green-light", command="abc")
    assert table.say("Mario green-light", command="abc") == first
    table.pull_the_plug()
    assert table.say("Mario green-light", command="abc") == first
    assert table.sitting.snapshot.game.n == 1


def test_lines_of_a_command_are_taken_all_or_none(table: Table) -> None:
    with pytest.raises(Malformed):
        table.say("Mario green-light", "Mario gren-light")
    assert table.sitting.snapshot.game.n == 0


def test_not_mine_charges_an_overruled_tap_to_another(table: Table) -> None:
    table.say("set Mario stopped-by accident")
    refused = table.lay("50/1", on="Mario")
    table.say("overrule")
    undone, judged = table.sitting.not_mine(table.last.n, "Luigi", table.now_ms, "")
    assert (undone["play"], judged["player"], judged["car"], judged["card"]) == ("undo", "Luigi", "Mario", "50")
    assert table.sitting.snapshot.game.race.cars[0].km == refused.before.race.cars[0].km


def test_an_overrule_that_was_ignored_is_nobody_s(table: Table) -> None:
    table.say("overrule")
    assert table.last.ruling.verdict == "ignored"
    with pytest.raises(Malformed):
        table.sitting.not_mine(table.last.n, "Luigi", table.now_ms, "")


def test_not_mine_charges_the_same_tap_to_another(table: Table) -> None:
    started(table)
    table.lay("red-light/1", on="Luigi")
    table.say("end")
    tapped = table.lay("speed-limit/1", on="Peach")
    assert tapped.ruling.player == 1
    with pytest.raises(Malformed):
        table.sitting.not_mine(tapped.n - 2, "Mario", table.now_ms, "")
    undone, judged = table.sitting.not_mine(tapped.n, "Mario", table.now_ms, "")
    assert undone["verdict"] == "noted"
    assert judged["code"] == "not-your-turn"
    assert judged["player"] == "Mario"


def test_undo_takes_back_only_what_was_meant(table: Table) -> None:
    green = table.lay("green-light/1", on="Mario")
    table.lay("25/1", on="discard")
    assert table.sitting.enter_about("undo", green.n, table.now_ms, "") is None
    assert table.sitting.enter_about("undo", table.sitting.snapshot.game.n, table.now_ms, "")
    assert table.race.discards == 0


def test_a_race_that_was_left_by_mistake_goes_on_as_it_was(table: Table) -> None:
    table.say("set Luigi started yes", "Luigi red-light", "undo")
    left, lines = table.shown, table.lines
    table.sitting.new_race("cars Ann Bob", "")
    table.say("Ann green-light")
    for command in ("one phone", "another phone", "one phone"):
        assert table.sitting.go_on(left.race, command)
    assert table.shown.race == left.race + 2
    assert (table.lines, table.race) == (lines, left.game.race)
    table.say("redo")
    table.pull_the_plug()
    assert table.lines == [*lines, "redo"]
    assert table.sitting.go_on(left.race + 1, "")
    assert table.lines == ["Ann green-light"]


@pytest.mark.parametrize("number", [-1, 0, 2, 10**30])
def test_a_race_that_there_is_not_does_not_go_on(table: Table, number: int) -> None:
    table.say("Mario green-light")
    before = table.shown
    assert not table.sitting.go_on(number, "")
    assert table.shown is before


def test_a_new_race_leaves_the_one_before_in_the_journal(table: Table) -> None:
    table.lay("green-light/1", on="Mario")
    table.sitting.new_race("edition ryvo\ncars Ann Bob", "c1")
    assert table.race.setup.cars == ("Ann", "Bob")
    table.pull_the_plug()
    assert table.race.setup.edition.name == "ryvo"
    with pytest.raises(Malformed):
        table.sitting.new_race("cars Ann Bob\nAnn green-light", "c2")
    with pytest.raises(Malformed):
        table.sitting.new_race("cars Ann", "c3")
    assert table.race.setup.cars == ("Ann", "Bob")


def test_what_cannot_be_stored_has_not_happened_and_is_said(table: Table) -> None:
    table.lay("green-light/1", on="Mario")
    shown = table.sitting.snapshot.game
    table.journal.close()
    with pytest.raises(NotStoredError):
        table.lay("25/1", on="discard")
    assert table.sitting.snapshot.game == shown
    assert table.sitting.snapshot.faults[0].code == "not-stored"


def test_a_long_race_shows_its_latest_inputs(table: Table) -> None:
    for _ in range(HISTORY + 5):
        table.say("end")
    assert [ruled.n for ruled in table.sitting.snapshot.moments] == list(range(6, HISTORY + 6))


taps = st.tuples(st.sampled_from(CARDS), st.sampled_from(["Mario", "Luigi", "Peach", "discard"]))
words = st.sampled_from(
    [
        "undo",
        "redo",
        "overrule",
        "end",
        "draw",
        "pass Luigi",
        "by Mario",
        "by Peach",
        "set turn Luigi",
        "set Peach started yes",
    ]
)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(taps | words, st.integers(0, 20_000)), max_size=25), st.sampled_from(["assumed", "seen"]))
def test_the_exported_record_replays_to_the_same_end(
    tmp_path_factory: pytest.TempPathFactory, inputs: list[tuple[tuple[str, str] | str, int]], draws: str
) -> None:
    table = Table(tmp_path_factory.mktemp("race"), f"cars Mario Luigi Peach\ndraws {draws}")
    for entered, pause_ms in inputs:
        table.now_ms += pause_ms
        if isinstance(entered, str):
            table.say(entered)
        else:
            table.lay(entered[0], on=entered[1])
    live = table.sitting.snapshot.game
    replayed = list(moments(read_record(table.sitting.record().encode(), editions())))
    assert race_object(replayed[-1].after.race if replayed else live.race) == race_object(live.race)
    assert [ruled.ruling for ruled in replayed[-HISTORY:]] == [ruled.ruling for ruled in table.sitting.snapshot.moments]
    table.pull_the_plug()
    resumed = table.sitting.snapshot.game
    assert (resumed.race, resumed.question, resumed.refused, resumed.n) == (
        live.race,
        live.question,
        live.refused,
        live.n,
    )
    table.journal.close()
