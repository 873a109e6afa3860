"""A run's folder on the disk of the races, its line on a terminal, and how it ends by ctrl-C."""

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.cli import main
from companion.compose.bench.progress import doing
from companion.compose.bench.scratch import PREFIX, scratch
from companion.store.folder import JOURNAL, CannotRunError, held
from companion.store.journal import Journal, Row


def left(data: Path) -> list[Path]:
    return list(data.glob(f"{PREFIX}*"))


def test_the_folder_goes_with_the_run_whatever_ends_it(tmp_path: Path) -> None:
    def interrupted() -> None:
        with scratch(tmp_path) as folder:
            (folder / "races.db").write_text("")
            assert left(tmp_path) == [folder]
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert left(tmp_path) == []


def test_folders_of_runs_that_were_killed_go_and_those_of_others_that_run_stay(tmp_path: Path) -> None:
    stale, races = tmp_path / f"{PREFIX}killed", tmp_path / "races.db"
    (stale / "inside").mkdir(parents=True)
    races.write_text("")
    with scratch(tmp_path) as first:
        assert left(tmp_path) == [first]
        with scratch(tmp_path) as second:
            assert {*left(tmp_path)} == {first, second}
        assert left(tmp_path) == [first]
    assert list(tmp_path.iterdir()) == [races]


def test_where_none_can_be_made_that_is_said_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotRunError), scratch(tmp_path / "file"):
        pass
    assert main(["bench", "--only", "3", "--data", str(tmp_path / "file")]) == 1
    said = capsys.readouterr()
    assert (said.out, len(said.err.splitlines())) == ("", 1)
    assert "Name a folder that can be written by --data" in said.err


def test_a_table_that_runs_on_the_folder_is_in_nobodys_way(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with held(tmp_path), Journal(tmp_path / JOURNAL) as journal:
        race = journal.begin("cars Mario Luigi")
        before = {each.name for each in tmp_path.iterdir()}
        assert main(["bench", "--json", "--only", "9", "--data", str(tmp_path)]) == 0
        journal.append(race, [Row(1, 0, "Mario green-light", "{}")])
        assert {each.name for each in tmp_path.iterdir()} == before
    assert json.loads(capsys.readouterr().out)["goals"][0]["figure"] > 0


def test_growth_is_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["bench", "--json", "--growth"])
    assert "not allowed with argument --json" in capsys.readouterr().err


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_is_told_what_is_measured_and_nothing_is_left_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    assert main(["bench", "--json", "--only", "9", "--only", "3", "--data", str(tmp_path)]) == 0
    assert terminal.getvalue().split("\r\x1b[K") == [
        "",
        "1 of 2: a durable input …",
        "",
        "2 of 2: sweeps of empty pads …",
        "",
    ]
    assert capsys.readouterr().out.startswith('{"goals": [')


def test_a_file_is_told_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    file = io.StringIO()
    monkeypatch.setattr("sys.stderr", file)
    with doing("something"):
        pass
    assert file.getvalue() == ""


@pytest.mark.parametrize("goal", ["1", "7", "10"])
def test_ctrl_c_ends_it_and_its_processes_without_a_word(tmp_path: Path, goal: str) -> None:
    command = [sys.executable, "-m", "companion.cli", "bench", "--json", "--long", "--only", goal, "--data"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([*command, str(tmp_path)], text=True, start_new_session=True, **pipes) as bench:  # type: ignore[call-overload]
        deadline = time.monotonic() + 20
        while not left(tmp_path) and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(0.7)
        os.killpg(bench.pid, signal.SIGINT)  # as a terminal does
        said = bench.communicate(timeout=20)
    assert (bench.returncode, said) == (130, ("", ""))
    assert left(tmp_path) == []
