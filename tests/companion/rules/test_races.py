"""Recorded races: every way in which each edition can end has one, and each replays to the rulings beside it."""

import json
from functools import cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.editions import editions
from companion.lang import catalogue
from companion.moment import Moment
from companion.replay import moments
from companion.rules import inputs
from companion.rules.edition import Edition
from companion.rules.race import Draw, Reason
from companion.rules.record import read_record
from companion.rules.ruling import Verdict
from companion.sentences.report import race_object, ruling_object
from tests.companion.rules.commented import RACES, disagreements

EDITIONS = editions()
RECORDS = sorted(path for name in EDITIONS for path in (RACES / name).glob("*.race"))


class Ending(NamedTuple):
    """An end of a race, told apart as far as the rules differ."""

    reason: Reason
    winners: str
    teams: bool


class LastInput(NamedTuple):
    """What brought it about."""

    reason: Reason
    what: str


@cache
def replayed(path: Path) -> list[Moment]:
    return list(moments(read_record(path.read_bytes(), EDITIONS)))


def ends(ruled: list[Moment]) -> list[Moment]:
    """The moments at which the race ended, once for each way tried."""
    return [each for each in ruled if each.after.race.over and not each.before.race.over and each.ruling.play != "redo"]


def ending(moment: Moment) -> Ending:
    race = moment.after.race
    assert race.reason is not None
    several = "shared" if race.cars[race.winners[0]].km else "nobody drove"
    return Ending(race.reason, several if len(race.winners) > 1 else "one", race.setup.in_teams)


def last_input(moment: Moment) -> LastInput:
    before, ruling, reason = moment.before.race, moment.ruling, moment.after.race.reason
    assert reason is not None
    what = str(ruling.play)
    if isinstance(moment.entry.input, inputs.By):
        what = "answer"
    elif moment.before.question is not None:
        what = "question settled by another input"
    elif ruling.play == "draw":
        what = f"{before.owed[0].why} drawn"
    elif ruling.play == "hazard" and ruling.verdict is Verdict.LEGAL and before.open and ruling.player == before.turn:
        what = "second hazard"
    return LastInput(reason, what)


def demanded_endings(edition: Edition) -> set[Ending]:
    forms = [False, True] if edition.teams else [False]
    empty = Reason.DISPENSER_EMPTY if edition.ends_with_dispenser else Reason.HANDS_EMPTY
    results = [(Reason.GOAL, "one"), *product([empty], ["one", "shared", "nobody drove"])]
    return {Ending(reason, winners, teams) for (reason, winners), teams in product(results, forms)}


def demanded_last_inputs(edition: Edition) -> set[LastInput]:
    """A card of any kind can be the last one; where the race ends with the dispenser, also whatever draws from it."""
    goal = {LastInput(Reason.GOAL, what) for what in ("distance", "overrule", "set")}
    cards = {"distance", "hazard", "remedy", "safety", "stroke", "discard", "overrule"}
    if not edition.ends_with_dispenser:
        return goal | {LastInput(Reason.HANDS_EMPTY, what) for what in cards}
    draws = {f"{Draw.REPLACEMENT} drawn"}
    if edition.second_hazard:
        draws |= {f"{Draw.REFILL} drawn", "second hazard", "answer", "question settled by another input", "set"}
    return goal | {LastInput(Reason.DISPENSER_EMPTY, what) for what in cards | draws}


@pytest.mark.parametrize("name", EDITIONS)
def test_every_way_to_end_has_a_race(name: str) -> None:
    recorded = [moment for path in RECORDS if path.parent.name == name for moment in ends(replayed(path))]
    assert demanded_endings(EDITIONS[name]) - {ending(moment) for moment in recorded} == set()
    assert demanded_last_inputs(EDITIONS[name]) - {last_input(moment) for moment in recorded} == set()


@pytest.mark.parametrize("name", EDITIONS)
def test_no_way_to_end_is_unheard_of(name: str) -> None:
    """What is demanded is all there is: a race that ends otherwise belongs into the demands."""
    recorded = [moment for path in RECORDS if path.parent.name == name for moment in ends(replayed(path))]
    assert {ending(moment) for moment in recorded} <= demanded_endings(EDITIONS[name])
    assert {last_input(moment) for moment in recorded} <= demanded_last_inputs(EDITIONS[name])


@pytest.mark.parametrize("name", EDITIONS)
def test_whole_races_are_played_from_the_deal(name: str) -> None:
    """One for each reason, alone and in teams: every card numbered, nothing put right by hand."""
    whole = [path for path in RECORDS if path.parent.name == name and path.name.startswith("whole-race")]
    for path in whole:
        ruled = replayed(path)
        assert ruled[-1].after.race.over, path.name
        assert not any(moment.ruling.play in ("set", "undo", "overrule") for moment in ruled), path.name
        race = ruled[-1].after.race
        laid = sum(len(car.laid) for car in race.cars)
        assert race.dispenser + sum(race.hands) + laid + race.discards == EDITIONS[name].cards, path.name
    assert {(each.reason, each.teams) for path in whole for each in map(ending, ends(replayed(path)))} == {
        (each.reason, each.teams) for each in demanded_endings(EDITIONS[name])
    }


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_race_is_ruled_as_written_beside_it(path: Path) -> None:
    expected = [json.loads(line) for line in path.with_suffix(".jsonl").read_text("utf-8").splitlines()]
    record = read_record(path.read_bytes(), EDITIONS)
    assert record.setup.edition.name == path.parent.name
    english = catalogue("en", "rulings")
    ruled = list(moments(record))
    found = [{"line": moment.n} | ruling_object(moment, english) for moment in ruled]
    for each in found:
        del each["say"]
    found.append({"race": {"file": path.name} | race_object(ruled[-1].after.race)})
    assert found == expected
    assert disagreements(path, record.setup.edition.name) == []
