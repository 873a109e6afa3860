"""Whatever hands do, at whatever table: nothing breaks, the record replays to the same race, and so does a restart."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.editions import editions
from companion.lang import LANGUAGES, catalogue
from companion.lights.scene import scene
from companion.referee.snapshot import situation
from companion.replay import moments
from companion.rules.malformed import Malformed
from companion.rules.record import read_record
from companion.touch.seating import SIX_SEATS
from companion.view.table import view
from tests.companion.table import COMMAND, ONE_READER, UID, Table

HEADS = (
    "cars Mario Luigi Peach\ndraws seen",
    "cars Mario Luigi Peach\ndraws assumed",
    "cars Red=Mario+Peach Blue=Luigi+Toad\ndraws seen",
    "edition ryvo\ncars Mario Luigi\ndraws seen",
)
FEW = sorted(card for card in UID if card.endswith("/1") or card.startswith(("green-light", "25/")))
CARDS = st.sampled_from(FEW)
PADS = st.sampled_from(SIX_SEATS)
BUTTONS = st.sampled_from([*SIX_SEATS, "undo"])
ACTS = st.one_of(
    st.tuples(st.just("tap"), CARDS, PADS),
    st.tuples(st.just("tap"), CARDS, PADS),
    st.tuples(st.just("tap"), st.sampled_from(sorted(COMMAND)), PADS),
    st.tuples(st.just("lift"), CARDS, PADS),
    st.tuples(st.just("press"), BUTTONS, st.sampled_from([0.0, 1.0])),
    st.tuples(st.just("draw")),
    st.tuples(st.just("breaks"), st.sampled_from(["beam", *SIX_SEATS]), st.booleans()),
    st.tuples(st.just("lend"), st.integers(0, 1), PADS),
    st.tuples(st.just("wait"), st.sampled_from([0.1, 0.8, 6.0, 16.0])),
)


def act(table: Table, what: str, *facts: str | float) -> None:
    first = facts[0] if facts else ""
    match what:
        case "tap" | "lift":
            pad = str(facts[1]) if table.shown.seating.pads != ONE_READER else "any"
            table.tap(str(first), on=pad) if what == "tap" else table.lift(str(first), off=pad)
        case "press":
            table.press(str(first), held_s=float(facts[1]))
        case "draw":
            table.draw()
        case "breaks":
            table.breaks(str(first), back=bool(facts[1]))
        case "lend":
            table.sitting.lend_to(table.race.setup.cars[int(first)], str(facts[1]))
        case "wait":
            table.wait(float(first))


@pytest.mark.slow
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(ACTS, max_size=30), st.sampled_from(HEADS), st.sampled_from([SIX_SEATS, ONE_READER]))
def test_nothing_breaks_and_the_record_is_the_truth(
    tmp_path_factory: pytest.TempPathFactory,
    acts: list[tuple[str, ...]],
    head: str,
    pads: tuple[str, ...],
) -> None:
    table = Table(tmp_path_factory.mktemp("race"), head, pads)
    table.say(*(f"set {car} started yes" for car in table.race.setup.cars))
    for each in acts:
        try:
            act(table, *each)
        except Malformed as refused:
            assert refused.problem == "pad-not-free"  # noqa: PT017 - the only thing that hands are told so
        scene(situation(table.shown))
        for language in LANGUAGES:
            view(table.shown, catalogue(language, "rulings"), table.now_ms, simulated=False)
    replayed = list(moments(read_record(table.sitting.record().encode(), editions())))
    assert replayed[-1].after.race == table.race
    before = table.shown
    table.pull_the_plug()
    assert table.shown.game.race == before.game.race
    assert [each.unseen for each in table.shown.moments] == [each.unseen for each in before.moments]
    assert table.shown.seating == before.seating
    table.journal.close()
