"""What the page is told, from what happened at the table."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.lang import LANGUAGES, catalogue
from companion.view.health import parts_view
from companion.view.table import view
from firmware.messages import Fault
from tests.companion.table import ONE_READER, Table


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    table.say("set Mario started yes", "set Luigi started yes", "set Peach started yes")
    yield table
    table.journal.close()


def seen(table: Table, language: str = "en") -> dict[str, Any]:
    shown = view(table.sitting.snapshot, catalogue(language, "rulings"), table.now_ms, simulated=True)
    return json.loads(json.dumps(shown))  # type: ignore[no-any-return] # what a browser would have


def car(table: Table, name: str) -> dict[str, Any]:
    return next(each for each in seen(table)["cars"] if each["name"] == name)


def test_piles_are_shown_as_they_lie(table: Table) -> None:
    table.lay("accident/1", on="Luigi")
    table.say("pass Luigi")
    table.lay("repairs/1", on="Luigi")
    table.lay("200/1", on="Peach")
    table.lay("speed-limit/1", on="Luigi")
    table.say("pass Luigi")
    table.lay("end-of-limit/1", on="Luigi")
    luigi = car(table, "Luigi")
    assert [card["id"] for card in luigi["battle"]] == ["accident", "repairs"]
    assert [card["id"] for card in luigi["speed"]] == ["speed-limit", "end-of-limit"]
    assert car(table, "Peach")["distances"][-1] == {"km": 200, "count": 1}
    assert car(table, "Peach")["space"] == 8


def test_what_a_stroke_cancels_leaves_the_pile_and_the_safety_lies_crosswise(table: Table) -> None:
    table.lay("accident/1", on="Luigi")
    table.lay("ace-driver/1", on="Luigi")
    luigi = car(table, "Luigi")
    assert luigi["battle"] == []
    assert [(safety["id"], safety["stroke"]) for safety in luigi["safeties"]] == [("ace-driver", True)]
    assert seen(table)["discards"] == 1


@pytest.mark.parametrize(
    ("facts", "needs"),
    [
        (
            ["set Luigi stopped-by flat-tire"],
            "Luigi needs Spare Tire or Puncture-Proof Tyre; then it may drive up to 200 km.",
        ),
        (
            ["set Luigi stopped-by flat-tire", "set Luigi limited yes"],
            "Luigi needs Spare Tire or Puncture-Proof Tyre; then it may drive up to 50 km.",
        ),
        (["set Luigi started no"], "Luigi needs Green Light to start."),
        (["set Luigi limited yes"], "Luigi may drive up to 50 km; End of Speed Limit lifts the speed limit."),
        (["set Luigi km 925"], "Luigi may drive up to 75 km."),
        (["set Luigi km 1000"], "Luigi has arrived."),
    ],
)
def test_each_car_says_what_it_needs_next(table: Table, facts: list[str], needs: str) -> None:
    table.say(*facts)
    assert car(table, "Luigi")["needs"] == needs


def test_a_stroke_window_counts_down(table: Table) -> None:
    table.lay("accident/1", on="Luigi")
    table.wait(4)
    (window,) = seen(table)["windows"]
    assert (window["car"], window["safety"]["id"], window["left_ms"]) == ("Luigi", "ace-driver", 11_000)
    assert seen(table)["can"]["pass"] == ["Luigi"]
    table.wait(11.001)
    assert seen(table)["windows"] == []


def test_a_refused_tap_warns_until_something_else_is_played(table: Table) -> None:
    table.say("set Mario stopped-by accident")
    refused = table.lay("50/1", on="Mario")
    warning = seen(table)["warning"]
    assert (warning["n"], warning["can_overrule"]) == (refused.n, True)
    assert warning["text"] == "Mario is stopped by Accident and cannot drive."
    assert warning["instead"] == "Lay Repairs or Ace Driver, attack, or discard."
    assert warning["citation"] == "Rulebook, Attack and Defence Cards"
    table.lay("repairs/1", on="Mario")
    assert seen(table)["warning"] is None


def test_a_question_names_those_it_may_have_been(table: Table) -> None:
    table.lay("accident/1", on="Peach")
    table.lay("speed-limit/1", on="Peach")
    question = seen(table)["question"]
    assert (question["players"], question["car"]) == (["Mario", "Luigi"], "Peach")
    assert seen(table)["can"]["undo"] == table.sitting.snapshot.game.n


def test_each_answer_is_a_line_of_the_record(tmp_path: Path) -> None:
    table = Table(tmp_path, "cars 'Don Kong' Luigi Peach", ONE_READER)
    table.say("set 'Don Kong' started yes", "set Luigi started yes", "set Peach started yes")
    table.lay("accident/1")
    question = seen(table)["question"]
    assert question["code"] == "whose-area"
    assert [answer["name"] for answer in question["answers"]] == ["Luigi", "Peach", "Don Kong", "the discard pile"]
    assert question["answers"][2]["line"] == "by 'Don Kong'"
    table.say(question["answers"][1]["line"])
    assert seen(table)["question"] is None
    assert seen(table)["history"][-1]["car"] == "Peach"
    table.journal.close()


def test_what_a_touch_did_not_mean_is_told_beside_the_faults(table: Table) -> None:
    table.lay("25/1", on="seat-6")
    assert seen(table)["faults"] == []
    assert "Nobody sits" in seen(table)["notice"]
    table.lay("25/1", on="Mario")
    assert seen(table)["notice"] is None


def test_the_latest_accepted_tap_names_who_was_charged_and_who_else_it_may_have_been(table: Table) -> None:
    table.lay("25/1", on="Mario")
    table.lay("25/2", on="discard")
    earlier, last = seen(table)["history"][-2:]
    assert (earlier["charged"], earlier["not_mine"]) == ("Mario", [])
    assert (last["charged"], last["not_mine"]) == ("Luigi", ["Mario", "Peach"])


def undone(table: Table) -> list[int]:
    return [entry["n"] for entry in seen(table)["history"] if entry["undone"]]


def test_what_was_undone_is_told_from_what_counts(table: Table) -> None:
    played = table.lay("25/1", on="Mario").n
    refused = table.lay("25/2", on="Mario").n
    table.say("undo")
    assert undone(table) == [played]
    assert seen(table)["history"][-1]["text"].startswith(f"Input {played} is undone: Mario ")
    table.say("redo")
    assert undone(table) == []
    table.say("undo", "undo")
    assert undone(table) == [played - 1, played]
    table.lay("50/1", on="Mario")
    assert undone(table) == [played - 1, played], "what is played instead leaves it undone"
    assert refused not in undone(table)


def test_a_question_counts_while_it_is_open_and_once_it_is_answered(table: Table) -> None:
    table.lay("accident/1", on="Peach")
    asked = table.lay("speed-limit/1", on="Peach").n
    assert undone(table) == []
    table.say("undo")
    assert undone(table) == [asked]
    assert seen(table)["history"][-1]["text"].startswith(f"Input {asked} is undone: ")
    again = table.lay("speed-limit/2", on="Peach").n
    table.say("by Mario")
    assert undone(table) == [asked]
    table.say("undo")
    assert undone(table) == [asked, again + 1]


def test_a_question_settled_by_the_next_input_is_undone_by_its_own_number(table: Table) -> None:
    table.lay("accident/1", on="Peach")
    asked = table.lay("speed-limit/1", on="Peach").n
    table.say("set dispenser 40", "undo")
    assert undone(table) == [asked + 1]
    table.say("undo")
    assert undone(table) == [asked, asked + 1]


def test_an_overruled_card_may_have_been_another_s(table: Table) -> None:
    table.say("set Mario stopped-by accident")
    table.lay("50/1", on="Mario")
    table.say("overrule")
    last = seen(table)["history"][-1]
    assert (last["verdict"], last["charged"], last["not_mine"]) == ("noted", "Mario", ["Luigi", "Peach"])


def test_inputs_before_the_history_are_counted(table: Table) -> None:
    assert seen(table)["earlier"] == 0
    table.say(*(f"set dispenser {cards}" for cards in range(1, 71)))
    shown = seen(table)
    assert shown["earlier"] == shown["history"][0]["n"] - 1 == 73 - len(shown["history"])
    table.say(*["undo"] * 65)
    assert undone(table) == [], "an undo is never undone itself"
    assert seen(table)["history"][-1]["text"] == "The last input is undone."


@pytest.mark.parametrize("language", LANGUAGES)
def test_faults_are_named_by_whose_pad_it_is(table: Table, language: str) -> None:
    table.sitting.fault(Fault("reader seat-2", "offline", "no answer", 0))
    table.sitting.fault(Fault("gearbox", "worn", "grinds", 0))
    first, second = seen(table, language)["faults"]
    assert "Luigi" in first["part"]
    assert first["text"] != "fault.offline"
    assert "Gearbox" in second["text"]


def test_a_reader_without_its_library_is_a_dead_pad_and_its_cure_is_told(table: Table) -> None:
    cure = "/x/mfrc522.py is a-reader 1.0, not mfrc522; delete .venv"
    for pad in ("seat-1", "seat-2"):
        table.sitting.fault(Fault(f"reader {pad}", "library", cure, 0))
    assert all(fault["text"].endswith(f" {cure}.") for fault in seen(table)["faults"])
    assert table.shown.dead_pads == {"seat-1", "seat-2"}
    parts = parts_view(table.shown, catalogue("en", "rulings"))
    assert {part["state"] for part in parts} == {"failed"}


def test_a_copied_chip_that_works_is_no_news_to_those_who_play(table: Table) -> None:
    table.sitting.fault(Fault("reader seat-2", "counterfeit", "FM17522", 0))
    assert seen(table)["faults"] == []
    parts = parts_view(table.shown, catalogue("en", "rulings"))
    assert [part["code"] for part in parts] == ["counterfeit"], "who looks after it is told"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", ["offline", "library", "two-cards", "unreadable", "blocked", "stuck", "worn"])
def test_a_fault_is_a_sentence_that_says_each_thing_once(table: Table, language: str, code: str) -> None:
    table.sitting.fault(Fault("reader seat-2", code, "", 0))
    (fault,) = seen(table, language)["faults"]
    assert fault["text"][0].isupper()
    shown = f"{fault['text']} {catalogue(language, 'page').text('page.fault.goes-on')}"
    assert len(re.findall("a mano|by hand", shown)) <= 1 + (code == "blocked")


def test_the_end_names_winner_and_how(table: Table) -> None:
    table.say("set Peach km 1000")
    over = seen(table)["over"]
    assert (over["winners"], over["reason"], over["text"]) == (["Peach"], "1000", "Peach reaches 1000 km and wins!")
    assert seen(table)["turn"] is None


def test_cars_of_one_initial_have_letters_of_their_own(tmp_path: Path) -> None:
    table = Table(tmp_path, "cars Mario Mimi Mia")
    assert [each["letter"] for each in seen(table)["cars"]] == ["M", "I", "A"]
    table.journal.close()
