"""Whatever the terminal can show, and whenever somebody stops a command, it ends in words and not in a traceback."""

import io
import os
import subprocess
from pathlib import Path

import pytest

from companion.cli import INTERRUPTED_EXIT, main
from tests.companion.commands.commands import LIMIT_S, mille_bornes

RECORD = "cars Zoë Åke\nZoë green-light\n"
COMMANDS = [
    ["doctor", "--data", "."],
    ["doctor", "--json", "--data", "."],
    ["doctor", "--lang", "fr", "--data", "."],
    ["pair", "--data", ".", "--lang", "pt"],
    ["enrol", "--sheet", "--data", ".", "--lang", "de"],
    ["support", "--data", ".", "--lang", "fr"],
    ["replay", "a.race"],
    ["replay", "--json", "a.race"],
    ["races", "--data", "."],
]


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_no_letter_stops_a_command(tmp_path: Path, arguments: list[str], encoding: str) -> None:
    (tmp_path / "a.race").write_text(RECORD, "utf-8")
    there = os.environ | {"PYTHONIOENCODING": encoding, "PYTHONPATH": str(Path.cwd())}
    ended = subprocess.run(
        mille_bornes(*arguments), cwd=tmp_path, env=there, capture_output=True, timeout=LIMIT_S, check=False
    )
    assert b"Traceback" not in ended.stderr
    assert ended.stdout or ended.returncode


def test_ctrl_c_ends_a_command_as_a_shell_expects(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted(io.BytesIO):
        def read(self, _size: int | None = -1) -> bytes:
            raise KeyboardInterrupt

    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(Interrupted()))
    assert main(["replay", "-"]) == INTERRUPTED_EXIT
