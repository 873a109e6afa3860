"""The journal across versions of the program: an older one is taken over whole, and kept beside as it was."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.editions import editions
from companion.past.archive import Archive
from companion.rules.record import read_record
from companion.store import schema
from companion.store.answers import GENERATION
from companion.store.journal import Journal, NotStoredError, Row
from tests.companion.table import Table

WRITTEN_BY_VERSION_1 = """
PRAGMA journal_mode=WAL;
CREATE TABLE race (id INTEGER PRIMARY KEY, head TEXT NOT NULL, begun TEXT NOT NULL);
CREATE TABLE input (
    race INTEGER NOT NULL REFERENCES race(id), n INTEGER NOT NULL, after_ms INTEGER NOT NULL,
    line TEXT NOT NULL, ruling TEXT NOT NULL, written TEXT NOT NULL, PRIMARY KEY (race, n)
) WITHOUT ROWID;
CREATE TABLE clock (only INTEGER PRIMARY KEY CHECK (only = 1), race INTEGER NOT NULL, now_ms INTEGER NOT NULL);
CREATE TABLE answer (command TEXT PRIMARY KEY, reply TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE boot (n INTEGER PRIMARY KEY);
CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO race VALUES (1, 'cars Mario Luigi', '2026-01-01T00:00:00+00:00');
INSERT INTO input VALUES (1, 1, 0, 'Mario green-light/1', '{}', '2026-01-01T00:00:00+00:00');
INSERT INTO input VALUES (1, 2, 2500, 'draw # unseen: entered with the card', '{}', '2026-01-01T00:00:03+00:00');
INSERT INTO clock VALUES (1, 1, 9000);
INSERT INTO answer VALUES ('abc', '[]');
INSERT INTO setting VALUES ('calm lights', 'yes');
PRAGMA user_version = 1;
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal that the first version of the program wrote."""
    path = tmp_path / "races.db"
    database = sqlite3.connect(path)
    database.executescript(WRITTEN_BY_VERSION_1)
    database.close()
    return path


def lines(path: Path) -> list[str]:
    database = sqlite3.connect(path)
    try:
        return [line for (line,) in database.execute("SELECT line FROM input ORDER BY n")]
    finally:
        database.close()


def test_a_journal_of_the_first_version_is_taken_over_whole(path: Path) -> None:
    with Journal(path) as journal:
        stored = journal.last_race()
        assert stored is not None
        assert (stored.race, stored.head, stored.now_ms) == (1, "cars Mario Luigi", 9000)
        assert stored.rows[0] == Row(1, 0, "Mario green-light/1", "{}")
        assert (journal.answer("abc"), journal.setting("calm lights")) == ("[]", "yes")
        journal.append(1, [Row(3, 0, "Luigi green-light", "{}", "desk: Anna", 2)], 9000)
    with Journal(path) as journal:
        stored = journal.last_race()
        assert stored is not None
        assert stored.rows[-1] == Row(3, 0, "Luigi green-light", "{}", "desk: Anna", 2)


def test_the_answers_that_it_never_forgot_are_kept_for_a_while(path: Path) -> None:
    old = [f"old {n}" for n in range(3 * GENERATION)]
    with closing(sqlite3.connect(path)) as database:
        database.executemany("INSERT INTO answer VALUES (?, '[1]')", [(command,) for command in old])
        database.commit()
    with Journal(path) as journal:
        assert {journal.answer(command) for command in ["abc", *old]} == {"[]", "[1]"}
        for n in range(1, GENERATION + 1):
            journal.append(1, [Row(2 + n, 0, "draw", "{}")], 9000, f"new {n}", "[2]")
        assert {journal.answer(command) for command in old} == {"[1]"}
        journal.append(1, [Row(3 + GENERATION, 0, "draw", "{}")], 9000, "one more", "[2]")
        assert {journal.answer(command) for command in old} == {None}
        assert journal.answer("new 1") == "[2]"


def test_it_is_kept_beside_as_it_was(path: Path) -> None:
    with Journal(path) as journal:
        journal.append(1, [Row(3, 0, "Luigi green-light", "{}")], 9000)
    kept = path.with_name("races.schema-1.db")
    assert lines(kept) == ["Mario green-light/1", "draw # unseen: entered with the card"]
    kept.rename(path.with_name("old.db"))
    Journal(path).close()
    assert not kept.exists(), "what is of today needs no copy"
    with Journal(path.with_name("old.db")) as old:
        assert old.setting("calm lights") == "yes"


@pytest.mark.parametrize("jump", [timedelta(hours=-1), timedelta(days=366)])
def test_a_clock_that_jumps_changes_labels_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: timedelta
) -> None:
    table = Table(tmp_path)
    table.say("set Mario started yes", "set Peach started yes")
    table.lay("accident/1", on="Peach")
    table.wait(9)
    table.sitting.keep_clock()
    jumped = (datetime.now(UTC) + jump).isoformat(timespec="seconds")
    monkeypatch.setattr("companion.store.journal._label", lambda: jumped)
    before = table.race
    table.pull_the_plug()
    assert table.race == before
    table.wait(5)
    assert table.lay("ace-driver/1", on="Peach").ruling.play == "stroke"
    table.sitting.new_race("cars Mario Luigi", "c1")
    table.lay("green-light/2", on="Mario")
    table.pull_the_plug()
    assert table.race.cars[0].started
    table.journal.close()
    assert [filed.inputs for filed in Archive(tmp_path / "races.db").races(9)] == [1, 4]


def test_who_entered_a_line_is_its_comment_in_the_record(path: Path) -> None:
    with Journal(path) as journal:
        journal.append(1, [Row(3, 1500, "Luigi green-light", "{}", "desk: Anna's 'quotes\" # and more", 0)], 9000)
        stored = journal.last_race()
    assert stored is not None
    text = stored.record()
    assert text.endswith("+1.5 Luigi green-light # desk: Anna's 'quotes\" # and more\n")
    assert len(read_record(text.encode(), editions()).entries) == 3


def test_the_clock_shows_what_all_inputs_took_or_what_it_was_seen_to_show_later(path: Path) -> None:
    def left(later: Callable[[Journal], None]) -> int:
        with Journal(path) as journal:
            later(journal)
        with Journal(path) as journal:
            stored = journal.last_race()
        assert stored is not None
        return stored.now_ms

    assert left(lambda journal: journal.append(1, [Row(3, 1500, "Luigi green-light", "{}")])) == 9000
    assert left(lambda journal: journal.append(1, [Row(4, 9500, "draw", "{}"), Row(5, 500, "draw", "{}")])) == 14_000
    assert left(lambda journal: journal.tick(1, 15_000)) == 15_000
    assert left(lambda journal: journal.append(1, [Row(6, 2500, "draw", "{}")], 17_000)) == 17_000
    assert left(lambda journal: journal.append(journal.begin("cars Mario Luigi"), [Row(1, 250, "draw", "{}")])) == 250


def test_an_input_that_cannot_be_stored_is_refused_and_the_one_before_is_there(path: Path) -> None:
    with Journal(path) as journal:
        journal.append(1, [Row(3, 0, "Luigi green-light", "{}")])
        with pytest.raises(NotStoredError, match="UNIQUE"):
            journal.append(1, [Row(3, 0, "draw", "{}")])
        journal.append(1, [Row(4, 0, "draw", "{}")])
    assert lines(path)[2:] == ["Luigi green-light", "draw"]


def test_starts_have_numbers_of_their_own_and_do_not_fill_the_card(path: Path) -> None:
    numbers = []
    for _ in range(5):
        with Journal(path) as journal:
            numbers.append(journal.boot())
    assert sorted(set(numbers)) == numbers
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("SELECT n FROM boot").fetchall() == [(numbers[-1],)]


def test_half_of_the_old_one_that_a_power_cut_left_beside_is_made_anew(path: Path) -> None:
    half = path.with_name("races.schema-1.db")
    half.write_bytes(path.read_bytes()[:5000])
    half.with_name(f"{half.name}-journal").write_bytes(b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + bytes(504))
    Journal(path).close()
    assert lines(half) == lines(path)
    with closing(sqlite3.connect(half)) as kept:
        assert kept.execute("PRAGMA user_version").fetchone() == (1,)
        assert kept.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_one_that_was_not_taken_over_whole_is_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as cut_short:
        cut_short.setattr(schema, "SCHEMAS", (*schema.SCHEMAS[:-1], "CREATE TABLE half (n INTEGER); SELECT nothing;"))
        with pytest.raises(NotStoredError):
            Journal(path)
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (1,)
        assert database.execute("SELECT count(*) FROM sqlite_master WHERE name = 'half'").fetchone() == (0,)
    with Journal(path) as whole:
        assert whole.answer("abc") == "[]"


class Failing:
    """A database on a card whose file system has found an error, and become read-only under it."""

    def execute(self, *_: object) -> None:
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR_WRITE
        raise error


@pytest.mark.parametrize(("writable", "why"), [(False, "read-only"), (True, "")])
def test_a_card_that_becomes_read_only_in_mid_race_is_called_so(
    path: Path, monkeypatch: pytest.MonkeyPatch, why: str, *, writable: bool
) -> None:
    with Journal(path) as opened, monkeypatch.context() as card:
        card.setattr(os, "access", lambda folder, _mode: writable or folder != path.parent)
        card.setattr(opened, "_database", Failing())
        stores: list[Callable[[], None]] = [
            lambda: opened.append(1, [Row(3, 0, "draw", "{}")]),
            lambda: opened.tick(1, 9500),
        ]
        for store in stores:
            with pytest.raises(NotStoredError, match="disk I/O error") as refused:
                store()
            assert refused.value.why == why
        card.undo()
    assert lines(path) == ["Mario green-light/1", "draw # unseen: entered with the card"]
