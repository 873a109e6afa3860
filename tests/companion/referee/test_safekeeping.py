"""When the journal is copied, and that nobody has to ask for it."""

import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.referee.bulletin import Bulletin
from companion.referee.safekeeping import EVERY_S, LONGEST_WAIT_S, Safekeeping
from companion.store.backup import backups
from tests.companion.table import Table


class Watched:
    """A table whose journal is looked after; time passes by command."""

    def __init__(self, folder: Path) -> None:
        self.table = Table(folder)
        self.told: list[str | None] = []
        self.now_s = 0.0
        self.bulletin = Bulletin(self.table.shown)
        self.keeping = Safekeeping(folder / "races.db", self.bulletin, self.told.append, clock_s=lambda: self.now_s)

    def look(self, *, after_s: float = 0, quiet: bool = True) -> int:
        """How many copies there are then."""
        self.now_s += after_s
        self.bulletin.post(self.table.shown)
        self.keeping.look(quiet=quiet)
        return len(backups(self.table.folder))


def test_it_is_copied_at_the_start_at_the_end_of_a_race_and_once_an_hour_while_one_is_played(tmp_path: Path) -> None:
    watched = Watched(tmp_path)
    assert watched.look() == 1
    watched.table.lay("green-light/1", on="Mario")
    assert watched.look(after_s=60) == 1
    watched.table.lay("25/1", on="Mario")
    assert watched.look(after_s=EVERY_S) == 2
    assert watched.look(after_s=EVERY_S) == 2, "nothing was played in that hour"
    watched.table.say("end")
    assert watched.look(after_s=60, quiet=False) == 2
    assert watched.look(after_s=60) == 3
    watched.table.journal.close()


def test_it_does_not_wait_for_a_quiet_moment_for_ever(tmp_path: Path) -> None:
    watched = Watched(tmp_path)
    assert watched.look(quiet=False) == 0
    assert watched.look(after_s=LONGEST_WAIT_S, quiet=False) == 1
    watched.table.journal.close()


def test_that_none_could_be_made_is_told_until_one_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched(tmp_path)
    with monkeypatch.context() as full:
        full.setattr(shutil, "disk_usage", lambda _path: SimpleNamespace(free=0))
        assert watched.look() == 0
    watched.table.lay("green-light/1", on="Mario")
    assert watched.look(after_s=EVERY_S) == 1
    assert [bool(each) for each in watched.told] == [True, False]
    watched.table.journal.close()


def test_its_thread_copies_by_itself_and_ends_when_it_is_told(tmp_path: Path) -> None:
    table = Table(tmp_path)
    bulletin = Bulletin(table.shown)
    keeping = Safekeeping(tmp_path / "races.db", bulletin, lambda _why: None, quiet_s=0.01)
    keeping.start()
    while not backups(tmp_path):
        bulletin.wait(table.shown.id, 0.01)
    keeping.stop()
    table.journal.close()
