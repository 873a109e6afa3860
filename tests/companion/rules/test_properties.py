"""Every property of `properties` in races that hypothesis makes up (see `walks`).

Each has a fast run of a few dozen races and a slow one of hundreds.
"""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.rules.ruling import Verdict
from companion.rules.setup import Setup
from tests.companion.rules import properties
from tests.companion.rules.walks import ALL_KINDS, WITHOUT_DISPENSER, Step, setups, steps, walk

Property = Callable[[Setup, list[Step]], None]

CHECKS: list[tuple[Property, tuple[str, ...]]] = [
    (properties.check_state, ALL_KINDS),
    (properties.check_cards, WITHOUT_DISPENSER),
    (properties.check_unaccepted_changes_nothing, ALL_KINDS),
    (properties.check_replay, ALL_KINDS),
    (properties.check_undo, ALL_KINDS),
    (properties.check_judge, ALL_KINDS),
    (properties.check_sentences, ALL_KINDS),
]
"""Each property with the kinds of steps under which it holds."""
EVERY = pytest.mark.parametrize(("check", "kinds"), CHECKS, ids=lambda each: getattr(each, "__name__", ""))
CALM = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


@EVERY
@settings(CALM, max_examples=60)
@given(setup=setups(), data=st.data())
def test_holds(check: Property, kinds: tuple[str, ...], setup: Setup, data: st.DataObject) -> None:
    check(setup, data.draw(steps(*kinds, most=60)))


@pytest.mark.slow
@EVERY
@settings(CALM, max_examples=300)
@given(setup=setups(), data=st.data())
def test_holds_in_hundreds_of_races(check: Property, kinds: tuple[str, ...], setup: Setup, data: st.DataObject) -> None:
    check(setup, data.draw(steps(*kinds, most=80)))


@pytest.mark.slow
def test_walks_reach_all_that_the_properties_speak_of() -> None:
    """The races made up are not all trivial: they end, ask, stroke, leave turns open and correct."""
    seen: set[str] = set()

    @settings(CALM, max_examples=150, database=None, derandomize=True)
    @given(setup=setups(), taken=steps(*ALL_KINDS, most=80))
    def look(setup: Setup, taken: list[Step]) -> None:
        for moment in walk(setup, taken):
            seen.add(str(moment.ruling.play))
            seen.add(str(moment.ruling.verdict))
            seen.update(["over"] if moment.after.race.over else [])
            seen.update(["question"] if moment.after.question else [])
            seen.update(["owed two"] if len(moment.after.race.owed) > 1 else [])
            seen.update(["redone"] if moment.ruling[:2] == (Verdict.NOTED, "redo") else [])
            seen.update(["overruled"] if moment.ruling[:2] == (Verdict.NOTED, "overrule") else [])

    look()
    wanted = {*map(str, Verdict), "stroke", "over", "question", "owed two", "redone", "overruled", "hazard", "distance"}
    assert wanted - seen == set()
