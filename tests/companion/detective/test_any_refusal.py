"""Of races that hypothesis makes up: whatever is refused, what is suggested would be accepted."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.detective.case import case_of
from companion.detective.clues import MOST_CLUES, clues
from companion.moment import Moment
from companion.rules.fold import enter
from companion.rules.record import read_entry
from companion.rules.ruling import Verdict
from companion.rules.setup import Setup
from companion.rules.write import write_input
from tests.companion.rules.walks import WITHOUT_DISPENSER, Step, setups, steps, walk


@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(setup=setups(), taken=steps(*WITHOUT_DISPENSER, most=30), blind=st.booleans())
def test_what_is_suggested_is_accepted(setup: Setup, taken: list[Step], *, blind: bool) -> None:
    moments: list[Moment] = []
    for ruled in walk(setup, taken):
        moments.append(ruled)
        if ruled.after.refused is not None and ruled.after.refused is not ruled.before.refused:
            each_is_accepted(moments, blind=blind)


def each_is_accepted(moments: list[Moment], *, blind: bool) -> None:
    refused, setup = moments[-1], moments[-1].after.race.setup
    case = case_of(refused.after, moments, blind=blind)
    assert case is not None
    found = clues(case)
    assert len(found) <= MOST_CLUES
    for clue in found:
        for choice in clue.choices[:1] + clue.choices[-1:] or (None,):
            lines = [write_input(choice, setup) if line is None and choice else line for line in clue.lines]
            game, rulings = refused.after, []
            for line in lines:
                game, ruling = enter(game, read_entry(line or "", setup, {}))
                rulings.append(ruling)
            assert {ruling.verdict for ruling in rulings} <= {Verdict.LEGAL, Verdict.NOTED}, lines
            assert (rulings[-1].verdict, rulings[-1].card) == (Verdict.LEGAL, refused.ruling.card)
