"""The support file: a ZIP of texts, each made by itself: one that cannot be made says why, and keeps no other away."""

import json
import platform
import sqlite3
import sys
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from importlib.metadata import distributions
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

from companion.past.archive import Archive, ArchiveError
from companion.support import races
from companion.support.hiding import Hiding

NAME = "mille-bornes-support.zip"
_MOST_CHARACTERS = 2_000_000
"""Of one text; of a longer one the end is kept."""


def support_file(archive: Archive, about: str, texts: Mapping[str, Callable[[], str]]) -> bytes:
    """The file of a table. `about` tells whoever opens it what is in it; `texts` are further ones by their names."""
    try:
        hiding = Hiding(races.names(archive))
        records = {f"races/{race.number}.race": race.text for race in races.latest(archive, hiding)}
    except ArchiveError as error:
        hiding = Hiding()
        records = {"races.txt": hiding.text(f"the journal cannot be read: {error}\n")}
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as file:
        file.writestr("README.txt", f"{about}\n{datetime.now(UTC).isoformat(timespec='seconds')}\n")
        file.writestr("versions.json", as_json(versions()))
        for name, make in texts.items():
            file.writestr(name, hiding.text(_made(make))[-_MOST_CHARACTERS:])
        for name, text in records.items():
            file.writestr(name, text)
    return out.getvalue()


def versions() -> dict[str, object]:
    """What runs here: program, Python, system, and every library of the environment."""
    libraries = {each.metadata["Name"]: each.version for each in distributions()}
    return {
        "program": libraries.get("mille-bornes", ""),
        "python": sys.version,
        "sqlite": sqlite3.sqlite_version,
        "system": platform.platform(),
        "distribution": _distribution(),
        "libraries": dict(sorted(libraries.items())),
    }


def as_json(value: object) -> str:
    """A text that people can read, of any value."""
    return json.dumps(value, indent=1, ensure_ascii=False, default=str) + "\n"


def _distribution() -> str:
    try:
        return platform.freedesktop_os_release().get("PRETTY_NAME", "")
    except OSError:
        return ""


def _made(make: Callable[[], str]) -> str:
    try:
        return make()
    except Exception as error:  # noqa: BLE001 - the file is made on the day on which anything may be broken
        return f"could not be made: {error!r}\n"
