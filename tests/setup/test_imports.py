"""The import contracts: each must break when its rule is broken, or it guards nothing."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("firmware", "companion", "hardware")

BREACHES = [
    ("rules", "companion/rules/breach.py", "import random"),
    ("rules", "companion/rules/breach.py", "import companion.page"),
    ("rules", "companion/rules/breach.py", "import firmware"),
    ("hardware", "hardware/breach.py", "import gpiozero"),
    ("hardware", "hardware/breach.py", "import firmware"),
    ("firmware", "firmware/breach.py", "import companion.rules"),
    ("companion", "companion/breach.py", "import firmware.bus"),
    ("companion", "companion/breach.py", "import hardware"),
    ("page", "companion/page/breach.py", "import companion.rules"),
    ("page", "companion/page/breach.py", "import companion.compose.table"),
    ("metal-libraries", "companion/breach.py", "def later():\n    import gpiozero"),
    ("metal-libraries", "companion/compose/table.py", "import neopixel"),
    ("strip-libraries", "firmware/breach.py", "import board"),
    ("web-libraries", "companion/breach.py", "from flask import Flask"),
    ("web-libraries", "companion/simulated/breach.py", "import flask"),
    ("no-circles", "companion/breach.py", "import companion.other_breach"),
]
ALLOWED = [
    ("rules", "companion/rules/breach.py", "from dataclasses import dataclass"),
    ("companion", "companion/compose/table.py", "import firmware.bus"),
    ("companion", "companion/breach.py", "from firmware import messages"),
    ("page", "companion/page/breach.py", "from companion.view import table"),
    ("strip-libraries", "firmware/strips/breach.py", "import neopixel"),
    ("web-libraries", "companion/page/breach.py", "from flask import Flask"),
    ("web-libraries", "companion/simulated/page.py", "import flask"),
]
STANDING = {  # modules that a line above names, made where the checkout has them not yet
    "firmware/bus.py": "",
    "firmware/messages.py": "",
    "firmware/strips/__init__.py": "",
    "companion/compose/table.py": "",
    "companion/view/table.py": "",
    "companion/other_breach.py": "import companion.breach",
}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The packages' shape without their contents, and the contracts."""
    for package in PACKAGES:
        for source in (ROOT / package).rglob("__init__.py"):
            copy = tmp_path / source.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.touch()
    for name, text in STANDING.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def lint(checkout: Path, contract: str) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-logo", "--no-cache", "--contract", contract]
    return subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)


def put(checkout: Path, module: str, line: str) -> None:
    (checkout / "companion/breach.py").touch()
    (checkout / module).parent.mkdir(parents=True, exist_ok=True)
    (checkout / module).write_text(line + "\n")


@pytest.mark.slow
@pytest.mark.parametrize(("contract", "module", "line"), BREACHES)
def test_a_breach_is_found(checkout: Path, contract: str, module: str, line: str) -> None:
    put(checkout, module, line)
    found = lint(checkout, contract)
    assert "Contracts: 0 kept, 1 broken." in found.stdout, found.stdout + found.stderr


@pytest.mark.slow
@pytest.mark.parametrize(("contract", "module", "line"), ALLOWED)
def test_what_is_allowed_passes(checkout: Path, contract: str, module: str, line: str) -> None:
    put(checkout, module, line)
    found = lint(checkout, contract)
    assert "Contracts: 1 kept, 0 broken." in found.stdout, found.stdout + found.stderr
