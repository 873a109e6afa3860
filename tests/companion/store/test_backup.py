"""Copies of the journal: which are made, which are kept, and that one takes the place of a damaged journal."""

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.store import backup
from companion.store.backup import Backup, BackupError, back_up, backups
from companion.store.journal import Journal, Row
from companion.store.recovery import open_journal

DAY = "2026-11-30"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal with a race of 20 inputs."""
    path = tmp_path / "races.db"
    with Journal(path) as journal:
        journal.begin("cars Mario Luigi")
    play(path, 20)
    return path


def play(path: Path, inputs: int) -> None:
    with Journal(path) as journal:
        stored = journal.last_race()
        assert stored is not None
        have = len(stored.rows)
        rows = [Row(n, 1000, "Mario green-light", "{}") for n in range(have + 1, have + inputs + 1)]
        journal.append(stored.race, rows, 1000 * (have + inputs))


def inputs(journal: Journal) -> int:
    stored = journal.last_race()
    return 0 if stored is None else len(stored.rows)


def named(path: Path) -> list[str]:
    return [each.path.name for each in backups(path.parent)]


def made(path: Path, day: str = DAY) -> Backup:
    play(path, 1)
    copy = back_up(path, day)
    assert copy is not None
    return copy


def test_a_copy_is_made_while_the_journal_is_open_and_written(path: Path) -> None:
    with Journal(path) as journal:
        journal.append(1, [Row(21, 1000, "Mario green-light", "{}")], 21_000)
        copy = back_up(path, DAY)
        journal.append(1, [Row(22, 1000, "Mario green-light", "{}")], 22_000)
    assert copy is not None
    assert copy.path.name == "races-20261130-1.db"
    with Journal(copy.path) as kept:
        assert inputs(kept) == 21


def test_what_a_copy_says_already_is_not_copied_again(path: Path) -> None:
    back_up(path, DAY)
    assert back_up(path, DAY) is None
    with Journal(path) as journal:
        journal.choose("calm lights", "yes")
    assert back_up(path, DAY) is not None


def test_the_number_says_which_is_newer_whatever_the_clock_says(path: Path) -> None:
    for day in ("2026-11-30", "2027-11-30", "1970-01-01"):
        made(path, day)
    assert named(path) == ["races-19700101-3.db", "races-20271130-2.db", "races-20261130-1.db"]
    path.write_bytes(b"\xff" * 9000)
    journal, _, restored, _ = open_journal(path)
    with journal:
        assert inputs(journal) == 23
    assert restored is not None
    assert (restored.n, restored.day) == (3, "1970-01-01")


@pytest.mark.slow
def test_the_last_five_are_kept_and_one_of_each_of_fourteen_days(path: Path) -> None:
    for day in range(1, 21):
        for _ in range(3):
            made(path, f"2026-11-{day:02}")
    kept = backups(path.parent)
    assert [each.n for each in kept] == [60, 59, 58, 57, 56, *range(54, 18, -3)]
    assert len({each.day for each in kept}) == 14


def test_they_have_a_bound_in_bytes_and_the_latest_is_kept_all_the_same(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = made(path).path.stat().st_size
    monkeypatch.setattr(backup, "MOST_BYTES", 2 * size)
    for _ in range(3):
        made(path)
    assert [each.n for each in backups(path.parent)] == [4, 3]
    monkeypatch.setattr(backup, "MOST_BYTES", 0)
    made(path)
    assert [each.n for each in backups(path.parent)] == [5]


class Card(NamedTuple):
    """A card on which so much is free."""

    free: int


def test_copies_never_take_the_last_room_from_the_race(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(3):
        made(path)
    play(path, 1)
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: Card(free=10 << 20))
    with pytest.raises(BackupError, match="10 MB are left"):
        back_up(path, DAY)
    assert [each.n for each in backups(path.parent)] == [3]


def cut_short(copy: Path) -> None:
    copy.write_bytes(copy.read_bytes()[: copy.stat().st_size // 2])


def random_bytes(copy: Path) -> None:
    copy.write_bytes(bytes(range(256)) * 40)


def empty(copy: Path) -> None:
    copy.write_bytes(b"")


def line_that_is_none(copy: Path) -> None:
    with sqlite3.connect(copy) as database:
        database.execute("UPDATE input SET line = 'Mario gren-light' WHERE n = 7")
    database.close()


@pytest.mark.parametrize("happen", [cut_short, random_bytes, empty, line_that_is_none])
def test_a_copy_that_does_not_read_or_replay_is_passed_over(path: Path, happen: Callable[[Path], None]) -> None:
    made(path)
    bad = made(path)
    happen(bad.path)
    path.write_bytes(b"\xff" * 9000)
    journal, aside, restored, _ = open_journal(path)
    with journal:
        assert inputs(journal) == 21
        assert restored is not None
        assert restored.n == 1
        assert bad.path.exists(), "nothing is thrown away"
    assert aside is not None
    assert aside.read_bytes() == b"\xff" * 9000


def test_without_one_that_reads_races_begin_anew(path: Path) -> None:
    random_bytes(made(path).path)
    path.write_bytes(b"\xff" * 9000)
    journal, aside, restored, _ = open_journal(path)
    with journal:
        assert journal.last_race() is None
    assert (aside, restored) == (path.with_name("races.damaged-1.db"), None)


@pytest.mark.parametrize("happen", [Path.unlink, empty])
def test_a_journal_that_is_gone_or_empty_comes_back_too(path: Path, happen: Callable[[Path], None]) -> None:
    made(path)
    happen(path)
    with open_journal(path).journal as journal:
        assert inputs(journal) == 21


def test_a_journal_that_is_damaged_where_nobody_looks_never_takes_the_place_of_a_good_copy(path: Path) -> None:
    with Journal(path) as journal:
        for _ in range(150):
            journal.begin("cars Mario Luigi # " + "and so on " * 18)
        journal.append(journal.begin("cars Mario Luigi"), [Row(1, 0, "Mario green-light", "{}")], 0)
    made(path)
    data = bytearray(path.read_bytes())
    at = data.rindex(b"and so on") - 2500
    data[at : at + 1500] = b"\xff" * 1500
    path.write_bytes(data)
    play(path, 1)
    with pytest.raises(BackupError):
        back_up(path, DAY)
    assert named(path) == ["races-20261130-1.db"]


def test_half_a_copy_that_a_power_cut_left_is_no_copy_and_the_next_takes_its_place(path: Path) -> None:
    good = made(path)
    half = good.path.with_name("races.new")
    half.write_bytes(good.path.read_bytes()[:5000])
    half.with_name("races.new-journal").write_bytes(b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + bytes(504))
    restoring = path.with_name("races.db.new")
    restoring.write_bytes(good.path.read_bytes()[:5000])
    assert [each.n for each in backups(path.parent)] == [1]
    assert made(path).n == 2
    assert named(path) == ["races-20261130-2.db", "races-20261130-1.db"]
    assert not half.exists()
    path.write_bytes(b"\xff" * 9000)
    with open_journal(path).journal as journal:
        assert inputs(journal) == 22
    assert not restoring.exists()
