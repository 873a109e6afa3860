"""The program's log: whoever tells something, each line says in which race and after which input; none obeys a name."""

import logging
import re
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread

import pytest

from companion.log import REMEMBERED, Log, kept_log
from companion.referee.bulletin import Bulletin
from tests.companion.table import Table

LINE = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} [A-Z]+ (before any race|race \d+ input \d+) [\w.]+: .*")


@pytest.fixture
def log() -> Iterator[Log]:
    with kept_log() as kept:
        yield kept


def tell(text: str) -> None:
    logging.getLogger("companion.test").warning(text)


def test_every_line_says_which_race_and_input(log: Log, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tell("nothing is open yet")
    table = Table(tmp_path)
    bulletin = Bulletin(table.shown)
    log.follow(bulletin)
    tell("begun")
    table.lay("green-light/1", on="Mario")
    bulletin.post(table.shown)
    tell("played\nand a second line")
    table.sitting.new_race("cars Mario Luigi", "")
    bulletin.post(table.shown)
    tell("another")
    table.journal.close()
    wheres = [found[1] for line in log.text().splitlines() if (found := LINE.fullmatch(line)) and ".test" in line]
    assert wheres == ["before any race", "race 1 input 0", "race 1 input 1", "race 1 input 1", "race 2 input 0"]
    assert capsys.readouterr().err == log.text(), "what is kept is what was written"


def break_a_thread() -> None:
    def breaks() -> None:
        raise ValueError("one\ntwo")

    thread = Thread(target=breaks, name="readers")
    thread.start()
    thread.join()


def warn() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        logging.captureWarnings(False)
        logging.captureWarnings(True)  # over the one by which tests catch them
        warnings.warn("of old", DeprecationWarning, stacklevel=1)


def quote_an_error() -> None:
    try:
        int("seven")
    except ValueError:
        logging.getLogger("waitress").exception("an answer failed")


@pytest.mark.parametrize(
    ("happens", "said"),
    [(break_a_thread, "the thread readers broke"), (warn, "of old"), (quote_an_error, "an answer failed")],
)
def test_also_what_nobody_caught_and_what_libraries_say(log: Log, happens: Callable[[], None], said: str) -> None:
    happens()
    lines = log.text().splitlines()
    assert said in lines[0]
    assert [line for line in lines if not LINE.fullmatch(line)] == []


@pytest.mark.parametrize("name", ["Eve\n2026-01-01 00:00:00,000 INFO race 9", "\x1b[2J", "\u202evil", "a\u2028b", "\r"])
def test_a_name_neither_ends_a_line_nor_steers_what_shows_it(log: Log, name: str) -> None:
    tell(f"{name} asks")
    for line in log.text().splitlines():
        assert LINE.fullmatch(line)
        assert line.isprintable()


def test_only_the_latest_lines_are_kept(log: Log) -> None:
    for n in range(REMEMBERED + 5):
        tell(f"line {n}")
    lines = log.text().splitlines()
    assert len(lines) == REMEMBERED
    assert lines[-1].endswith(f"line {REMEMBERED + 4}")
