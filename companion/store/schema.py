"""The journal's tables, version by version: each is made of the one before, and the file of the one before is kept."""

import sqlite3
from pathlib import Path

from companion.store.answers import SCHEMA_3
from companion.store.storing import NewerError

_SCHEMA_1 = """
CREATE TABLE race (id INTEGER PRIMARY KEY, head TEXT NOT NULL, begun TEXT NOT NULL);
CREATE TABLE input (
    race INTEGER NOT NULL REFERENCES race(id), n INTEGER NOT NULL, after_ms INTEGER NOT NULL,
    line TEXT NOT NULL, ruling TEXT NOT NULL, written TEXT NOT NULL, PRIMARY KEY (race, n)
) WITHOUT ROWID;
CREATE TABLE clock (only INTEGER PRIMARY KEY CHECK (only = 1), race INTEGER NOT NULL, now_ms INTEGER NOT NULL);
CREATE TABLE answer (command TEXT PRIMARY KEY, reply TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE boot (n INTEGER PRIMARY KEY);
CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""
_SCHEMA_2 = """
ALTER TABLE input ADD COLUMN note TEXT NOT NULL DEFAULT '';
ALTER TABLE input ADD COLUMN amends INTEGER NOT NULL DEFAULT 0;
"""
SCHEMAS = (_SCHEMA_1, _SCHEMA_2, SCHEMA_3)
"""What makes each version of the one before."""
VERSION = len(SCHEMAS)


def migrate(database: sqlite3.Connection, path: Path) -> None:
    """Brings the database, which is the file `path`, to this program's version.

    An older one is kept beside it as it was, `races.schema-2.db` say. Raises `NewerError` for one of a newer program.
    """
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if version > VERSION:
        raise NewerError(f"{path} was written by a newer version of this program: install that one again")
    if 0 < version < VERSION:
        _keep_copy(database, path.with_name(f"{path.stem}.schema-{version}{path.suffix}"))
    if version < VERSION:
        script = "".join(SCHEMAS[version:])
        database.executescript(f"BEGIN; {script} PRAGMA user_version = {VERSION}; COMMIT;")


def _keep_copy(database: sqlite3.Connection, path: Path) -> None:
    """The journal as it is, for the program that wrote it; a copy that was cut short is made anew."""
    path.unlink(missing_ok=True)
    copy = sqlite3.connect(path)
    try:
        database.backup(copy)
    finally:
        copy.close()
