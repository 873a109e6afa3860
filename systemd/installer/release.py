"""The program's releases: each in a folder of its own, with its libraries; a link says which one runs.

A release is made beside the one that runs, so that nothing is changed before all of it is there; going back is a link.
"""

import os
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path

from installer.files import link, put
from installer.places import SOURCE, Places
from installer.talk import CannotInstallError, Talk

LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", ".*_cache", ".hypothesis", "__pycache__", "*.egg-info", "tests", ".ci", "build"
)
"""What a table that plays has no use for."""
COMMAND = """#!/bin/sh
# The table's command for every account; root speaks of the service's own races.
[ "$(id -u)" != 0 ] || export STATE_DIRECTORY="${STATE_DIRECTORY:-/var/lib/mille-bornes}"
exec /opt/mille-bornes/current/.venv/bin/mille-bornes "$@"
"""


def make(places: Places, talk: Talk) -> Path:
    """Copies the program into a release of its own and sets it up there. Raises `CannotInstallError`."""
    release = _free(places.releases, f"{datetime.now(UTC):%Y%m%d-%H%M%S}")
    talk.say(f"{release}: the program and its libraries (minutes on a small Pi)")
    try:
        shutil.copytree(SOURCE, release, ignore=LEFT_OUT, symlinks=True)
        _set_up(release)
    except BaseException:
        shutil.rmtree(release, ignore_errors=True)
        raise
    return release


def _set_up(release: Path) -> None:
    set_up = [str(release / "locks" / "environment"), "table"]
    python = str(release / ".venv/bin/python")
    modules = [python, "-m", "compileall", "-q", "-j", "0", *_compiled(release)]
    templates = [python, "-c", "from companion.page.compiled import compile_all; compile_all()"]
    for command in (set_up, modules, templates):
        done = subprocess.run(command, cwd=release, check=False)
        if done.returncode:
            name = Path(command[0]).name
            raise CannotInstallError(f"{name} ended with {done.returncode}: nothing has been changed. Call it again")


def _compiled(release: Path) -> list[str]:
    """What the service may not compile for itself, as it may not write here."""
    return [str(release / name) for name in (".venv", "companion", "firmware", "hardware")]


def running(places: Places) -> Path | None:
    """The release that the link names, if there is one."""
    return places.current.resolve() if places.current.is_symlink() and places.current.exists() else None


def switch(places: Places, release: Path) -> None:
    """From the next start on this release runs; all of it is on the disk before the link says so."""
    os.sync()
    link(places.current, release)
    put(places.command, COMMAND, 0o755)


def drop_old(places: Places, *kept: Path | None) -> None:
    """Removes every release but these."""
    for release in places.releases.iterdir():
        if release not in kept:
            shutil.rmtree(release, ignore_errors=True)


def _free(folder: Path, name: str) -> Path:
    """A name in `folder` that nothing has yet: the clock of a Pi may stand still or go back."""
    folder.mkdir(parents=True, exist_ok=True)
    names = (folder / (name if n == 1 else f"{name}-{n}") for n in range(1, 1_000))
    return next(path for path in names if not path.exists())
