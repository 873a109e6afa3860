"""Every ruling of RULES.md that can be seen, as a record whose comments say what is expected (see `commented`).

`tests/races/rulings` has the numbered rulings, `taps` whose card a tap is and which physical card, `turns` draws and
hands, `corrections` undo, overrule and set.
"""

from functools import cache
from pathlib import Path

import pytest

from companion.editions import editions
from companion.moment import Moment
from companion.replay import moments
from companion.rules.edition import Edition
from companion.rules.laws import CODES, OVERDRAWN
from companion.rules.reading import PlayKind
from companion.rules.ruling import Verdict
from tests.companion.rules.commented import (
    BOTH,
    RACES,
    RULINGS,
    SHOWN,
    disagreements,
    record_of,
    recorded,
    silent_lines,
)

RECORDS = recorded(*SHOWN)
NUMBERS = range(1, 36)
WITHOUT_SECOND_HAZARD = {26, 27}
"""Rulings on two hazards in a turn: silent in an edition that has no second one."""


@cache
def all_moments(edition: str) -> list[Moment]:
    return [moment for path, each in RECORDS if each == edition for moment in moments(record_of(path, edition))]


@pytest.mark.parametrize(("path", "edition"), RECORDS, ids=lambda each: each if isinstance(each, str) else each.stem)
def test_record_is_ruled_as_its_comments_say(path: Path, edition: str) -> None:
    assert disagreements(path, edition) == []
    assert silent_lines(path, edition) == []


@pytest.mark.parametrize("edition", BOTH)
def test_every_ruling_has_a_record(edition: str) -> None:
    shown = {int(path.name[:2]) for path, each in RECORDS if each == edition and path.parent == RULINGS}
    silent = set() if editions()[edition].second_hazard else WITHOUT_SECOND_HAZARD
    assert set(NUMBERS) - shown == silent


def codes_of(edition: Edition) -> set[str]:
    """The codes that an edition can give."""
    of_second_hazard = {"second-attack", "whose-card"}
    return {*CODES, OVERDRAWN, "unknown-tag", "whose-card"} - (set() if edition.second_hazard else of_second_hazard)


@pytest.mark.parametrize("edition", BOTH)
def test_every_code_is_given_in_a_record(edition: str) -> None:
    assert {moment.ruling.code for moment in all_moments(edition)} - {None} == codes_of(editions()[edition])


@pytest.mark.parametrize("edition", BOTH)
def test_every_verdict_and_play_is_given_in_a_record(edition: str) -> None:
    given = all_moments(edition)
    assert {moment.ruling.verdict for moment in given} == set(Verdict)
    plays = {*map(str, PlayKind), "draw", "end", "pass", "by", "undo", "redo", "overrule", "set"}
    assert {str(moment.ruling.play) for moment in given} == plays


@pytest.mark.parametrize("edition", BOTH)
def test_every_form_switch_and_draw_mode_has_a_record(edition: str) -> None:
    known = editions()[edition]
    setups = [record_of(path, each).setup for path, each in RECORDS if each == edition]
    assert {(len(setup.cars), len(setup.crews[0])) for setup in setups if setup.in_teams} == known.teams
    assert {len(setup.players) for setup in setups if not setup.in_teams} >= {known.alone[0], known.alone[-1]}
    assert set().union(*(setup.switches for setup in setups)) == known.switches
    assert {setup.draws_seen for setup in setups} == {False, True}


def test_a_comment_that_is_wrong_is_found(tmp_path: Path) -> None:
    """The reader of the comments can fail, in every word that a comment may have."""
    record = tmp_path / "wrong.race"
    right = ["legal", "legal remedy", "legal remedy Toad", "legal Toad", "legal remedy Toad Toad green-light"]
    wrong = [
        "illegal",
        "legal safety",
        "legal remedy Bowser",
        "legal null",
        "legal remedy Toad Bowser",
        "legal Toad gas",
        "",
    ]
    for words, agrees in [*((words, True) for words in right), *((words, False) for words in wrong)]:
        record.write_text(f"cars Toad Bowser\nToad green-light #> {words}\n", "utf-8")
        assert (disagreements(record, "ryvo") == []) is agrees, words
    for fact, agrees in [("Toad.hand=6", True), ("Toad.hand=7", False), ("nonsense=1", False), ("safeties", False)]:
        record.write_text(f"cars Toad Bowser\n#> {fact}\n", "utf-8")
        assert (disagreements(record, "ryvo") == []) is agrees, fact


@pytest.mark.parametrize("folder", [*SHOWN, *editions()])
def test_records_begin_with_what_they_show(folder: str) -> None:
    silent = [path.name for path in (RACES / folder).glob("*.race") if not path.read_text("utf-8").startswith("# ")]
    assert silent == []
