"""An enrolment under way: what is laid meanwhile is enrolled and not played."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.deck.deck import Command, Deck
from companion.deck.enrolling import REST_MS, Enrolling
from companion.deck.enrolment import box_of
from companion.deck.registry import Registry
from companion.deck.view import enrol_view, next_sentence, outcome_sentence
from companion.lang import LANGUAGES
from companion.rules.cards import Card
from firmware.messages import Drawn, Scan
from tests.companion.decks import MARIO_KART, WHOLE


def sticker(n: int) -> bytes:
    return b"\x04" + n.to_bytes(2) + b"\x5a\x6f\x61\x80"


class Table:
    def __init__(self, folder: Path, deck: Deck | None = None) -> None:
        self.folder, self.now_ms = folder, 1000
        self.told: list[tuple[bool, int]] = []
        self.registry = Registry(folder, deck)
        self.enrolling = Enrolling(
            self.registry,
            box_of(MARIO_KART),
            lambda: self.now_ms,
            lambda active, deck: self.told.append((active, len(deck))),
        )

    def lay(self, n: int, *texts: str) -> bool:
        """Whether the sticker was taken by the enrolment, and so not played."""
        return self.enrolling.take(Scan("seat-1", sticker(n), self.now_ms, texts))

    def said(self, language: str = "en") -> str:
        outcome = self.enrolling.stand().outcome
        return "" if outcome is None else outcome_sentence(outcome, language, "mario-kart")

    def next(self, language: str = "en") -> str:
        return next_sentence(self.enrolling.stand(), language, "mario-kart")


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def test_cards_are_played_before_and_after_and_enrolled_meanwhile(table: Table) -> None:
    assert not table.lay(1)
    table.enrolling.begin()
    assert table.lay(1)
    assert not table.enrolling.take(Drawn(1)), "only cards are the enrolment's"
    table.enrolling.end()
    assert not table.lay(2)
    assert [*table.registry.deck] == [sticker(1)]


def test_whoever_asked_is_told_of_begin_end_and_every_other_deck(table: Table) -> None:
    table.enrolling.begin()
    table.lay(1)
    table.lay(1)
    table.enrolling.choose("gas")
    table.enrolling.end()
    assert table.told == [(True, 0), (True, 1), (False, 1)]


def test_an_enrolment_that_was_forgotten_ends_by_itself(table: Table) -> None:
    table.enrolling.begin()
    table.now_ms += REST_MS
    assert table.lay(1)
    table.now_ms += REST_MS + 1
    assert not table.lay(2)
    assert not table.enrolling.stand().active
    assert table.told[-1] == (False, 1)


def test_a_chosen_kind_stays_until_it_is_whole(table: Table) -> None:
    table.enrolling.begin()
    table.enrolling.choose("out-of-gas")
    for n in range(4):
        table.lay(n)
    assert [str(entry) for entry in table.registry.deck.tags().values()] == [
        "out-of-gas/1",
        "out-of-gas/2",
        "out-of-gas/3",
        "25/1",
    ]


def test_a_chosen_card_or_command_is_one_sticker(table: Table) -> None:
    table.enrolling.begin()
    table.enrolling.choose("command mine")
    table.lay(1)
    table.enrolling.choose("gas/2")
    table.lay(2)
    table.lay(3)
    assert [table.registry.deck.entry(sticker(n)) for n in (1, 2, 3)] == [
        Command("mine"),
        Card("gas", 2),
        Card("25", 1),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_of_no_kind_is_asked_for_without_a_count(table: Table, language: str) -> None:
    table.enrolling.begin()
    table.enrolling.choose("command mine")
    assert "()" not in table.next(language)
    table.enrolling.choose("gas")
    assert "0" in table.next(language).split("(")[1].split(")")[0]


def test_names_count_only_when_they_were_asked_for_and_until_the_end(table: Table) -> None:
    table.enrolling.read_names(on=True)
    assert not table.enrolling.names(), "no name is read in a race"
    table.enrolling.begin()
    assert not table.enrolling.names()
    table.lay(1, "gas/3")
    table.enrolling.read_names(on=True)
    assert table.enrolling.names()
    table.lay(2, "gas/3")
    table.lay(3, "gas")
    assert [str(table.registry.deck.entry(sticker(n))) for n in (1, 2, 3)] == ["25/1", "gas/3", "gas/1"]
    table.enrolling.end()
    assert not table.enrolling.names()
    table.enrolling.begin()
    assert not table.enrolling.names()


def test_what_a_person_chooses_counts_and_no_name(table: Table) -> None:
    table.enrolling.begin()
    table.enrolling.read_names(on=True)
    table.enrolling.choose("help")
    table.lay(1, "gas/3")
    assert table.registry.deck.entry(sticker(1)) == Card("help", 1)


def test_a_forgotten_enrolment_reads_no_names_any_more(table: Table) -> None:
    table.enrolling.begin()
    table.enrolling.read_names(on=True)
    table.now_ms += REST_MS + 1
    assert not table.enrolling.names()


def test_a_hostile_text_is_shown_shortly_on_one_line_and_not_obeyed(table: Table) -> None:
    table.enrolling.begin()
    table.enrolling.read_names(on=True)
    table.lay(1, "\x1b[2J\n{entry} \u202e" + "x" * 130)
    assert table.said().isprintable()
    assert "“\\x1b[2J\\n{entry} \\u202exx" in table.said()
    assert len(table.said()) < 200


def test_what_is_not_in_the_box_cannot_be_chosen(table: Table) -> None:
    table.enrolling.choose("gas")
    assert not table.enrolling.choose("gass")
    assert table.enrolling.stand().wanted == Card("gas", 1)


def test_an_undo_of_nothing_is_told(table: Table) -> None:
    table.enrolling.undo()
    assert table.said() == "Nothing is enrolled that could be taken out."


def test_it_goes_on_where_it_was_after_a_restart(table: Table) -> None:
    table.enrolling.begin()
    for n in range(12):
        table.lay(n)
    again = Table(table.folder)
    assert again.next() == "Lay next: 50 km, number 3 (2 of 10). In all 12 of 112."


def test_a_card_that_fills_the_disk_is_not_enrolled_and_told(table: Table) -> None:
    table.enrolling.begin()
    (table.folder / "deck.new").mkdir()
    table.lay(1)
    assert "cannot be written" in table.said()
    assert len(table.registry.deck) == 0
    (table.folder / "deck.new").rmdir()
    table.lay(1)
    assert table.said() == "Enrolled: 25 km, number 1."


def test_waiting_ends_with_the_next_act(table: Table) -> None:
    version = table.enrolling.stand().version
    assert not table.enrolling.wait(version, 0)
    table.enrolling.begin()
    assert table.enrolling.wait(version, 0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_outcome_has_its_sentence(tmp_path: Path, language: str) -> None:
    table = Table(tmp_path, WHOLE)
    acts: dict[str, Callable[[], object]] = {
        "begin": table.enrolling.begin,
        "complete": lambda: table.lay(1),
        "spare": lambda: table.enrolling.choose("gas/1") and table.lay(1),
        "already": lambda: table.lay(1),
        "undone": table.enrolling.undo,
        "command": lambda: table.enrolling.choose("command pair") and table.lay(2),
        "imported": lambda: table.enrolling.exchange(WHOLE),
        "short": lambda: table.enrolling.lay(b"\x04\x01\x02\x03"),
        "random": lambda: table.enrolling.lay(b"\x08\x01\x02\x03"),
        "garbled": lambda: table.enrolling.lay(b"\x88\x01\x02\x03"),
        "long": lambda: table.enrolling.lay(bytes(10)),
        "names": lambda: table.enrolling.read_names(on=True),
        "unread": lambda: table.enrolling.lay(sticker(9), None),
        "none": lambda: table.lay(9),
        "many": lambda: table.lay(9, "gas", "gas"),
        "unknown": lambda: table.lay(9, "petrol"),
        "kind complete": lambda: table.lay(9, "gas"),
        "taken": lambda: table.lay(9, "gas/1"),
        "command by name": lambda: table.lay(9, "undo"),
    }
    said = []
    for act in acts.values():
        act()
        said += [table.said(language), table.next(language)]
        view = enrol_view(table.enrolling.stand(), language, "mario-kart", simulated=False)
        assert {kind["there"] == kind["of"] for kind in view["kinds"]} == {True}
    assert len({*said}) >= len(acts) + 1
    assert not [text for text in said if "enrol." in text or "refused." in text or "{" in text]
