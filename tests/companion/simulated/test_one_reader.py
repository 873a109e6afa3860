"""A table with one reader is tried without metal like any other: hands press a place's button and tap the card."""

import time
from pathlib import Path

import pytest

from companion.simulated.one_reader import OneReader
from tests.companion.program import START_LIMIT_S, Program
from tests.companion.simulated.tables import FastMetal

CARD, OTHER = b"card", b"other"


class Logged(FastMetal):
    def __init__(self) -> None:
        super().__init__()
        self.fields = {"any": []}
        self.log: list[tuple[object, ...]] = []
        self.scanned = lambda pad, uid: self.log.append((pad, uid))

    def press(self, button: str) -> None:
        self.log.append((button,))


@pytest.fixture
def metal() -> Logged:
    return Logged()


def test_the_button_of_a_place_comes_before_its_card(metal: Logged) -> None:
    hands = OneReader(metal, {"seat-1", "discard"})
    hands.at_work = True
    hands.lay("discard", CARD)
    hands.lift("discard", CARD)
    hands.lay("seat-2", OTHER)
    assert metal.log == [("discard",), ("any", CARD), ("any", OTHER)], "seat-2 has no button"


def test_a_card_makes_room_for_the_next_wherever_it_was_laid(metal: Logged) -> None:
    hands = OneReader(metal, ())
    hands.lay("seat-1", CARD)
    hands.lay("seat-2", OTHER)
    assert metal.fields == {"any": [OTHER]}


def test_what_lies_there_when_the_program_starts_presses_nothing(metal: Logged) -> None:
    OneReader(metal, {"seat-1"}).lay("seat-1", CARD)
    assert metal.log == [("any", CARD)]


@pytest.mark.slow
def test_robots_race_with_it(tmp_path: Path) -> None:
    program, record = Program(tmp_path, "--table", "one-reader", "--emulated", "--robots", "200"), ""
    try:
        end_s = time.monotonic() + START_LIMIT_S
        while not ("discard " in record and " green-light" in record):
            assert time.monotonic() < end_s, record
            time.sleep(0.1)
            record = program.text("/race/current.race")
    finally:
        program.kill()
