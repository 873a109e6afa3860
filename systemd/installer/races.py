"""The journal across releases: an older one cannot read what a newer one has made of it, and so gets back what it had.

Whatever lies in the folder of the races belongs to the table, which is not root: names are changed, nothing is copied.
"""

import sqlite3
from contextlib import closing
from itertools import count
from pathlib import Path
from urllib.parse import quote

from installer.files import keep
from installer.places import Places

JOURNAL = "races.db"
ENDINGS = ("", "-wal", "-shm")
"""The files of a SQLite database, by what follows its name."""


def version(places: Places) -> int | None:
    """Which version of the program's schema the journal has; None when there is none that can be read."""
    path = places.races / JOURNAL
    try:
        with closing(sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True)) as journal:
            return int(journal.execute("PRAGMA user_version").fetchone()[0])
    except sqlite3.Error:
        return None


def give_back(places: Places, before: int | None) -> Path | None:
    """Let the journal be what it was under version `before`, if a newer release has changed it since.

    Answers with what the newer one's is called now, if so: nothing is thrown away. To be called while no table runs.
    """
    now = version(places)
    if before is None or now is None or now <= before:
        return None
    journal = places.races / JOURNAL
    kept = journal.with_name(f"{journal.stem}.schema-{before}{journal.suffix}")
    if not kept.is_file():
        return None
    aside = _free(journal)
    for ending in ENDINGS:
        file = journal.with_name(journal.name + ending)
        if file.exists():
            file.rename(aside.with_name(aside.name + ending))
    kept.rename(journal)
    keep(places.races)
    return aside


def _free(journal: Path) -> Path:
    names = (journal.with_name(f"{journal.stem}.newer-{n}{journal.suffix}") for n in count(1))
    return next(name for name in names if not name.exists())
