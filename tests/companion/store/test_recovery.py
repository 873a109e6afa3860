"""A journal that something has happened to: the table starts all the same, and nothing is thrown away."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.store.journal import Journal, NotStoredError, Row
from companion.store.recovery import open_journal


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal with a race in it."""
    path = tmp_path / "races.db"
    with Journal(path) as journal:
        race = journal.begin("cars Mario Luigi")
        journal.append(race, [Row(n, 1000, "Mario green-light", "{}") for n in range(1, 400)], 399_000)
    return path


def random_bytes(path: Path) -> None:
    path.write_bytes(bytes(range(256)) * 40)


def cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2 - 100])


def bytes_flipped(path: Path) -> None:
    data = bytearray(path.read_bytes())
    for at in range(4096, len(data), 7):
        data[at] ^= 0xFF
    path.write_bytes(data)


def line_that_is_none(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("UPDATE input SET line = 'Mario gren-light' WHERE n = 7")
    database.close()


def head_that_is_none(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("UPDATE race SET head = 'cars Mario'")
    database.close()


def no_tables(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("DROP TABLE input")
    database.close()


@pytest.mark.parametrize(
    "happen", [random_bytes, cut_short, bytes_flipped, line_that_is_none, head_that_is_none, no_tables]
)
def test_a_damaged_journal_is_kept_beside_a_new_one(path: Path, happen: Callable[[Path], None]) -> None:
    happen(path)
    damaged = path.read_bytes()
    journal, set_aside, *_ = open_journal(path)
    with journal:
        assert journal.last_race() is None
        assert journal.begin("cars Mario Luigi") == 1
    assert set_aside == path.with_name("races.damaged-1.db")
    assert set_aside.read_bytes() == damaged


def test_a_second_damaged_journal_does_not_take_the_place_of_the_first(path: Path) -> None:
    random_bytes(path)
    open_journal(path).journal.close()
    random_bytes(path)
    journal, set_aside, *_ = open_journal(path)
    journal.close()
    assert set_aside == path.with_name("races.damaged-2.db")


def test_a_sound_journal_is_opened_as_it_is(path: Path) -> None:
    journal, set_aside, *_ = open_journal(path)
    with journal:
        stored = journal.last_race()
    assert stored is not None
    assert len(stored.rows) == 399
    assert set_aside is None


def test_where_nothing_can_be_written_nothing_is_set_aside(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(NotStoredError, match="file"):
        open_journal(tmp_path / "file" / "races.db")


def test_a_journal_of_a_newer_program_is_left_alone(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(NotStoredError, match="newer"):
        open_journal(path)
    assert path.exists()
