"""A race judged again under other rules."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.editions import editions
from companion.past.judge_again import Twice, judge_again, other_rules
from companion.past.tape import Tape
from companion.rules.malformed import Malformed
from tests.companion.past.past import RACES

RECORDED = sorted(RACES.glob("*/*.race"))


def again(tape: Tape, edition: str, *switches: str) -> list[Twice]:
    return list(judge_again(tape.moments(), other_rules(tape.setup, editions()[edition], switches)))


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_under_the_same_rules_nothing_changes(path: Path) -> None:
    tape = Tape.of(path.read_bytes())
    twice = again(tape, tape.setup.edition.name, *tape.setup.switches)
    assert [each.was.n for each in twice] == list(range(1, len(tape) + 1))
    assert not any(each.changed for each in twice)
    assert not twice or twice[-1].now.after.race == tape.end.race


def test_what_a_house_rule_changes_is_told() -> None:
    tape = Tape.of(b"cars A B\nA right-of-way\nA green-light\nB green-light\n")
    changed = [each for each in again(tape, "mario-kart", "right_of_way_starts") if each.changed]
    first = changed[0]
    assert (first.was.n, first.was.ruling.code, first.now.ruling.code) == (1, "not-started", None)


def test_too_many_players_are_said_of_the_head() -> None:
    tape = Tape.of(b"cars A B C D E F\nA green-light\n")
    with pytest.raises(Malformed) as caught:
        again(tape, "ryvo")
    assert caught.value.problem == "table-form"


def test_a_house_rule_of_another_edition_is_refused() -> None:
    with pytest.raises(Malformed) as caught:
        again(Tape.of(b"cars A B\n"), "ryvo", "self_attack")
    assert caught.value.problem == "unknown-switch"


def test_a_card_of_another_deck_is_said_with_its_input() -> None:
    tape = Tape.of(b"cars A B\ndraw\ndiscard gas/5\n")
    fewer = replace(tape.setup.edition, deck={**tape.setup.edition.deck, "gas": 4})
    with pytest.raises(Malformed) as caught:
        list(judge_again(tape.moments(), replace(tape.setup, edition=fewer)))
    assert (caught.value.problem, caught.value.line) == ("copy-number", 2)
