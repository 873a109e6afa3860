"""Enrolment at a running table: stickers laid meanwhile become cards and touch no race."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen
from weakref import finalize

import pytest

from companion.compose.enrol import before, told
from companion.deck.enrolling import Enrolling
from companion.deck.enrolment import box_of
from companion.deck.registry import Registry
from companion.referee.referee import Referee
from companion.referee.sitting import Sitting
from companion.store.journal import Journal
from firmware.messages import Fault, Removed, Scan
from tests.companion.decks import MARIO_KART, WHOLE
from tests.companion.program import Program

STICKER = bytes.fromhex("04A2245A6F6180")


class Running:
    """A referee at work, with an enrolment before it."""

    def __init__(self, folder: Path) -> None:
        sitting = Sitting(journal := Journal(folder / "races.db"), WHOLE, "cars Mario Luigi", lambda: 1000)
        finalize(sitting, journal.close)
        self.referee = Referee(sitting)
        self.enrolling = Enrolling(
            Registry(folder, WHOLE), box_of(MARIO_KART), lambda: 1000, told(self.referee, lambda: 1000)
        )
        self.put = before(self.referee.put, self.enrolling)
        self.referee.start()

    def lay(self, uid: bytes, pad: str = "seat-1") -> None:
        self.put(Scan(pad, uid, 1000))

    def codes(self) -> list[str | None]:
        """The rulings' codes, once all that was laid has been judged."""
        return self.referee.ask(lambda sitting: [moment.ruling.code for moment in sitting.snapshot.moments])

    def faults(self) -> list[str]:
        return self.referee.ask(lambda sitting: [fault.code for fault in sitting.snapshot.faults])


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    table = Running(tmp_path)
    yield table
    table.referee.stop()


def test_stickers_laid_meanwhile_are_no_plays_and_everybody_is_told(running: Running) -> None:
    running.lay(STICKER)
    assert running.codes() == ["unknown-tag"]
    running.enrolling.begin()
    assert running.faults() == ["enrolling"]
    running.enrolling.choose("green-light/3")
    running.lay(STICKER)
    running.lay(next(iter(WHOLE)))
    assert running.codes() == ["unknown-tag"]
    running.enrolling.end()
    assert running.faults() == []


def test_what_was_enrolled_is_played_at_once(running: Running) -> None:
    running.enrolling.begin()
    running.enrolling.choose("green-light/3")
    running.lay(STICKER)
    running.enrolling.end()
    running.lay(STICKER)
    (played,) = running.referee.ask(lambda sitting: sitting.snapshot.moments)
    assert (played.ruling.verdict, played.ruling.card) == ("legal", "green-light")


def test_a_reader_that_dies_meanwhile_is_told_all_the_same(running: Running) -> None:
    running.enrolling.begin()
    running.put(Fault("reader seat-2", "offline", "no answer", 1000))
    running.put(Removed("seat-1", STICKER, 1000))
    assert running.faults() == ["enrolling", "offline"]


class Site:
    """The simulated table's pages."""

    def __init__(self, data: Path) -> None:
        self.program, self.data, self._n = Program(data), data, 0

    def read(self, path: str) -> str:
        with urlopen(self.program.address + path, timeout=30) as answer:
            return str(answer.read().decode())

    def do(self, act: str, **facts: object) -> Any:
        self._n += 1
        return self.program.ask(f"/enrol/api/{act}", id=f"c{self._n}", **facts)

    def said(self) -> str:
        return " ".join(re.sub(r"<[^>]*>", " ", self.read("/enrol")).split())


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    site = Site(tmp_path)
    yield site
    site.program.kill()


@pytest.mark.slow
def test_at_the_simulated_table_blank_stickers_go_through_the_readers(site: Site) -> None:
    assert "112 of 112 cards have a sticker." in site.said()
    site.do("begin")
    site.do("blank")
    assert "Not enrolled: every card has its sticker." in site.said()
    site.do("choose", word="gas/3")
    site.do("blank")
    assert "one more sticker of: Gasoline, number 3" in site.said()
    tags = json.loads((site.data / "deck.json").read_text())["tags"]
    assert list(tags.values()).count("gas/3") == 2
    site.do("end")
    assert site.program.ask("/healthz")["parts"] == []


@pytest.mark.slow
def test_at_the_simulated_table_names_are_read_through_the_readers(site: Site) -> None:
    lines = [line for line in site.read("/deck/deck.txt").splitlines() if not line.endswith(" gas/3")]
    site.do("import", deck="\n".join(lines))
    site.do("begin")
    site.do("names", word="on")
    assert "the text on its sticker says which it is. In all 111 of 112." in site.said()
    site.do("blank")
    assert "Enrolled: Gasoline, number 3." in site.said()
    site.do("blank")
    assert "Not enrolled: no text is written on this sticker." in site.said()
    site.do("end")
    assert site.program.ask("/healthz")["parts"] == []


@pytest.mark.slow
def test_a_card_taken_out_is_missing_in_the_next_race_and_its_record(site: Site) -> None:
    lines = [line for line in site.read("/deck/deck.txt").splitlines() if not line.endswith(" gas/3")]
    site.do("import", deck="\n".join(lines))
    assert "The deck is short of 1 card: Gasoline ×1." in site.read("/new")
    cars = [{"players": ["Mario"]}, {"players": ["Luigi"]}]
    site.program.ask("/api/new-race", edition="mario-kart", cars=cars, id="race")
    assert site.read("/race/current.race").splitlines()[-1] == "set dispenser 93"
    assert site.program.ask("/api/race")["race"]["dispenser"] == 93
