"""Damage to the log that SQLite writes ahead, which would lose the latest inputs without a word."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.compose.kept import happened
from companion.store.backup import back_up, backups
from companion.store.journal import Journal, Row
from companion.store.recovery import Opened, open_journal
from companion.store.write_ahead import is_damaged, put_damaged_aside


class Card:
    """A journal that is played on, and what a program that is killed leaves of it."""

    def __init__(self, folder: Path) -> None:
        self.path, self._left = folder / "card" / "races.db", folder / "left" / "races.db"
        self._journal = Journal(self.path)
        self._race, self._n = self._journal.begin("cars Mario Luigi"), 0

    def play(self, inputs: int) -> None:
        for _ in range(inputs):
            self._n += 1
            self._journal.append(self._race, [Row(self._n, 0, "draw", "{}")])

    def play_beyond_its_copy(self) -> None:
        """Of 35 inputs 20 are in a copy, 30 in the database itself, and 5 in the log alone."""
        self.play(20)
        back_up(self.path, "2026-11-30")
        self.play(10)
        self.close()
        self.play(5)

    def close(self) -> None:
        """All that was written ahead comes into the database."""
        self._journal.close()
        self._journal = Journal(self.path)

    def checkpoint(self) -> None:
        """The same, as SQLite does it in mid-race: the log begins anew over the old one."""
        self._journal._database.execute("PRAGMA wal_checkpoint(FULL)")

    def left(self) -> Path:
        shutil.copytree(self.path.parent, self._left.parent)
        self._journal.close()
        return self._left


@pytest.fixture
def card(tmp_path: Path) -> Card:
    return Card(tmp_path)


def log_of(path: Path) -> Path:
    return path.with_name("races.db-wal")


def spoil(path: Path) -> bytes:
    assert log_of(path).stat().st_size > 4000
    spoilt = os.urandom(log_of(path).stat().st_size)
    log_of(path).write_bytes(spoilt)
    return spoilt


def inputs(opened: Opened) -> int:
    stored = opened.journal.last_race()
    return 0 if stored is None else len(stored.rows)


def told(opened: Opened) -> list[str]:
    return [fault.code for fault in happened(opened, None, 0)]


def test_what_a_killed_program_leaves_is_sound(card: Card, tmp_path: Path) -> None:
    assert not is_damaged(tmp_path / "none.db")
    for n in range(40):
        card.play(n % 7)
        if n % 9 == 0:
            card.close()
        assert not is_damaged(card.path)
    path = card.left()
    with (opened := open_journal(path)).journal:
        assert (inputs(opened), told(opened)) == (sum(n % 7 for n in range(40)), [])


def test_the_copy_that_has_more_takes_the_journal_s_place(card: Card) -> None:
    card.play(20)
    back_up(card.path, "2026-11-30")
    card.play(5)
    path = card.left()
    spoilt = spoil(path)
    with (opened := open_journal(path)).journal:
        assert (inputs(opened), told(opened)) == (20, ["restored"])
        assert opened.log_aside is not None
        assert opened.log_aside.read_bytes() == spoilt
        opened.journal.append(1, [Row(21, 0, "draw", "{}")])
    with (again := open_journal(path)).journal:
        assert (inputs(again), told(again)) == (21, [])


def test_what_is_in_the_database_itself_is_not_thrown_away_for_a_copy_that_has_less(card: Card) -> None:
    card.play_beyond_its_copy()
    path = card.left()
    spoil(path)
    with (opened := open_journal(path)).journal:
        assert (inputs(opened), told(opened)) == (30, ["log-set-aside"])
        assert opened.restored is None


def test_without_a_copy_it_is_said_that_inputs_may_be_missing(card: Card) -> None:
    card.play(20)
    path = card.left()
    spoil(path)
    with (opened := open_journal(path)).journal:
        assert told(opened) == ["log-set-aside"]


def test_a_copy_that_has_more_and_does_not_read_leaves_the_journal_in_its_place(card: Card) -> None:
    card.play_beyond_its_copy()
    back_up(card.path, "2026-12-01")
    path = card.left()
    newest, older = backups(path.parent)
    assert (newest.n, older.n) == (2, 1)
    data = bytearray(newest.path.read_bytes())
    at = data.rindex(b"cars Mario Luigi")
    data[at : at + 4] = b"cart"
    newest.path.write_bytes(data)
    spoil(path)
    with (opened := open_journal(path)).journal:
        assert (inputs(opened), told(opened)) == (30, ["log-set-aside"])


def lose_the_log(path: Path) -> None:
    log_of(path).unlink()


def lose_its_beginning(path: Path) -> None:
    data = log_of(path).read_bytes()
    log_of(path).write_bytes(bytes(len(data)))


@pytest.mark.parametrize("happen", [lose_the_log, lose_its_beginning])
def test_a_journal_that_has_lost_all_races_by_it_comes_back_from_a_copy(
    card: Card, happen: Callable[[Path], None]
) -> None:
    card.play(20)
    back_up(card.path, "2026-11-30")
    path = card.left()
    happen(path)
    with (opened := open_journal(path)).journal:
        assert (inputs(opened), told(opened)) == (20, ["restored"])


def test_random_bytes_in_its_middle_are_noticed_and_what_stands_before_them_is_kept(card: Card) -> None:
    card.play(40)
    back_up(card.path, "2026-11-30")
    card.play(30)
    path = card.left()
    log = bytearray(log_of(path).read_bytes())
    log[-12 * 4120 : -11 * 4120] = os.urandom(4120)
    log_of(path).write_bytes(log)
    with (opened := open_journal(path)).journal:
        assert 40 < inputs(opened) < 70
        assert told(opened) == ["log-set-aside"]
        assert opened.log_aside is not None
        assert opened.log_aside.read_bytes() == log


def test_random_bytes_at_its_beginning_bring_the_copy_back(card: Card) -> None:
    card.play(40)
    back_up(card.path, "2026-11-30")
    card.play(10)
    path = card.left()
    log = bytearray(log_of(path).read_bytes())
    log[32:9000] = os.urandom(9000 - 32)
    log_of(path).write_bytes(log)
    with (opened := open_journal(path)).journal:
        assert (inputs(opened), told(opened)) == (40, ["restored"])


@pytest.mark.parametrize("torn_bytes", [1, 100, 4119, 4120, 5000])
def test_the_transaction_that_a_power_cut_tore_is_no_damage(card: Card, torn_bytes: int) -> None:
    card.play(20)
    path = card.left()
    log = bytearray(log_of(path).read_bytes())
    log_of(path).write_bytes(log[:-torn_bytes])
    assert not is_damaged(path)
    log[-torn_bytes:] = bytes(torn_bytes)
    log_of(path).write_bytes(log)
    assert not is_damaged(path)
    with (opened := open_journal(path)).journal:
        assert inputs(opened) in (18, 19)
        assert told(opened) == []


def test_what_an_earlier_log_left_behind_a_shorter_one_is_no_damage(card: Card) -> None:
    card.play(200)
    card.checkpoint()
    card.play(3)
    path = card.left()
    assert log_of(path).stat().st_size > 100 * 4120
    assert not is_damaged(path)
    with (opened := open_journal(path)).journal:
        assert (inputs(opened), told(opened)) == (203, [])


@settings(deadline=None)  # each waits for the disk
@given(st.binary(max_size=64))
def test_any_bytes_are_told_from_a_log(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.mktemp("log") / "races.db"
    log_of(path).write_bytes(data)
    aside = put_damaged_aside(path)
    assert (aside is not None) == any(data[:32])
    if aside is not None:
        assert aside.read_bytes() == data
        assert not log_of(path).exists()
