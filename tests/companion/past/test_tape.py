"""A race that can be looked at after any of its inputs."""

import time
from fractions import Fraction

import pytest

from companion.editions import editions
from companion.lang import catalogue
from companion.past.archive import Line
from companion.past.shortest import Case
from companion.past.tape import Tape
from companion.replay import moments
from companion.rules.record import read_record
from companion.touch.unseen import UNSEEN
from companion.view.table import view
from tests.companion.past.past import RACES, WHOLE

FLAPPING = ("undo", "redo", "Mario 200", "draw", "undo", "redo", "redo")
WORDS = catalogue("en", "rulings")


@pytest.mark.parametrize("name", ["mario-kart/whole-race-dispenser-empty.race", "corrections/undo-everything.race"])
def test_each_step_is_what_a_replay_says(name: str) -> None:
    record = (RACES / name).read_bytes()
    tape = Tape.of(record)
    replayed = list(moments(read_record(record, editions())))
    assert len(tape) == len(replayed)
    for n, ruled in enumerate(replayed, 1):
        step = tape.moment(n)
        assert (step.n, step.ruling, step.after.race) == (n, ruled.ruling, ruled.after.race)


def test_a_race_that_went_on_is_as_if_read_whole() -> None:
    whole = Tape.of(WHOLE.read_bytes())
    *head, last = Case(whole.setup, whole.entries).lines()
    longer = Tape.of("\n".join(head).encode()).longer([Line(last, Fraction(0))])
    assert longer.end.race == whole.end.race
    assert [game.race for game in longer.kept] == [game.race for game in whole.kept]


def test_a_draw_that_nobody_saw_is_still_told_as_one() -> None:
    tape = Tape.filed("cars A B\ndraws seen", [Line(UNSEEN, Fraction(0))])
    assert tape.moment(1).unseen


def test_an_undo_says_what_it_took_back() -> None:
    tape = Tape.of(b"cars A B\nA green-light\nB green-light\nundo\n")
    shown = view(tape.snapshot("7", 3), WORDS, 0, simulated=False)
    assert "B" in shown["history"][-1]["text"]
    assert shown["id"] == "7.3"
    assert view(tape.snapshot("7", 0), WORDS, 0, simulated=False)["history"] == []


def test_what_is_left_of_a_window_is_what_was_left_then() -> None:
    record = b"cars A B\nA green-light\nB green-light\nA 25\nB discard\n".replace(b"B discard", b"discard 25")
    tape = Tape.of(record + b"+2 B red-light\n+5 pass A\n")
    (window,) = view(tape.snapshot("7", 5), WORDS, 0, simulated=False)["windows"]
    assert window["left_ms"] == 15_000


@pytest.mark.slow
def test_a_race_of_ten_thousand_inputs_is_looked_at_anywhere_at_once() -> None:
    lines = WHOLE.read_text().strip().splitlines()
    lines += [FLAPPING[n % len(FLAPPING)] for n in range(10_000)]
    tape = Tape.of("\n".join(lines).encode())
    assert len(tape) > 10_000
    begun = time.perf_counter()
    for n in range(1, len(tape), 997):
        view(tape.snapshot("7", n), WORDS, 0, simulated=False)
    seconds = (time.perf_counter() - begun) / (len(tape) // 997)
    assert seconds < 0.25
