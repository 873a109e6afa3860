"""The pages of races gone by."""

import json
import re
import time
from html import unescape
from pathlib import Path

import pytest

from companion.page.access import LONG_BODIES
from companion.past.desk import REPORT_S
from companion.past.library import MOST_LINES, Taken
from companion.past.progress import Told
from companion.past.tape import Tape
from companion.referee import Referee
from tests.companion.past.past import RACES, WHOLE, PastTable

SMALL = "cars Ann Bob\nAnn green-light\nAnn 25 by Bob\n"
STOPPED = 13
"""In the whole race Peach is stopped there, and drives."""


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


@pytest.fixture
def past(tmp_path: Path) -> PastTable:
    return PastTable(tmp_path, WHOLE)


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


def test_a_race_is_exported_as_it_was(past: PastTable) -> None:
    answer = past.client.get("/races/2.race")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="2.race"'
    assert Tape.of(answer.data).end.race == Tape.of(WHOLE.read_bytes()).end.race


def test_a_race_is_imported_shown_and_removed(past: PastTable) -> None:
    (taken,) = past.take(SMALL).json
    assert taken["name"].startswith("sunday-")
    assert not taken["known"]
    assert f"Imported: {taken['name']} unfinished" in words(past.get("/races"))
    assert "25 km" in words(past.step(taken["name"], 2)["html"])
    assert past.get(f"/races/{taken['name']}.race") == SMALL
    assert past.library.archive.newest() == 2
    past.do("remove", race=taken["name"])
    past.get(f"/races/{taken['name']}", 404)
    assert past.do("remove", race="../../races").status_code == 200


def test_the_same_race_is_not_imported_twice(past: PastTable) -> None:
    (first,) = past.take(SMALL).json
    (again,) = past.take("# by hand\r\ncars Ann  Bob\r\n\r\nAnn green-light\r\nAnn 25 by Bob", "other.race").json
    assert again == {"name": first["name"], "known": True}
    (own,) = past.take(past.get("/races/2.race")).json
    assert own == {"name": "2", "known": True}


def test_a_command_sent_twice_is_done_once(past: PastTable) -> None:
    assert past.do("import", command="c", file="a.race", race=SMALL).json
    assert past.do("import", command="c", file="a.race", race=SMALL).json == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("cars Ann Bob\nAnn greenlight\n", "sunday.race:2: there is no card “greenlight”."),
        ("", "sunday.race:1: the record names no cars."),
        ("hello", "sunday.race:1:"),
        ("cars Ann Bob\nAnn \ud800\n", "sunday.race:2:"),
        ("\ufeffcars Ann Bob\n", "sunday.race:1:"),
    ],
)
def test_what_is_no_record_is_refused_with_its_place(past: PastTable, text: str, said: str) -> None:
    answer = past.take(text)
    assert answer.status_code == 400
    assert said in answer.json["error"]
    assert past.library.shelf.names() == []


def test_a_hostile_file_name_is_shown_on_one_line_and_not_for_ever(past: PastTable) -> None:
    error = past.take("x", "<b>" + "a" * 150).json["error"]
    assert error.startswith("<b>aaaa")
    assert len(error) < 250
    assert past.take("x", "a\nb").status_code == 400


def test_a_file_that_is_too_long_is_refused(past: PastTable) -> None:
    limit = LONG_BODIES["/races/api/import"]
    answer = past.take("cars Ann Bob\n" + "# long\n" * limit)
    assert answer.status_code == 413
    assert str(limit) in answer.json["error"]
    assert past.take("cars Ann Bob\n" + "# long\n" * 20_000).status_code == 200


def test_a_race_of_too_many_lines_is_refused(past: PastTable) -> None:
    answer = past.take("cars Ann Bob\n" + "end\n" * MOST_LINES, "noise.race")
    assert answer.status_code == 400
    assert answer.json["error"].startswith(
        f"noise.race has {MOST_LINES + 1} lines, and a race of more than {MOST_LINES} is"
    )
    assert "Imported" not in words(past.get("/races"))


def test_how_much_of_a_long_race_is_taken_is_told_and_cards_are_ruled_on_meanwhile(
    past: PastTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    referee, take, seen = Referee(past.table.sitting), past.library.take, list[float]()

    def looked_at(title: str, record: bytes, told: Told) -> Taken:
        def tell(done: float) -> None:
            told(done)
            seen.append(json.loads(past.get("/races/api/import?id=long"))["taken"])
            (ruling,) = referee.ask(lambda sitting: sitting.enter(["draw"], past.table.now_ms))
            assert ruling["verdict"] == "noted"

        return take(title, record, tell)

    monkeypatch.setattr(past.library, "take", looked_at)
    referee.start()
    text = "cars Ann Bob\nAnn green-light\n" + "end\n" * 2000
    assert past.do("import", command="long", file="a.race", race=text).status_code == 200
    referee.stop()
    assert seen == sorted(set(seen))
    assert seen[0] == 0.0
    assert len(seen) > 20
    assert 0.85 < seen[-1] < 1
    for name in ("long", "another", ""):
        assert json.loads(past.get(f"/races/api/import?id={name}")) == {"taken": 0.0}


def test_a_full_disk_is_said(past: PastTable, tmp_path: Path) -> None:
    (tmp_path / "imported").write_text("a file where the folder should be")
    answer = past.take(SMALL)
    assert answer.status_code == 503
    assert "The race was not kept" in answer.json["error"]
    assert str(tmp_path) not in answer.json["error"], "a folder of the table's machine is nobody's who imports"


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
