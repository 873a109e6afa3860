"""A pause counts as no time; and a race that the count ended too early goes on with the cards that are left."""

from pathlib import Path

import pytest

from companion.page import Malformed
from companion.page.desk_pages import Seen
from companion.page.refusal import Refused
from companion.referee.snapshot import situation
from tests.companion.amend.evening import Evening, seen


def test_a_pause_counts_as_no_time_and_ends_with_a_card(evening: Evening) -> None:
    evening.say("Mario green-light/1", "Luigi green-light/2", "Peach green-light/3")
    evening.lay("accident/1", on="Peach")
    evening.wait(9)
    evening.desk.pause(paused=True)
    evening.wait(600)
    evening.pull_the_plug()
    evening.wait(600)
    view = evening.feed.latest("en")
    assert (view["paused"], view["windows"][0]["left_ms"]) == (True, 6000)
    lights = situation(evening.table.shown)
    assert (lights.strokes, lights.on_turn, lights.calm) == ((), None, True)
    assert evening.lay("50/1", on="Peach") == "not-your-turn"
    assert evening.feed.latest("en")["paused"], "a refused card ends no pause"
    assert evening.lay("ace-driver/1", on="Peach") == "stroke"
    assert not evening.feed.latest("en")["paused"]
    evening.pull_the_plug()
    assert not evening.feed.latest("en")["paused"]


def test_a_pause_ends_by_its_button_and_time_goes_on(evening: Evening) -> None:
    evening.say("Mario green-light/1", "Luigi green-light/2", "Peach green-light/3")
    evening.lay("accident/1", on="Peach")
    evening.desk.pause(paused=True)
    evening.wait(60)
    evening.desk.pause(paused=False)
    evening.wait(5)
    assert evening.feed.latest("en")["windows"][0]["left_ms"] == 10_000


@pytest.mark.parametrize("draws", ["assumed", "seen"])
def test_cards_that_are_left_reopen_the_race(tmp_path: Path, draws: str) -> None:
    evening = Evening(tmp_path, f"cars Mario Luigi Peach\ndraws {draws}")
    evening.say("set Mario started yes", "set dispenser 1")
    if draws == "seen":
        evening.say("draw")
    evening.say("Mario 25/1")
    shown = evening.desk.view("en")
    assert shown["empty"]
    evening.say("undo")
    for undone in (True, False):
        if not undone:
            evening.say("redo")
        with pytest.raises(Refused, match="gone-on"):
            evening.desk.cards_left(7, seen(shown), "", "")
    evening.desk.cards_left(7, seen(evening.desk.view("en")), "", "")
    race = evening.table.race
    assert (race.over, race.dispenser, race.cars[0].km, race.turn) == (False, 7, 25, 1)
    with pytest.raises(Malformed, match="empty dispenser"):
        evening.desk.cards_left(7, Seen(), "", "")
    evening.take_back()
    assert evening.table.race.over
    evening.close()
