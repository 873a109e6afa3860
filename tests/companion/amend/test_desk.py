"""The referee's desk: a missed card three plays back, put in with all that follows from it."""

from typing import Any

import pytest

from companion.amend import desk
from companion.amend.change import Outcome, outcome
from companion.editions import editions
from companion.lang import catalogue
from companion.page import Malformed
from companion.page.desk_pages import Asked
from companion.page.refusal import Refused
from companion.replay import moments
from companion.rules.record import read_record
from tests.companion.amend.evening import Evening, seen
from tests.companion.table import HEAD


def missed(evening: Evening) -> None:
    """Mario's discard was not seen, so that three cards of others are refused or read as another's."""
    evening.say("Mario green-light/1", "Luigi green-light/2", "Peach green-light/3")
    assert evening.lay("25/1", on="Luigi") == "not-your-turn"
    assert evening.lay("50/1", on="Peach") == "not-your-turn"
    assert evening.lay("75/1", on="Mario") == "distance"


def test_a_card_missed_three_plays_back_makes_the_later_ones_legal(evening: Evening) -> None:
    missed(evening)
    before = evening.table.race
    seen = evening.preview(4, "discard gas/1")
    assert [new["verdict"] for new in seen["new"]] == ["legal"]
    assert [(each["n"], each["old"]["verdict"], each["new"]["verdict"]) for each in seen["changed"]] == [
        (4, "illegal", "legal"),
        (5, "illegal", "legal"),
    ]
    assert [each["n"] for each in seen["same"]] == [6]
    assert {(end["car"], end["fact"], end["new"]) for end in seen["ends"]} == {
        ("Luigi", "km", "25 km"),
        ("Peach", "km", "50 km"),
        ("", "dispenser", str(before.dispenser - 3)),
    }
    assert evening.table.race == before, "a preview changes nothing"
    evening.amend(4, "discard gas/1")
    assert [car.km for car in evening.table.race.cars] == [75, 25, 50]
    entered = ["undo", "discard gas/1", "Luigi 25/1", "Peach 50/1", "Mario 75/1"]
    assert evening.table.lines[6:] == [f"{line} # desk" for line in entered]


def test_one_touch_takes_the_change_back_and_another_brings_it_again(evening: Evening) -> None:
    missed(evening)
    before = evening.table.race
    evening.amend(4, "discard gas/1")
    assert evening.desk.view("en")["changed"]
    changed = evening.table.race
    evening.pull_the_plug()
    assert evening.desk.view("en")["changed"], "it can be taken back after a start as well"
    evening.take_back()
    assert evening.table.race == before
    evening.take_back()
    assert evening.table.race == changed


def test_what_followed_a_change_stays_when_it_is_taken_back(evening: Evening) -> None:
    missed(evening)
    evening.amend(4, "discard gas/1")
    evening.say("Luigi 25/2")
    evening.take_back()
    assert [car.km for car in evening.table.race.cars] == [75, 25, 0]


def test_a_line_is_changed_and_later_ones_may_be_left_out(evening: Evening) -> None:
    evening.say("Mario green-light/1", "Luigi green-light/2", "Peach green-light/3", "Mario 100/1", "Luigi 25/1")
    seen = evening.preview(4, "Peach accident/1", 4)
    assert [each["n"] for each in seen["changed"]] == []
    evening.amend(4, "Peach accident/1", 4, 5)
    assert evening.table.race.cars[2].stopped_by == "accident"
    assert [car.km for car in evening.table.race.cars] == [0, 0, 0]


def test_a_stroke_is_as_much_in_time_as_it_was(evening: Evening) -> None:
    evening.say("Mario green-light/1", "Luigi green-light/2", "Peach green-light/3")
    evening.lay("accident/1", on="Peach")
    evening.wait(14)
    assert evening.lay("ace-driver/1", on="Peach") == "stroke"
    evening.wait(300)
    evening.amend(2, "Luigi green-light/5", 2)
    assert evening.table.race.cars[2].strokes == ("ace-driver",)


def test_an_open_window_has_left_what_it_had(evening: Evening) -> None:
    evening.say("Mario green-light/1", "Luigi green-light/2", "Peach green-light/3")
    evening.lay("accident/1", on="Peach")
    evening.wait(9)
    evening.amend(4, "", *())
    (window,) = evening.feed.latest("en")["windows"]
    assert window["left_ms"] == 6000
    evening.pull_the_plug()
    (window,) = evening.feed.latest("en")["windows"]
    assert window["left_ms"] == 6000
    evening.wait(6.001)
    assert evening.lay("ace-driver/1", on="Peach") == "not-your-turn"


def test_after_the_plug_was_pulled_a_changed_race_is_the_same(evening: Evening) -> None:
    missed(evening)
    evening.amend(4, "discard gas/1", author="Anna")
    before, lines = evening.table.race, evening.desk.lines(0, "en")
    evening.pull_the_plug()
    assert evening.table.race == before
    assert evening.desk.lines(0, "en") == lines


def test_the_record_says_who_changed_it_and_replays_to_the_same_end(evening: Evening) -> None:
    missed(evening)
    evening.amend(4, "discard gas/1", author="Anna\nMario 200/1 # \x1b[0m")
    record = evening.table.sitting.record()
    assert "discard gas/1 # desk: Anna Mario 200/1 # \\x1b[0m\n" in record
    last = [*moments(read_record(record.encode(), editions()))][-1]
    assert last.after.race == evening.table.race
    assert evening.desk.lines(0, "en")["lines"][0]["author"].startswith("Anna")
    assert not any(line["author"] for line in evening.desk.lines(0, "en")["lines"][5:])


def test_a_change_is_made_once_and_only_of_the_race_that_was_looked_at(evening: Evening) -> None:
    missed(evening)
    shown = seen(evening.preview(4, "discard gas/1"))
    evening.say("end")
    with pytest.raises(Refused, match="gone-on"):
        evening.desk.amend(Asked(4, "discard gas/1", ()), shown, "a", "")
    first = evening.amend(4, "discard gas/1", command="b")
    assert evening.desk.amend(Asked(4, "discard gas/1", ()), shown, "b", "") == first
    assert evening.table.lines.count("discard gas/1 # desk") == 1


def test_a_change_is_taken_back_only_of_the_race_that_was_looked_at(evening: Evening) -> None:
    missed(evening)
    evening.amend(4, "discard gas/1")
    changed, shown = evening.table.race, seen(evening.desk.view("en"))
    evening.say("Luigi 25/2")
    gone_on = evening.table.race
    with pytest.raises(Refused, match="gone-on"):
        evening.desk.take_back(shown, "a", "")
    assert evening.table.race == gone_on
    evening.say("undo")
    evening.take_back(command="b")
    assert evening.table.race != changed
    taken_back = evening.table.race
    for _ in range(2):  # two pressed at once: the second does not bring it again
        with pytest.raises(Refused, match="gone-on"):
            evening.desk.take_back(shown, "c", "")
        assert evening.table.race == taken_back
    assert evening.desk.take_back(shown, "b", ""), "sent again, as its answer was lost"
    assert evening.table.race == taken_back


def test_what_was_meant_for_another_race_is_not_done_to_this_one(evening: Evening) -> None:
    evening.say("end", "end")
    evening.amend(1, "Mario green-light/1")
    shown = seen(evening.desk.view("en"))
    evening.feed.new_race(HEAD, "next")
    evening.say("end", "end")
    evening.amend(1, "Mario green-light/1")
    before = evening.table.race
    assert evening.desk.view("en")["count"] == shown.inputs
    with pytest.raises(Refused, match="gone-on"):
        evening.desk.take_back(shown, "", "")
    with pytest.raises(Refused, match="gone-on"):
        evening.desk.amend(Asked(1, "Mario green-light/2", (1,)), shown, "", "")
    assert evening.table.race == before


def test_cards_laid_while_a_change_is_worked_out_stand(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    missed(evening)
    shown = seen(evening.preview(4, "discard gas/1"))

    def meanwhile(*known: Any) -> Outcome:
        evening.say("Luigi 25/1")  # the referee is free
        return outcome(*known)

    monkeypatch.setattr(desk, "outcome", meanwhile)
    with pytest.raises(Refused, match="gone-on"):
        evening.desk.amend(Asked(4, "discard gas/1", ()), shown, "a", "")
    assert evening.table.lines[6:] == ["Luigi 25/1"]


@pytest.mark.parametrize(
    ("n", "line", "without", "said"),
    [
        (9, "end", (), "no input 9"),
        (4, "Mario gren-light", (), "gren-light"),
        (1, "", (7,), "counts no more"),
    ],
)
def test_a_change_that_is_none_is_refused_with_the_cure(
    evening: Evening, n: int, line: str, without: tuple[int, ...], said: str
) -> None:
    missed(evening)
    for ask in (evening.preview, evening.amend):
        with pytest.raises(Malformed, match=said):
            ask(n, line, *without)
    assert len(evening.table.lines) == 6


def test_what_had_no_effect_cannot_be_removed(evening: Evening) -> None:
    evening.say("Mario green-light/1", "end")
    assert evening.preview(2, "", 2)["nothing"]
    with pytest.raises(Malformed, match="changes nothing"):
        evening.amend(2, "", 2)
    with pytest.raises(Malformed, match="no change"):
        evening.take_back()


def test_a_long_race_is_listed_page_by_page(evening: Evening) -> None:
    evening.say(*["end"] * 75)
    newest = evening.desk.lines(0, "en")
    assert (newest["lines"][0]["n"], newest["newer"], newest["older"]) == (75, None, 46)
    older = evening.desk.lines(46, "en")
    assert (older["lines"][0]["n"], older["newer"], older["older"]) == (45, 0, 16)
    oldest = evening.desk.lines(16, "en")
    assert (oldest["lines"][-1]["n"], oldest["newer"], oldest["older"]) == (1, 46, None)


def test_replaced_lines_are_marked_and_offer_no_change(evening: Evening) -> None:
    missed(evening)
    evening.amend(4, "discard gas/1")
    lines = {line["n"]: line for line in evening.desk.lines(0, "en")["lines"]}
    assert [n for n, line in lines.items() if line["gone"]] == [6, 5, 4]
    assert [n for n, line in lines.items() if line["counts"]] == [11, 10, 9, 8, 3, 2, 1]
    assert (lines[8]["pad"], lines[8]["laid"]) == ("discard", "gas/1")


@pytest.mark.parametrize(
    "problem",
    ["not-empty", "no-such-count", "no-such-input", "counts-no-more", "gone-on", "answer-first", "no-difference"],
)
def test_every_refusal_has_its_sentence(problem: str) -> None:
    assert catalogue("en", "desk").text(f"desk.{problem}", n=1, most=2) != f"desk.{problem}"
