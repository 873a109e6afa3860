"""The service's log in the support file: whatever journalctl does, the file is made, and says what it did."""

import io
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import pytest

from companion.compose.service_log import LINES, UNIT, service_log

LIMIT_S = 60
LINE = "2026-12-01T02:03:04+0000 mille-bornes[7]: race 3 input 12 companion.referee.faults: reader seat-2: offline"
WORKS = f"echo '{LINE}'"
NOTHING = "echo '-- No entries --'"
DENIED = "echo 'No journal files were opened due to insufficient permissions.' >&2; exit 1"
HANGS = f"echo '{LINE}'; exec sleep 600"

Journalctl = Callable[[str], None]


@pytest.fixture
def journalctl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Journalctl:
    """Puts a journalctl that does this, by the shell, before the machine's own."""

    def put(does: str) -> None:
        file = tmp_path / "bin" / "journalctl"
        file.parent.mkdir(exist_ok=True)
        file.write_text(f"#!/bin/sh\n{does}\n" if does else "\x00no program\xff", encoding="latin-1")
        file.chmod(0o755)
        monkeypatch.setenv("PATH", f"{file.parent}:{os.environ['PATH']}")

    return put


def test_the_latest_lines_of_the_unit_are_asked_for(journalctl: Journalctl) -> None:
    journalctl('printf "%s\\n" "$@"')
    asked = service_log().split("\n")
    assert asked[asked.index("-u") + 1] == UNIT
    assert asked[asked.index("-n") + 1] == str(LINES)
    assert "--no-hostname" in asked, "a machine may be called as its owner is"
    assert "--no-pager" in asked


def test_what_is_no_text_is_shown_all_the_same(journalctl: Journalctl) -> None:
    journalctl(r"printf 'seat-\377 offline\n'")
    assert service_log() == "seat-\ufffd offline\n"


@pytest.mark.parametrize("does", [DENIED, NOTHING, "exit 0"])
def test_an_account_that_may_see_nothing_is_told_the_cure(journalctl: Journalctl, does: str) -> None:
    journalctl(does)
    told = service_log()
    assert "sudo" in told
    assert ("insufficient permissions" in told) is (does == DENIED)


def test_a_warning_beside_lines_keeps_them(journalctl: Journalctl) -> None:
    journalctl(f"{WORKS}; echo 'Journal file corrupted, ignoring.' >&2; exit 1")
    assert service_log() == f"{LINE}\nJournal file corrupted, ignoring.\n"


def test_without_journalctl_that_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert service_log().startswith("there is no journalctl here")


def test_one_that_cannot_be_run_is_said(journalctl: Journalctl) -> None:
    journalctl("")
    assert "cannot be run" in service_log()


@pytest.mark.parametrize("does", [HANGS, f"echo '{LINE}'; sleep 15 & wait", f"trap '' TERM; {HANGS}"])
def test_one_that_hangs_is_not_waited_for_and_what_it_told_is_kept(journalctl: Journalctl, does: str) -> None:
    journalctl(does)
    began_s = time.monotonic()
    told = service_log(waited_s=1.0)
    assert time.monotonic() - began_s < LIMIT_S / 2
    assert told == f"{LINE}\njournalctl had not ended after 1 s\n"


@pytest.mark.parametrize(
    ("does", "said"), [(WORKS, "reader seat-2: offline"), (DENIED, "try sudo"), ("", "cannot be run")]
)
def test_the_support_file_has_it(journalctl: Journalctl, tmp_path: Path, does: str, said: str) -> None:
    journalctl(does)
    options = ["--table", "simulated", "--data", str(tmp_path), "--out", "-"]
    command = [sys.executable, "-m", "companion.cli", "support", *options]
    made = subprocess.run(command, capture_output=True, timeout=LIMIT_S, check=True)
    with ZipFile(io.BytesIO(made.stdout)) as file:
        assert said in file.read("log.txt").decode()
        assert {"README.txt", "health.json", "doctor.jsonl", "versions.json"} <= set(file.namelist())
