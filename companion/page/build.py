"""Which build of the page runs: another one after an upgrade."""

from hashlib import sha256
from pathlib import Path

from flask import Flask

BUILD = "build"
"""Its key among the application's extensions."""


def build_of(app: Flask) -> str:
    """Return a hash of all templates and static files of an application and its blueprints."""
    homes = [app, *app.blueprints.values()]
    folders = {Path(home.root_path) / name for home in homes for name in ("static", "templates")}
    digest = sha256()
    for file in sorted(file for folder in folders for file in folder.rglob("*") if file.is_file()):
        digest.update(f"{file.name} {file.stat().st_size}\n".encode() + file.read_bytes())
    return digest.hexdigest()[:12]
