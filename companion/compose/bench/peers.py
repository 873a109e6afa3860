"""The peers that only the benchmark needs: how they come, and how one of them is imported."""

import importlib
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.compose.bench.bench import last_line

FOLDER = "bench-peers"
"""Theirs, beside the races: two packages are called mfrc522, so that none may lie where the program looks."""
LOCK = Path(__file__).parents[3] / "locks" / "bench.txt"
CHESS, FORK, MILLE_AI, TRANSLATOR = "chess", "mfrc522", "mille-ai", "fissix"
"""Their folders there: python-chess; mfrc522-python; mille-ai, and what makes Python 3 of its Python 2."""
SOURCE = "https://github.com/elliotkendall/mille-ai"
COMMIT = "477234a4d66b2d618e45688ae589ebf68c5b82b6"
"""It has no licence: nobody gives it away, and everybody may fetch it for himself."""
GIT_PATIENCE_S = 120
LINE = 300
"""Of what pip says, which can be a whole list of files."""


def install(data: Path) -> int:
    """Puts the peers into their folder; the exit status: 0 when all are there."""
    folder = data / FOLDER
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        return _lacks("the peers", error)
    pip = [sys.executable, "-P", "-m", "pip", "install"]
    if find_spec("pip") is None:  # an environment that uv made
        pip = ["uv", "pip", "install", "--python", sys.executable]
    options = ["--quiet", "--no-deps", "--require-hashes", "--upgrade", "--target", str(folder)]
    lacking = _lacks("the packages among the peers", why) if (why := _ran(*pip, *options, "-r", str(LOCK))) else 0
    return _fetch(folder) or lacking


def _ran(*command: str) -> str:
    """Why it failed; empty when it did not."""
    try:
        done = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603 - ours
    except OSError as error:
        return str(error)
    return (last_line(done.stderr) or f"it ended with {done.returncode}")[:LINE] if done.returncode else ""


def _fetch(folder: Path) -> int:
    """Mille-ai at its commit, anew unless it is there unchanged; the exit status."""
    place, git = folder / MILLE_AI, shutil.which("git")
    if git is None:
        return _lacks(MILLE_AI, "git is not installed")
    try:
        head, changed = (
            _git(git, place, *words).stdout for words in (("rev-parse", "HEAD"), ("status", "--porcelain"))
        )
        if head.strip() == COMMIT and not changed:
            return 0
        with TemporaryDirectory(prefix=f"{MILLE_AI}-", dir=folder) as unfinished:
            fresh = Path(unfinished) / MILLE_AI
            fresh.mkdir()
            for step in (("init",), ("fetch", "--depth=1", SOURCE, COMMIT), ("checkout", COMMIT)):
                done = _git(git, fresh, step[0], "--quiet", *step[1:])
                if done.returncode:
                    fatal = (line for line in done.stderr.splitlines() if line.startswith("fatal: "))
                    return _lacks(MILLE_AI, next(fatal, last_line(done.stderr)))
            if place.is_symlink() or place.exists():
                place.rename(Path(unfinished) / "old")
            fresh.rename(place)
    except (OSError, subprocess.TimeoutExpired) as error:
        return _lacks(MILLE_AI, error)
    return 0


def _git(git: str, place: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """In this repository and no other, and asking nobody for a password."""
    there = {"GIT_DIR": str(place / ".git"), "GIT_WORK_TREE": str(place)}
    own = {**os.environ, **there, "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
    return subprocess.run(  # noqa: S603 - git, with words of ours
        [git, *words],
        check=False,
        capture_output=True,
        env=own,
        stdin=subprocess.DEVNULL,
        text=True,
        timeout=GIT_PATIENCE_S,
    )


def _lacks(what: str, why: object) -> int:
    said = f"{why.filename}: {why.strerror}" if isinstance(why, OSError) and why.filename else why
    print(f"mille-bornes: {what} could not be installed: {said}", file=sys.stderr)
    return 1


def load(folder: str, name: str) -> Any:
    """Import a peer from their folder and from nowhere else."""
    sys.path.insert(0, folder)
    module = importlib.import_module(name)
    if not (module.__file__ and Path(module.__file__).is_relative_to(folder)):
        raise ImportError(f"{Path(folder) / name} is not whole")
    return module
