"""What the program starts beside itself is its own, whatever lies in the folder where somebody stands."""

import subprocess
from pathlib import Path

import pytest

from companion.compose.bench import start
from companion.compose.bench.bench import Bench
from companion.compose.bench.visitors import visited
from companion.odds.child import COMMAND

SPOILT = ("companion", "json", "random", "flask")


@pytest.fixture(autouse=True)
def _in_a_spoilt_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "downloads"
    folder.mkdir()
    for module in SPOILT:
        (folder / f"{module}.py").write_text("raise SystemExit('this is not the program')")
    monkeypatch.chdir(folder)


def test_the_worker_of_the_odds() -> None:
    done = subprocess.run(COMMAND, input=b"", capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_what_the_benchmark_measures(tmp_path: Path) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    assert Bench(1, tmp_path / "none", scratch).child("stock")
    with visited("waitress", scratch) as server:
        assert server.port
    start._started(["-c", start.FLASK])
    start._started([*start.TABLE, str(tmp_path / "data")])
