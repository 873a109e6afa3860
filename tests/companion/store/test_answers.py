"""Which commands a journal still answers as it did: the latest, however many there were, whatever failed between."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.store.answers import GENERATION, GENERATION_CHARACTERS, SCHEMA_3, Answers
from companion.store.journal import Journal, NotStoredError, Row

FAILED, OPENED_AGAIN = "failed", "opened again"
evenings = st.lists(st.integers(1, 2 * GENERATION) | st.sampled_from([FAILED, OPENED_AGAIN]), max_size=8)
"""So many commands, one that was not stored, a start of the program."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "races.db"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    with Journal(path) as journal:
        journal.begin("cars Mario Luigi")
        yield journal


def kept(path: Path) -> tuple[int, int]:
    """How many answers lie there, and their characters."""
    with closing(sqlite3.connect(path)) as database:
        answers, characters = database.execute("SELECT count(*), sum(length(reply)) FROM answer").fetchone()
    return answers, characters


@given(evenings)
def test_the_latest_commands_are_answered_as_they_were_and_no_more_than_twice_as_many_are_kept(
    evening: list[int | str],
) -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
        database.executescript(f"CREATE TABLE answer (command TEXT PRIMARY KEY, reply TEXT); {SCHEMA_3}")
        answers, done = Answers(database), 0
        for part in evening:
            if part == OPENED_AGAIN:
                answers = Answers(database)
            elif part == FAILED:
                database.execute("BEGIN")
                answers.keep(f"command {done}", "that never was")
                database.execute("ROLLBACK")
                answers.rolled_back()
            else:
                for n in range(done, done + int(part)):
                    answers.keep(f"command {n}", f"answer {n}")
                done += int(part)
            known = [n for n in range(done) if answers.given(f"command {n}") is not None]
            assert known == list(range(done - len(known), done)), "only the oldest are forgotten"
            assert min(done, GENERATION) <= len(known) <= 2 * GENERATION
            assert all(answers.given(f"command {n}") == f"answer {n}" for n in known)
            assert answers.given(f"command {done}") is None
            assert database.execute("SELECT count(*) FROM answer").fetchone() == (len(known),)


def test_long_answers_take_no_more_room_than_short_ones(journal: Journal, path: Path) -> None:
    long = "x" * (GENERATION_CHARACTERS // 3)
    for n in range(1, 20):
        journal.append(1, [Row(n, 0, "draw", "{}")], 0, f"change {n}", long)
    assert journal.answer("change 19") == journal.answer("change 17") == long
    assert journal.answer("change 1") is None
    assert kept(path)[1] <= 2 * (GENERATION_CHARACTERS + len(long))


def test_what_was_not_stored_was_not_answered(journal: Journal) -> None:
    journal.append(1, [Row(1, 0, "draw", "{}")], 0, "first", "[1]")
    with pytest.raises(NotStoredError):
        journal.append(1, [Row(1, 0, "draw", "{}")], 0, "same number again", "[2]")
    assert (journal.answer("first"), journal.answer("same number again")) == ("[1]", None)
    journal.append(1, [Row(2, 0, "draw", "{}")], 0, "same number again", "[3]")
    assert journal.answer("same number again") == "[3]"


def test_a_start_of_the_program_forgets_none(journal: Journal, path: Path) -> None:
    for n in range(1, GENERATION):
        journal.append(1, [Row(n, 0, "draw", "{}")], 0, f"draw {n}", "[]")
    with Journal(path) as started:
        started.begin("cars Mario Luigi", "begin", "[]")
        assert started.answer("draw 1") == "[]"
        for n in range(1, GENERATION + 1):
            started.append(2, [Row(n, 0, "draw", "{}")], 0, f"later {n}", "[]")
        assert started.answer("begin") == "[]"
        started.append(2, [Row(GENERATION + 1, 0, "draw", "{}")], 0, "last", "[]")
    assert kept(path)[0] <= 2 * GENERATION
