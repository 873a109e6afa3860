"""The pages of races gone by."""

import json
import re
import time
from html import unescape
from pathlib import Path

import pytest

from companion.past.desk import REPORT_S
from companion.past.tape import Tape
from tests.companion.past.past import RACES, SMALL, WHOLE, PastTable, words

STOPPED = 13
"""In the whole race Peach is stopped there, and drives."""


def test_the_list_says_who_played_and_who_won(past: PastTable) -> None:
    said = words(past.get("/races"))
    assert "2 races of this table" in said
    assert said.index("Race 2 finished") < said.index("Race 1 unfinished")
    assert "Mario 300 km Luigi 550 km Peach 1000 km Peach won Mille Bornes: Mario Kart · 77 inputs" in said


def test_the_race_that_runs_is_there_too_and_goes_on(past: PastTable) -> None:
    past.race("cars Ann Bob\nAnn green-light\n")
    assert "Race 3 running" in words(past.get("/races"))
    assert "Input 1 of 1" in words(past.get("/races/current"))
    past.table.say("Bob green-light")
    assert "Input 2 of 2" in words(past.get("/races/current"))
    assert past.step("3", 2)["n"] == 2


def test_many_races_are_paged(past: PastTable) -> None:
    for _ in range(19):
        past.race("cars Ann Bob\n")
    past.take(SMALL)
    first, third = words(past.get("/races")), words(past.get("/races?page=3"))
    assert "Race 21 running" in first
    assert "Page 1 of 3" in first
    assert "Imported: sunday" not in first
    assert third.index("Race 1 unfinished") < third.index("Imported: sunday")
    assert "Page 3 of 3" in words(past.get("/races?page=99"))
    assert "Page 1 of 3" in words(past.get("/races?page=-1"))


def test_each_step_has_track_piles_ruling_source_and_turn(past: PastTable) -> None:
    html = past.step("2", STOPPED)["html"]
    said = words(html)
    assert "Peach is stopped by Red Light and cannot drive." in said
    assert re.search(r"Source: \S", said)
    assert 'class="track"' in html
    assert "Battle pile Red Light" in said
    assert "is on turn" in said
    assert "nothing has been played" in words(past.step("2", 0)["html"])


@pytest.mark.parametrize(
    "address",
    [
        *("/races/3", "/races/0", "/races/no", "/races/99999999999999999999", "/races/2/at/78", "/races/2/report/0"),
        *("/races/2/report/78", "/races/3.race", "/races/..%2f..%2fraces.db", "/races/2/again?edition=no"),
        *("/races/..%2Fraces.race", "/races/2/at/-1", "/races/%00", "/races/٣"),
    ],
)
def test_what_is_not_there_is_said(past: PastTable, address: str) -> None:
    assert "There is nothing at" in words(past.get(address, 404))


def test_other_rules_show_every_ruling_that_changes(past: PastTable) -> None:
    (taken,) = past.take("cars Ann Bob\nAnn right-of-way\nAnn green-light\n").json
    address = f"/races/{taken['name']}/again?edition=mario-kart&switch-mario-kart=right_of_way_starts"
    said = words(past.get(address))
    assert "2 rulings of 2 are others" in said or "1 ruling of 2 is another one" in said
    assert said.index("It was:") < said.index("It is:")
    assert "every ruling is the same" in words(past.get("/races/2/again"))


def test_a_race_that_was_left_can_go_on_until_it_does(past: PastTable) -> None:
    def offered() -> list[str]:
        return re.findall(r'data-go-on="(\d+)"', past.get("/races"))

    sitting = past.table.sitting
    sitting.new_race("cars Ann Bob", "")
    past.table.say("Ann green-light")
    left = past.table.shown.race
    sitting.new_race("cars Carl Dora", "")
    assert offered() == [str(left)]
    assert 'data-go-on="' in past.get(f"/races/{left}")
    sitting.go_on(left, "")
    past.table.say("Bob green-light")
    sitting.new_race("cars Carl Dora", "")
    assert offered() == [str(left + 2)]
    assert 'data-go-on="' not in past.get(f"/races/{left}")


def test_why_a_race_cannot_be_judged_so_is_said(past: PastTable) -> None:
    (taken,) = past.take("cars A B C D E F\nA green-light\n").json
    said = words(past.get(f"/races/{taken['name']}/again?edition=ryvo"))
    assert "It cannot be judged as Mille Bornes: Ryvo" in said
    assert "These people cannot play Mille Bornes: Ryvo so" in said
    said = words(past.get("/races/2/again?edition=mario-kart&switch-mario-kart=no-such"))
    assert "It cannot be judged" in said


def test_one_shorter_record_is_looked_for_at_a_time(past: PastTable) -> None:
    def complete() -> bool:
        report = past.past.report("2", STOPPED, "en")
        assert report is not None
        return bool(report["complete"])

    assert complete()
    with past.past._searching:
        begun_s = time.thread_time()
        assert not complete()
        assert time.thread_time() - begun_s < REPORT_S / 2
        assert "#> illegal stopped" in past.get(f"/races/2/report/{STOPPED}.race")
    assert complete()


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_report_shows_its_ruling(past: PastTable, language: str) -> None:
    text = past.get(f"/races/2/report/{STOPPED}.race?lang={language}")
    *_, ruled = Tape.of(text.encode()).moments()
    assert ruled.ruling.code == "stopped"
    assert "#> illegal stopped distance Peach Peach 75" in text
    html = past.get(f"/races/2/report/{STOPPED}?lang={language}")
    assert "mailto:?subject=" in html
    assert unescape(html).count(text.strip()) == 1


def test_a_race_that_cannot_be_read_spoils_nothing(past: PastTable) -> None:
    past.table.journal.begin("edition of-tomorrow\ncars Ann Bob")
    said = words(past.get("/races"))
    assert "Race 3 unreadable" in said
    assert "Race 2 finished" in said
    assert "cannot be read" in words(past.get("/races/3"))
    assert past.client.get("/races/3/at/0").status_code == 400
    assert past.get("/races/3.race").startswith("edition of-tomorrow")


def test_the_lights_show_a_race_until_a_card_is_laid(past: PastTable) -> None:
    past.show()
    assert past.do("play", race="2").status_code == 200
    assert past.client.get("/races/api/lights").json == {"race": "2"}
    past.table.say("undo")
    past.show()
    assert past.client.get("/races/api/lights").json == {"race": ""}
    assert past.do("play", race="99").status_code == 404


def test_the_lights_are_not_taken_from_a_race_that_is_played(past: PastTable) -> None:
    past.race("cars Ann Bob\nAnn green-light\n")
    past.show()
    refused = past.do("play", race="2")
    assert refused.status_code == 503
    assert "A race is being played" in refused.json["error"]
    past.table.now_ms += 61_000
    assert past.do("play", race="2").status_code == 200
    assert past.do("stop").status_code == 200
    assert past.client.get("/races/api/lights").json == {"race": ""}


def test_without_lights_none_are_offered(tmp_path: Path) -> None:
    dark = PastTable(tmp_path, WHOLE, strip=False)
    assert "Show it on the board" not in dark.get("/races/2")
    assert "Show it on the board" in PastTable(tmp_path / "lit", WHOLE).get("/races/2")


def test_no_such_act(past: PastTable) -> None:
    assert past.do("jump").status_code == 404


def test_every_recorded_race_can_be_looked_at(past: PastTable) -> None:
    for path in sorted((RACES / "taps").glob("*.race")):
        (taken,) = past.take(path.read_text(), path.name).json
        assert json.dumps(past.past.at(taken["name"], 1, "es"))
