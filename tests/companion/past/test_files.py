"""Races as files: what is saved, what is brought, and what is refused and why."""

import json
from pathlib import Path

import pytest

from companion.page.access import LONG_BODIES
from companion.past.library import MOST_LINES, Taken
from companion.past.progress import Told
from companion.past.tape import Tape
from companion.referee.referee import Referee
from tests.companion.past.past import SMALL, WHOLE, PastTable, words


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
        ("", "sunday.race:1: no cars are named up to here."),
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
