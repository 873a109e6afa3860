"""The journal as others read it."""

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.past.archive import Archive, ArchiveError
from companion.store import wall_clock
from tests.companion.past.past import WHOLE, PastTable

FIRST_VERSION = """
CREATE TABLE race (id INTEGER PRIMARY KEY, head TEXT NOT NULL, begun TEXT NOT NULL);
CREATE TABLE input (race INTEGER, n INTEGER, after_ms INTEGER, line TEXT, ruling TEXT, written TEXT);
INSERT INTO race VALUES (1, 'cars A B', '2026-05-01T10:00:00+00:00');
INSERT INTO input VALUES (1, 1, 1500, 'A green-light/1', '{}', '');
PRAGMA user_version = 1;
"""


def test_races_come_newest_first(tmp_path: Path) -> None:
    archive = PastTable(tmp_path, WHOLE).library.archive
    assert [(race.number, race.inputs) for race in archive.races(10)] == [(2, 77), (1, 0)]
    assert [race.number for race in archive.races(1, 1)] == [1]
    assert archive.count() == archive.newest() == 2
    assert archive.race(3) is None


def test_a_race_is_written_as_the_table_writes_it(tmp_path: Path) -> None:
    past = PastTable(tmp_path, WHOLE)
    past.table.wait(3)
    past.table.say("undo")
    record = past.library.record("2")
    assert record is not None
    assert record.decode() == past.table.sitting.record()
    assert "+3 undo" in record.decode()


def test_a_journal_of_the_first_version_is_read_as_it_is(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "races.db")) as database:
        database.executescript(FIRST_VERSION)
    (line,) = Archive(tmp_path / "races.db").lines(1)
    assert line.written() == "+1.5 A green-light/1"


def test_the_referee_writes_while_the_races_are_read(tmp_path: Path) -> None:
    past = PastTable(tmp_path, WHOLE)
    with past.library.archive._open() as reading:
        reading.execute("BEGIN")
        assert reading.execute("SELECT count(*) FROM input").fetchone() == (77,)
        past.table.say("undo")
        assert past.table.last.n == 78
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            reading.execute("DELETE FROM input")


def test_where_nothing_can_be_written_the_races_are_read_and_no_file_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    past = PastTable(tmp_path, WHOLE)
    past.table.journal.close()
    archive, files = past.library.archive, sorted(tmp_path.iterdir())
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)
    with archive._open() as reading:
        assert reading.execute("SELECT count(*) FROM input").fetchone() == (77,)
        assert sorted(tmp_path.iterdir()) == files


def test_what_a_killed_table_left_in_its_write_ahead_log_is_read_there_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    past = PastTable(tmp_path, WHOLE)
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)
    past.table.say("undo")
    assert past.library.archive.races(1)[0].inputs == 78


def test_a_clock_that_went_back_is_doubted(tmp_path: Path) -> None:
    past = PastTable(tmp_path, WHOLE, WHOLE)
    with closing(sqlite3.connect(tmp_path / "races.db")) as database:
        database.execute("UPDATE race SET begun = '2026-08-01' WHERE id = 1")
        database.execute("UPDATE race SET begun = '2026-07-31' WHERE id = 2")
        database.execute("UPDATE race SET begun = '1970-01-01' WHERE id = 3")
        database.commit()
    assert [race.doubted for race in past.library.archive.races(10)] == [True, True, False]


def test_a_clock_that_nobody_has_set_since_the_start_is_doubted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asking = tmp_path / "timesync"
    monkeypatch.setattr(wall_clock, "_ASKING", asking)
    past = PastTable(tmp_path, WHOLE)
    asking.mkdir()
    past.table.sitting.new_race("cars Mario Luigi", "")
    (asking / "synchronized").touch()
    past.table.sitting.new_race("cars Mario Luigi", "")
    races = past.library.archive.races(10)
    assert [race.doubted for race in races] == [False, True, False, False]
    assert all(datetime.fromisoformat(race.begun).tzinfo is UTC for race in races)
    page = past.get("/races")
    assert page.count("the clock may have been wrong then") == 1
    assert "?<" not in page


def test_no_journal_is_said(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match=r"races\.db"):
        Archive(tmp_path / "races.db").count()
    assert list(tmp_path.iterdir()) == []
