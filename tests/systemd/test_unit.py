"""The systemd unit: systemd itself understands it, and finds little that the process could do amiss."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

UNITS = Path(__file__).resolve().parents[2] / "systemd"
COMMAND = "/opt/mille-bornes/current/.venv/bin/mille-bornes"

pytestmark = pytest.mark.skipif(
    not shutil.which("systemd-analyze"), reason="needs systemd-analyze, of Debian's systemd"
)


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The unit with a command that exists here in place of the installed one, which need not."""
    text = (UNITS / "mille-bornes.service").read_text()
    assert COMMAND in text
    copy = tmp_path / "mille-bornes.service"
    copy.write_text(text.replace(COMMAND, "/bin/true"))
    return copy


def analyze(*arguments: str | Path) -> str:
    done = subprocess.run(["systemd-analyze", *arguments], capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def test_systemd_has_nothing_to_say_against_it(unit: Path) -> None:
    assert analyze("verify", "--man=no", unit) == ""


def test_the_process_could_do_little_harm(unit: Path) -> None:
    rated = re.search(r"Overall exposure level for \S+: ([\d.]+)", analyze("security", "--offline=true", unit))
    assert rated
    assert float(rated[1]) <= 1.3


def test_what_systemd_cannot_parse_is_found(unit: Path) -> None:
    unit.write_text(unit.read_text().replace("Restart=always", "Restart=perhaps"))
    assert "perhaps" in analyze("verify", "--man=no", unit)
