"""A journal that can be read and not written: what is shown of it is in memory, of which nothing is left behind."""

import errno
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.store import sealed
from companion.store.journal import Journal, NotStoredError, Row
from companion.store.sealed import Sealed
from tests.companion.table import Table


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal as a program leaves it that was killed: the latest is in its write-ahead log."""
    running = Journal(tmp_path / "played" / "races.db")
    running.append(running.begin("cars Mario Luigi"), [Row(n, 0, "draw", "{}") for n in range(1, 300)])
    shutil.copytree(tmp_path / "played", tmp_path / "card")
    running.close()
    return tmp_path / "card" / "races.db"


@pytest.fixture
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    memory = tmp_path / "memory"
    memory.mkdir()
    monkeypatch.setattr(sealed, "_MEMORY", memory)
    return memory


def inputs(journal: Journal) -> int:
    stored = journal.last_race()
    return 0 if stored is None else len(stored.rows)


def refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    def read_only(_journal: Journal) -> None:
        raise NotStoredError("read-only", "read-only")

    monkeypatch.setattr(Sealed, "_unseal", read_only)


def test_it_is_read_and_nothing_lies_in_memory_by_a_name(
    path: Path, memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {file: file.read_bytes() for file in path.parent.iterdir()}
    refuse(monkeypatch)
    with Sealed(path) as journal:
        assert list(memory.iterdir()) == [], "a program that is killed would leave it"
        assert inputs(journal) == 299
        assert journal.answer("never") is None
        with pytest.raises(NotStoredError):
            journal.tick(1, 5)
        assert inputs(journal) == 299
    assert {file: file.read_bytes() for file in path.parent.iterdir()} == before


STORES: list[Callable[[Journal], object]] = [
    lambda journal: journal.append(1, [Row(300, 0, "draw", "{}")]),
    lambda journal: journal.append(1, [Row(300, 0, "draw", "{}"), Row(301, 0, "draw", "{}")]),
    lambda journal: journal.append(1, [Row(300, 0, "draw", "{}")], 0, "command", "[]"),
    lambda journal: journal.tick(1, 5),
    lambda journal: journal.choose("calm lights", "yes"),
    lambda journal: journal.begin("cars Mario Luigi"),
]


@pytest.mark.parametrize("store", STORES)
def test_whatever_is_stored_is_stored_on_the_card_or_not_accepted(
    path: Path, memory: Path, monkeypatch: pytest.MonkeyPatch, store: Callable[[Journal], object]
) -> None:
    with monkeypatch.context() as read_only:
        refuse(read_only)
        with Sealed(path) as journal, pytest.raises(NotStoredError):
            store(journal)
    with monkeypatch.context() as forgotten:
        forgotten.setattr(Sealed, "_unseal", lambda _journal: None)
        with Sealed(path) as journal, pytest.raises(NotStoredError):
            store(journal)
    with Sealed(path) as journal:
        assert inputs(journal) == 299
        store(journal)
        said = list(journal._database.iterdump())
    with Journal(path) as journal:
        assert list(journal._database.iterdump()) == said
    assert list(memory.iterdir()) == []


def test_a_card_that_is_laid_is_refused_while_nothing_can_be_stored(
    tmp_path: Path, memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(tmp_path)
    table.lay("green-light/1", on="Mario")
    table.journal.close()
    refuse(monkeypatch)
    monkeypatch.setattr("tests.companion.table.Journal", Sealed)
    table = Table(tmp_path)
    with pytest.raises(NotStoredError):
        table.tap("25/1", on="Mario")
    assert len(table.lines) == 1
    assert [(touch.pad, touch.mark) for touch in table.shown.touches] == [("seat-1", "refused")]
    assert "not-stored" in table.told
    table.journal.close()
    assert list(memory.iterdir()) == []


def test_it_goes_on_with_the_journal_itself_once_that_can_be_written(path: Path, memory: Path) -> None:
    with Sealed(path) as journal:
        journal.append(1, [Row(300, 0, "draw", "{}")], 1)
        assert inputs(journal) == 300
    assert list(memory.iterdir()) == []
    with Journal(path) as journal:
        assert inputs(journal) == 300


def test_where_memory_has_no_room_for_it_that_is_said(
    path: Path, memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_file: Path, _to: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(shutil, "copyfile", full)
    with pytest.raises(NotStoredError, match=r"races\.db: .*No space left .*cannot be shown"):
        Sealed(path)
    assert list(memory.iterdir()) == []
