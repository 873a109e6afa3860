"""`mille-bornes replay`: what it prints of records and says of files, through the real command."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main

COMMAND = Path(sys.executable).parent / "mille-bornes"
HEAD = "cars Toad Bowser\n"
RACE = "cars Toad Bowser\nToad green-light\nBowser 25 # too early\n+2 undo\n"
RACE_KEYS = ["file", "edition", "over", "winners", "reason", "turn", "open", "dispenser", "discards", "hands", "cars"]
CAR_KEYS = ["km", "started", "stopped_by", "limited", "safeties", "strokes", "two_hundreds"]


def run(*files: Path, json_lines: bool = False) -> int:
    return main(["replay", *map(str, files), *(["--json"] if json_lines else [])])


def write(folder: Path, text: str | bytes, name: str = "a.race") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_not_utf8(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, b"cars Toad Bowser\n# caf\xe9\n")
    assert run(path) == 2
    assert capsys.readouterr().err.startswith(f"{path}:2: ")


def test_unreadable(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = tmp_path / "no such.race"
    assert run(missing, tmp_path) == 2
    err = capsys.readouterr().err.splitlines()
    assert [line.split(": ")[0] for line in err] == [f"{missing}:1", f"{tmp_path}:1"]


def test_other_files_go_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad, last = write(tmp_path, RACE), write(tmp_path, HEAD + "jump", "b.race"), write(tmp_path, HEAD, "c.race")
    assert run(good, bad, tmp_path / "none", last, json_lines=True) == 2
    out, err = capsys.readouterr()
    races = [json.loads(line)["race"]["file"] for line in out.splitlines() if line.startswith('{"race"')]
    assert races == [str(good), str(last)]
    assert len(err.splitlines()) == 2


def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, RACE)
    assert run(path, json_lines=True) == 0
    *rulings, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert [each["line"] for each in rulings] == [2, 3, 4]
    say = [each.pop("say") for each in rulings]
    assert all(isinstance(sentence, str) and sentence for sentence in say)
    assert rulings[0] == {
        "line": 2,
        "verdict": "legal",
        "code": None,
        "play": "remedy",
        "player": "Toad",
        "car": "Toad",
        "card": "green-light",
    }
    assert list(last) == ["race"]
    race = last["race"]
    assert list(race) == RACE_KEYS
    assert list(race["cars"]) == ["Toad", "Bowser"]
    assert all(list(car) == CAR_KEYS for car in race["cars"].values())
    assert race["hands"] == {"Toad": 6, "Bowser": 6}
    assert (race["file"], race["turn"], race["dispenser"], race["reason"]) == (str(path), "Toad", 94, None)


def test_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A line an input, after its place: who did what, the verdict, the reason and what would be legal."""
    path = write(tmp_path, RACE + "Toad 100 by Bowser\nset Toad km 1000\n")
    assert run(path) == 0
    out, err = capsys.readouterr()
    assert err == ""
    lines = out.splitlines()
    assert [line.removeprefix(f"{path}:").split(": ")[:2] for line in lines[:5]] == [
        ["2", "legal"],
        ["3", "illegal"],
        ["4", "noted"],
        ["5", "illegal"],
        ["6", "noted"],
    ]
    assert "Bowser" in lines[1]
    assert "Green Light" in lines[1]
    assert lines[5].startswith(f"{path}: ")
    assert "Toad" in lines[5]


def test_rulings_do_not_change_the_exit_status(tmp_path: Path) -> None:
    assert run(write(tmp_path, HEAD + "Toad 25\nToad tag:04\nend\n")) == 0


@pytest.mark.parametrize("name", ["a b.race", "ünïcode.race"])
def test_the_file_is_named_as_given(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    path = write(tmp_path, HEAD, name)
    assert run(path, json_lines=True) == 0
    assert json.loads(capsys.readouterr().out)["race"]["file"] == str(path)


def command(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([COMMAND, *arguments], input=stdin, capture_output=True, check=False, timeout=60)


def test_standard_input(tmp_path: Path) -> None:
    path = write(tmp_path, HEAD)
    both = command("replay", "--json", "-", str(path), stdin=RACE.encode())
    assert both.returncode == 0
    assert [json.loads(line)["race"]["file"] for line in both.stdout.splitlines() if b'"race"' in line[:8]] == [
        "-",
        str(path),
    ]
    bad = command("replay", "-", stdin=b"cars Toad Bowser\n\xff")
    assert (bad.returncode, bad.stdout) == (2, b"")
    assert bad.stderr.startswith(b"-:2: ")


def test_a_reader_that_goes_away_ends_it_quietly(tmp_path: Path) -> None:
    """`mille-bornes replay FILE | head` prints no traceback."""
    path = write(tmp_path, HEAD + "Toad 25\n" * 5000)
    with subprocess.Popen([COMMAND, "replay", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        process.wait(timeout=60)


def test_no_file_is_a_usage_error() -> None:
    run_without = command("replay")
    assert run_without.returncode == 2
    assert b"FILE" in run_without.stderr
