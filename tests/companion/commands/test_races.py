"""`mille-bornes races`: listed and printed, whether the table runs or not."""

import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.past.tape import Tape
from tests.companion.past.past import WHOLE, PastTable


@pytest.fixture
def data(tmp_path: Path) -> Path:
    past = PastTable(tmp_path, WHOLE)
    past.take("cars Ann Bob\n", "sunday.race")
    past.table.journal.close()
    return tmp_path


def test_races_are_listed(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["races", "--data", str(data)]) == 0
    second, first, imported = capsys.readouterr().out.splitlines()
    assert second.startswith("2  ")
    assert second.endswith("Mille Bornes: Mario Kart  Mario, Luigi, Peach  Peach won  77 inputs")
    assert first.endswith("unfinished  0 inputs")
    assert imported.startswith("sunday-")


def test_races_are_listed_as_json(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["races", "--json", "--data", str(data)]) == 0
    races = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [race["name"] for race in races[:2]] == ["2", "1"]
    assert races[0]["winners"] == ["Peach"]


def test_a_race_is_printed(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for line in (["races", "--data", str(data), "export", "2"], ["races", "export", "2", "--data", str(data)]):
        assert main(line) == 0
        assert Tape.of(capsys.readouterr().out.encode()).end.race == Tape.of(WHOLE.read_bytes()).end.race


def test_what_is_not_there_is_said(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["races", "--data", str(data), "export", "9"]) == 1
    assert "there is no race 9" in capsys.readouterr().err
    assert main(["races", "--data", str(data / "no")]) == 1
    assert "--data" in capsys.readouterr().err
