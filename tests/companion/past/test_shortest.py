"""The shortest record that shows a ruling."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.editions import editions
from companion.past.shortest import Case, same_ruling, shortest
from companion.past.tape import Tape
from companion.rules.record import read_record
from tests.companion.past.past import RACES
from tests.companion.rules.walks import setups

MARKED = [*sorted((RACES / "taps").glob("*.race")), *sorted((RACES / "corrections").glob("*.race"))]
WHOLE = sorted(RACES.glob("*/whole-race-*.race"))


def always() -> bool:
    return True


def check(tape: Tape, n: int) -> Case:
    """The shortest record of input `n` is one, is ruled the same, and needs each of its inputs."""
    case = shortest(Case(tape.setup, tape.entries[:n]), always)
    assert case.complete
    read = read_record("\n".join(case.lines()).encode(), editions())
    assert (read.setup, tuple(entry for _, entry in read.entries)) == case[:2]
    assert same_ruling(case.last, tape.moment(n))
    for at in range(len(case.entries) - 1):
        rest = (*case.entries[:at], *case.entries[at + 1 :])
        assert not same_ruling(case._replace(entries=rest).last, case.last)
    return case


@pytest.mark.parametrize("path", MARKED, ids=lambda path: path.stem)
def test_every_ruling_of_a_small_record_is_shown(path: Path) -> None:
    tape = Tape.of(path.read_bytes())
    for n in {
        (ruled.ruling.verdict, ruled.ruling.code, ruled.ruling.play): ruled.n for ruled in tape.moments()
    }.values():
        check(tape, n)


@pytest.mark.slow
@pytest.mark.parametrize("path", WHOLE, ids=lambda path: path.stem)
def test_every_kind_of_refusal_of_a_whole_race_is_shown(path: Path) -> None:
    tape = Tape.of(path.read_bytes())
    kinds = {ruled.ruling.code: ruled.n for ruled in tape.moments() if ruled.ruling.code is not None}
    for n in kinds.values():
        assert len(check(tape, n).entries) <= n


def test_neither_people_nor_inputs_nor_times_are_kept_that_it_does_not_need() -> None:
    lines = """
cars Mario Luigi Peach Toad
switch self_attack on
+3 Mario green-light
+4 Luigi green-light
Peach green-light
Toad green-light
+2 discard 25
Mario red-light by Luigi
Peach 25
undo
Peach 50
Toad 25
Mario 100
"""
    tape = Tape.of(lines.encode())
    assert tape.moment(len(tape)).ruling.code == "stopped"
    case = check(tape, len(tape))
    assert case.lines() == [
        "edition mario-kart",
        "cars Mario Luigi",
        "draws assumed",
        "Mario green-light",
        "Luigi green-light",
        "discard 25",
        "Mario red-light by Luigi",
        "Mario 100",
    ]


def test_a_stroke_that_came_too_late_keeps_its_time() -> None:
    lines = b"cars A B\nA green-light\nB green-light\nA 25\n+1 A red-light\n+16 A right-of-way"
    tape = Tape.of(lines)
    assert check(tape, len(tape)).last.ruling.play == tape.moment(len(tape)).ruling.play


def test_without_time_all_is_kept_and_that_is_said() -> None:
    tape = Tape.of(WHOLE[0].read_bytes())
    case = shortest(Case(tape.setup, tape.entries), lambda: False)
    assert (case.setup, case.entries, case.complete) == (tape.setup, tape.entries, False)


@given(st.data())
@settings(max_examples=25)
def test_any_race(data: st.DataObject) -> None:
    setup = data.draw(setups())
    names = [*setup.cars, "discard"]
    cards = ["green-light", "red-light", "100", "right-of-way", "25", "speed-limit"]
    tap = st.builds("{} {}".format, st.sampled_from(names), st.sampled_from(cards))
    other = st.sampled_from(["draw", "undo", "redo", "end", "overrule", "+16 end"])
    lines = data.draw(st.lists(st.one_of(tap, tap, tap, other), min_size=1, max_size=25))
    head = Case(setup, ()).lines()
    tape = Tape.of("\n".join([*head, *lines]).encode())
    check(tape, len(tape))
