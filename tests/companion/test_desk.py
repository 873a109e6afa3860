"""What the page is told by the referee of a race that cannot begin: the form's words, not a record's."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest

import companion.desk
from companion.desk import Desk
from companion.lang import LANGUAGES
from companion.page import Malformed, Unavailable
from companion.page.refusal import Refused
from companion.referee.referee import Referee
from companion.referee.sitting import Sitting
from firmware.messages import Fault
from tests.companion.table import Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


@pytest.fixture
def referee(table: Table) -> Iterator[Referee]:
    referee = Referee(table.sitting)
    referee.start()
    yield referee
    referee.stop()
    table.journal.close()


@pytest.fixture
def desk(referee: Referee) -> Desk:
    return Desk(referee, lambda: 1_000_000, simulated=True)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("head", "named"),
    [
        ("cars Mario Mario", "Mario"),
        ("cars Mario", "Mille Bornes: Mario Kart"),
        ("cars", "Mille Bornes: Mario Kart"),
        ("cars Mario draw", "draw"),
        ("cars Mario A=B", ""),
        ("cars Mario ''", ""),
        ("cars Mario Luigi\nswitch turbo on", "Mille Bornes: Mario Kart"),
        ("cars Mario Luigi\nfirst Toad", "Toad"),
    ],
)
def test_a_race_that_cannot_begin_is_told_in_the_form_s_words(desk: Desk, head: str, named: str, language: str) -> None:
    before = desk.latest(language)["id"]
    with pytest.raises(Malformed) as refused:
        desk.new_race(f"edition mario-kart\n{head}\ndraws seen", "a")
    told = refused.value.text(language)
    assert named in told
    assert not told.startswith(("Line ", "Línea "))
    assert told[0].isupper() or not told[0].isalpha()
    assert "mario-kart" not in told
    assert desk.latest(language)["id"] == before


@pytest.mark.parametrize("language", LANGUAGES)
def test_forms_offer_what_stops_a_car_and_what_protects_it(desk: Desk, language: str) -> None:
    choices = desk.choices(language)
    assert {card["id"] for card in choices["hazards"]} == {"red-light", "out-of-gas", "flat-tire", "accident"}
    for car in ("Mario", "Luigi"):
        for card in choices["hazards"]:
            assert desk.submit([f"set {car} stopped-by {card['id']}"], "")[0]["verdict"] == "noted"
    safeties = ",".join(card["id"] for card in choices["safeties"])
    assert desk.submit([f"set Mario safeties {safeties}"], "")[0]["verdict"] == "noted"


def test_news_are_what_happened_between_two_views(desk: Desk) -> None:
    first = desk.latest("en")["id"]
    desk.submit(["Mario green-light"], "")
    second = desk.latest("en")["id"]
    desk.submit(["Luigi green-light"], "")
    last = desk.latest("en")["id"]
    assert desk.news(first, second, "en") == {
        "text": "Mario lays Green Light. Luigi’s turn, at the start.",
        "urgent": False,
        "tones": ["accepted"],
    }
    assert desk.news(first, last, "es")["text"].startswith("Mario juega Semáforo verde. Luigi juega")
    for unknown in ("", "0.1", last):
        assert desk.news(unknown, last, "en") == {"text": "", "urgent": False, "tones": []}


def test_every_correction_names_its_author(desk: Desk) -> None:
    desk.submit(["Mario green-light"], "a", author="Anna")
    desk.submit(["undo"], "b", of=1, author="Ben")
    assert desk.follow(["Mario green-light", "Luigi green-light"], 2, "c", author="Cleo")
    desk.not_mine(4, "Peach", "d", author="Dan")
    notes = [line.partition(" # ")[2] for line in desk.record().splitlines() if " # " in line]
    assert notes == ["desk: Anna", "desk: Ben", *["desk: Cleo"] * 2, *["desk: Dan"] * 2]


STARTED = ("set Mario started yes", "set Luigi started yes", "set Peach started yes", "draw")
PRESSED: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "undo": ((*STARTED, "Mario 25"), ()),
    "redo": ((*STARTED, "Mario 25", "undo", "undo"), ()),
    "overrule": (("draw", "Mario 100"), ("Luigi 100",)),
    "by Mario": ((*STARTED, "Luigi red-light", "Peach speed-limit"), ()),
    "end": ((*STARTED, "Luigi red-light"), ("draw", "Peach accident by Luigi")),
    "draw": ((*STARTED, "Peach accident", "Peach ace-driver"), ()),
    "set turn Luigi": ((*STARTED,), ("draw", "Luigi 25")),
}
"""A button, what had happened when two people saw it, and what happens between the first press and the second."""


@pytest.mark.parametrize("line", PRESSED)
def test_a_button_that_two_people_press_does_once_what_it_said(desk: Desk, line: str) -> None:
    draws = "seen" if line == "draw" else "assumed"
    desk.new_race(f"edition mario-kart\ncars Mario Luigi Peach\ndraws {draws}", "")
    before, meanwhile = PRESSED[line]
    for each in before:
        desk.submit([each], "")
    seen = desk.latest("en")
    of = {"overrule": (seen["warning"] or {}).get("n"), "redo": seen["can"]["redo"]}.get(line, seen["can"]["undo"])
    assert desk.submit([line], "first", of)[0]["verdict"] in {"noted", "legal"}
    assert desk.submit([line], "first", of), "sent again, it is answered as before"
    for each in meanwhile:
        desk.submit([each], "")
    stood = desk.record()
    with pytest.raises(Refused):
        desk.submit([line], "second", of)
    assert desk.record() == stood
    assert desk.submit([line], "without `of` it is entered")


def test_a_table_with_a_dead_reader_is_hurt_and_referees(desk: Desk, referee: Referee) -> None:
    assert desk.health("en") == {"referees": True, "parts": []}
    referee.put(Fault("reader seat-2", "offline", "no answer", 0))
    referee.put(Fault("reader seat-1", "counterfeit", "version 0x12", 0))
    health = desk.health("en")
    assert health["referees"]
    assert [(part["part"], part["state"], part["code"]) for part in health["parts"]] == [
        ("reader seat-2", "failed", "offline"),
        ("reader seat-1", "hindered", "counterfeit"),
    ]
    assert health["parts"][0]["text"].startswith("Reader Luigi does not answer")


def test_a_table_that_stores_nothing_does_not_referee_until_it_stores_again(desk: Desk, table: Table) -> None:
    with closing(sqlite3.connect(table.folder / "races.db")) as card:
        for part in ("clock", "input"):
            card.execute(f"CREATE TRIGGER full_{part} BEFORE INSERT ON {part} BEGIN SELECT RAISE(ABORT, 'full'); END")
    with pytest.raises(Unavailable):
        desk.submit(["draw"], "a")
    for _ in range(3):
        table.now_ms += 10_000  # it tries again, and that changes nothing while it fails
        health = desk.health("en")
        assert not health["referees"]
        assert [(part["part"], part["state"], part["code"]) for part in health["parts"]] == [
            ("journal", "failed", "not-stored")
        ]
    with closing(sqlite3.connect(table.folder / "races.db")) as card:
        for part in ("clock", "input"):
            card.execute(f"DROP TRIGGER full_{part}")
    table.now_ms += 10_000
    desk.health("en")  # after this it tries
    assert desk.health("en") == {"referees": True, "parts": []}


def test_a_journal_that_cannot_even_be_read_is_told(desk: Desk, referee: Referee, table: Table) -> None:
    referee.ask(lambda _sitting: table.journal.close())
    for _ in range(2):
        with pytest.raises(Unavailable):
            desk.submit(["draw"], "a")
        assert [part["code"] for part in desk.health("en")["parts"]] == ["not-stored"]


def test_a_referee_that_does_not_answer_is_told(desk: Desk, referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(companion.desk, "HEALTHY_S", 0.01)
    busy, done = Event(), Event()

    def work(_sitting: Sitting) -> None:
        busy.set()
        done.wait(10)

    referee.tell(work)
    assert busy.wait(10)
    health = desk.health("en")
    done.set()
    assert not health["referees"]
    assert [(part["part"], part["code"]) for part in health["parts"]] == [("referee", "no-answer")]
