"""The whole program, killed in mid-race and started again."""

import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.companion.program import START_LIMIT_S, Program, command


class Runs:
    """Runs the program on one folder, as often as it is told."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self.programs: list[Program] = []

    def __call__(self) -> Program:
        self.programs.append(Program(self._data))
        return self.programs[-1]

    def command(self) -> list[str]:
        return command(self._data)


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Runs]:
    runs = Runs(tmp_path / "data")
    yield runs
    for program in runs.programs:
        program.kill()


@pytest.mark.slow
def test_killed_in_mid_race_it_resumes_the_same_race_turn_windows_and_corrections(run: Runs) -> None:
    program = run()
    started = ["set Mario started yes", "set Luigi started yes"]
    lines = [*started, "draw", "Luigi accident/1", "draw", "Luigi 50/1", "undo"]
    for n, line in enumerate(lines):
        program.ask("/api/input", line=line, id=f"line {n}")
    before = program.ask("/api/race")
    time.sleep(1.2)
    program.kill()
    time.sleep(1.0)
    program = run()
    assert program.ask("/api/race") == before
    (stroke,) = program.ask("/api/input", line="Luigi ace-driver/1", id="stroke")["rulings"]
    assert stroke["play"] == "stroke"
    (again,) = program.ask("/api/input", line="Luigi ace-driver/1", id="stroke")["rulings"]
    assert again == stroke
    assert program.stop() == 0


@pytest.mark.slow
def test_two_tables_never_share_a_journal(run: Runs) -> None:
    run()
    assert "another table" in refusal(run.command())


@pytest.mark.slow
def test_a_taken_port_is_named_with_the_cure(run: Runs, tmp_path: Path) -> None:
    port = run().address.rsplit(":", 1)[1]
    assert "--port" in refusal(command(tmp_path / "other", port))


def refusal(command: list[str]) -> str:
    refused = subprocess.run(command, capture_output=True, text=True, timeout=START_LIMIT_S, check=False)
    assert refused.returncode == 1
    return refused.stderr


@pytest.mark.slow
@pytest.mark.parametrize("stream", ["/events", "/api/events", "/table/events"])
def test_told_to_stop_it_lets_open_pages_go_and_ends(run: Runs, stream: str) -> None:
    program = run()
    with urlopen(program.address + stream, timeout=START_LIMIT_S) as page:
        page.readline()
        assert program.stop(within_s=4) == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("option", "word", "cure"),
    [
        ("--port", "99999", "0 to 65535"),
        ("--port", "-1", "--port"),
        ("--host", "nosuch.invalid", "--host"),
        ("--robots", "nan", "acts a second"),
        ("--table", "no-such-table.toml", "no-such-table.toml"),
    ],
)
def test_a_wrong_option_is_named_with_the_cure(tmp_path: Path, option: str, word: str, cure: str) -> None:
    wrong = [*command(tmp_path / "data"), option, word]
    refused = subprocess.run(wrong, capture_output=True, text=True, timeout=START_LIMIT_S, check=False)
    assert refused.returncode in (1, 2)
    assert cure in refused.stderr
    assert "Traceback" not in refused.stderr
