"""A clean clone of the last commit, and a machine that has little more than Python."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BARE = ("sh", "dirname", "cat", "cksum", "env")
"""The commands that the set-up may use besides Python: no compiler, no git, no uv."""

Call = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone of the last commit, its path with a space and an accent."""
    place = tmp_path / "a clone à côté"
    subprocess.run(["git", "clone", "--quiet", ROOT, place], check=True)
    return place


@pytest.fixture
def bare(tmp_path: Path) -> dict[str, str]:
    """An environment without HOME whose PATH holds the bare commands and one Python; the network's settings stay."""
    path = tmp_path / "bin"
    path.mkdir()
    for name in BARE:
        found = shutil.which(name)
        assert found, name
        (path / name).symlink_to(found)
    (path / "python3").symlink_to(Path(sys.executable).resolve())
    reach = re.compile("PIP_.*|.*_(PROXY|CERT|CERT_FILE)", re.IGNORECASE)  # how this machine comes to the packages
    return {"PATH": str(path)} | {name: value for name, value in os.environ.items() if reach.fullmatch(name)}


@pytest.fixture
def call(tmp_path: Path) -> Call:
    """Run a program from a folder that is not the clone's, to its end."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()

    def run(*command: str | Path, env: dict[str, str], limit_s: float = 120) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command,
            cwd=elsewhere,
            env=env,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            timeout=limit_s,
            check=False,
        )

    return run
