"""`./table` in a fresh clone: from nothing to a running command, interrupted, twice at once, and moved."""

import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

Call = Callable[..., subprocess.CompletedProcess[str]]
SET_UP_LIMIT_S = 50
AGAIN_LIMIT_S = 2


@pytest.mark.fresh
def test_the_first_call_makes_the_command_and_the_second_finds_it(
    clone: Path, bare: dict[str, str], call: Call
) -> None:
    begun = time.monotonic()
    first = call(clone / "table", "--help", env=bare)
    took_s = time.monotonic() - begun
    assert first.returncode == 0, first.stderr
    assert "usage: mille-bornes table" in first.stdout
    assert "Setting up .venv" in first.stderr
    assert took_s < SET_UP_LIMIT_S

    begun = time.monotonic()
    second = call(clone / "table", "--help", env=bare)
    assert second.stdout == first.stdout
    assert second.stderr == ""
    assert time.monotonic() - begun < AGAIN_LIMIT_S

    command = call(clone / ".venv/bin/mille-bornes", "--help", env=bare)
    assert "usage: mille-bornes" in command.stdout
    assert subprocess.run(["git", "-C", clone, "status", "--porcelain"], capture_output=True, check=True).stdout == b""


@pytest.mark.fresh
def test_a_set_up_that_was_killed_is_begun_anew_while_two_call(clone: Path, bare: dict[str, str], call: Call) -> None:
    killed = subprocess.Popen([clone / "table", "--help"], env=bare, start_new_session=True, stderr=subprocess.DEVNULL)
    while not (clone / ".venv/unfinished").exists():
        time.sleep(0.05)
        assert killed.poll() is None
    os.killpg(killed.pid, signal.SIGKILL)
    killed.wait()

    with subprocess.Popen(
        [clone / "table", "--help"], env=bare, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as other:
        mine = call(clone / "table", "--help", env=bare)
        theirs, _ = other.communicate(timeout=SET_UP_LIMIT_S)
    assert "usage: mille-bornes table" in mine.stdout, mine.stderr
    assert theirs.decode() == mine.stdout
    assert not (clone / ".venv/unfinished").exists()

    moved = clone.rename(clone.with_name("moved"))
    assert call(moved / "table", "--help", env=bare).stdout == mine.stdout


def test_without_a_fitting_python_one_line_names_the_package(tmp_path: Path, bare: dict[str, str], call: Call) -> None:
    python = tmp_path / "bin/python3"
    python.unlink()
    python.write_text("#!/bin/sh\nexit 1\n")
    python.chmod(0o755)
    (tmp_path / "locks").mkdir()
    for name in ("table", "locks/environment"):
        here = Path(__file__).resolve().parents[2]
        (tmp_path / name).write_bytes((here / name).read_bytes())
        (tmp_path / name).chmod(0o755)
    refused = call(tmp_path / "table", "--help", env=bare)
    assert refused.returncode == 1
    assert refused.stdout == ""
    assert refused.stderr.splitlines()[-1:] == [
        "This needs Python 3.11, 3.12 or 3.13 with venv: sudo apt install python3-venv"
    ]


@pytest.mark.fresh
def test_without_the_libraries_the_cure_is_told_and_nothing_is_taken_for_whole(
    clone: Path, bare: dict[str, str], call: Call
) -> None:
    offline = {"PATH": bare["PATH"], "PIP_NO_INDEX": "1"}
    refused = call(clone / "table", "--help", env=offline)
    assert refused.returncode == 1
    assert refused.stderr.splitlines()[-1].endswith("see that it can be reached, then call this again.")
    assert (clone / ".venv/unfinished").exists()
