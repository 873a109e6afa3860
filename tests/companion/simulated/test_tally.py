"""Hands and dispenser that differ from the referee's count become even again, whatever made them differ."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from companion.simulated.places import Area
from companion.simulated.world import Misplaced, World
from tests.companion.simulated.tables import DECK, PADS, Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path, "cars Mario Luigi Peach\ndraws seen")


def differing(table: Table) -> dict[str, int]:
    table.follow()
    return {player: n for player, n in table.world.tally().hands.items() if n}


def stock(table: Table) -> int:
    return len(table.world.cards(Area.DISPENSER))


def test_a_draw_on_its_way_is_no_difference(table: Table) -> None:
    seen = []
    table.metal.trip_beam = lambda: seen.append(table.world.tally())  # type: ignore[method-assign]  # looks meanwhile
    table.world.draw("Mario")
    assert (seen[0].even, seen[0].due) == (True, ())
    table.say("draw")
    assert differing(table) == {}


def test_who_has_to_draw_and_who_may(table: Table) -> None:
    assert table.world.tally().due == table.world.tally().welcome == ("Mario",)
    table.world.draw("Mario")
    table.follow()
    assert table.world.tally().welcome == ()
    table.say("set Mario started yes", "set Luigi started yes")
    table.world.lay("Mario", table.held("Mario", "accident"), "seat-2")
    table.follow()
    assert (table.world.tally().due, table.world.tally().welcome) == ((), ("Luigi",))


def test_a_refused_draw_is_put_back_on_top(table: Table) -> None:
    table.world.draw("Mario")
    top = table.world.draw("Luigi")
    assert table.sitting.snapshot.moments[-1].ruling.code == "overdrawn"
    assert differing(table) == {"Luigi": 1}
    table.world.put_back("Luigi")
    assert table.world.cards(Area.DISPENSER)[-1] == top
    assert (differing(table), stock(table)) == ({}, table.race.dispenser)
    with pytest.raises(Misplaced):
        table.world.put_back("Luigi")


def test_the_card_put_back_is_the_one_drawn_though_others_were_taken_back_since(table: Table) -> None:
    first = table.hand("Luigi")[0]
    drawn = table.world.draw("Luigi")
    table.follow()
    table.world.lay("Luigi", first, "seat-2")
    table.world.take_back("seat-2")
    assert table.hand("Luigi")[-1] == first
    table.world.put_back("Luigi")
    assert table.world.cards(Area.DISPENSER)[-1] == drawn


def test_a_card_drawn_by_another_than_the_one_it_is_counted_for_is_handed_over(table: Table) -> None:
    drawn = table.world.draw("Luigi")
    assert differing(table) == {"Mario": -1, "Luigi": 1}
    table.world.even_out()
    assert table.hand("Mario")[-1] == drawn
    assert (differing(table), stock(table)) == ({}, table.race.dispenser)


def test_the_cards_of_an_undone_draw_go_back_and_of_a_redone_one_come_again(table: Table) -> None:
    drawn = table.world.draw("Mario")
    table.follow()
    table.say("undo")
    assert differing(table) == {"Mario": 1}
    assert table.world.even_out()
    assert table.world.cards(Area.DISPENSER)[-1] == drawn
    table.say("redo")
    assert differing(table) == {"Mario": -1}
    assert table.world.even_out()
    assert table.hand("Mario")[-1] == drawn
    assert (differing(table), table.world.even_out()) == ({}, False)


def test_a_card_at_a_pad_that_does_not_count_is_still_its_players(table: Table) -> None:
    table.world.draw("Mario")
    table.world.lay("Mario", table.held("Mario", "green-light"), "seat-1")
    assert differing(table) == {}
    table.say("undo")
    assert differing(table) == {}


def test_a_card_entered_by_its_name_leaves_the_hand_for_the_discard_pile(table: Table) -> None:
    table.world.draw("Mario")
    table.say("discard 25")
    assert differing(table) == {"Mario": 1}
    table.world.even_out()
    assert len(table.world.cards(Area.BESIDE, "discard")) == 1
    assert (differing(table), stock(table)) == ({}, table.race.dispenser)


def test_a_dispenser_that_was_counted_wrongly_is_told_apart_from_hands(table: Table) -> None:
    table.say("set dispenser 80")
    assert differing(table) == {}
    assert table.world.tally().stock == 8


@pytest.mark.parametrize("draws", ["seen", "assumed"])
@pytest.mark.parametrize("seed", range(6))
def test_whatever_happens_everything_can_be_evened_out(tmp_path: Path, draws: str, seed: int) -> None:
    table, whims = Table(tmp_path, f"cars Mario Luigi\ndraws {draws}", seed=seed), Random(seed)  # noqa: S311 - whims
    world = table.world

    def lay() -> None:
        player = whims.choice(("Mario", "Luigi"))
        if hand := table.hand(player):
            world.lay(player, whims.choice(hand), whims.choice(("seat-1", "seat-2", "discard")))

    acts: list[Callable[[], object]] = [
        lambda: world.draw(whims.choice(("Mario", "Luigi"))),
        lay,
        lambda: table.say(whims.choice(("undo", "undo", "redo", "overrule", "draw", "discard gas", "Luigi 100"))),
    ]
    for _ in range(40):
        whims.choice(acts)()
        table.follow()
        if whims.random() < 1 / 4:
            world.even_out()
            assert differing(table) == {}
            assert not world.even_out()
            if world.tally().stock:
                table.say(f"set dispenser {table.race.dispenser + world.tally().stock}")
                table.follow()
            assert world.tally().stock == 0


DIES_AT_THE_BEAM = """
import os, signal, sys
from pathlib import Path
from tests.companion.simulated.tables import Table

table = Table(Path(sys.argv[1]))
trip_beam = table.metal.trip_beam

def die() -> None:
    if sys.argv[2] == "seen":
        trip_beam()
    os.kill(os.getpid(), signal.SIGKILL)

table.metal.trip_beam = die
table.world.draw("Mario")
"""


@pytest.mark.parametrize("beam", ["unseen", "seen"])
def test_killed_in_the_middle_of_a_draw_it_is_evened_out_after_the_start(tmp_path: Path, beam: str) -> None:
    root = Path(__file__).parents[3]
    command = [sys.executable, "-c", DIES_AT_THE_BEAM, str(tmp_path), beam]
    died = subprocess.run(command, env={**os.environ, "PYTHONPATH": str(root)}, check=False)
    assert died.returncode == -signal.SIGKILL
    table = Table(tmp_path)
    assert table.race.hands[0] == (7 if beam == "seen" else 6)
    table.world.even_out()
    assert (differing(table), stock(table)) == ({}, table.race.dispenser)


def test_after_a_restart_a_draw_that_nobody_saw_is_a_difference(table: Table) -> None:
    table.metal.dark = True
    drawn = table.world.draw("Mario")
    assert differing(table) == {}
    world = World(table.metal, DECK, table.state, table.sitting.snapshot, pads=PADS)
    assert world.tally().hands["Mario"] == 1
    world.even_out()
    assert world.cards(Area.DISPENSER)[-1] == drawn


def test_robots_even_out_by_themselves(table: Table) -> None:
    table.world.draw("Mario")
    table.world.draw("Luigi")
    table.say("undo")
    assert len(differing(table)) == 2
    for _ in range(3):
        table.robots.step()
    assert differing(table) == {}
