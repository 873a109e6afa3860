"""The chances, from what everybody can see: nothing hidden is known, nothing is lost, plain cases are plain."""

from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from companion.editions import editions
from companion.odds.chances import Chances, certain, none
from companion.odds.position import Position, position
from companion.odds.rollout import Hidden, roll, rolled
from companion.replay import moments
from companion.rules.game import Game
from companion.rules.record import read_record
from tests.companion.rules.commented import RACES

EDITIONS = editions()
WHOLE = sorted(path for name in EDITIONS for path in (RACES / name).glob("whole-race-*.race"))
TWO = "cars Mario Luigi"


def game(text: str) -> Game:
    *_, last = moments(read_record(text.encode(), EDITIONS))
    return last.after


def chance(seed: int) -> Random:
    return Random(seed)  # noqa: S311 - nobody's secret


def after(text: str, rollouts: int, seed: int = 1) -> Chances:
    return next(islice(rolled(position(game(text)), chance(seed)), rollouts - 1, None))


@pytest.mark.parametrize("path", WHOLE, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_card_of_the_deck_is_on_the_table_or_hidden_once(path: Path) -> None:
    random = chance(1)
    for ruled in moments(read_record(path.read_bytes(), EDITIONS)):
        known = position(ruled.after, ruled.after.now)
        race = known.race
        laid = Counter(card for car in race.cars for card in car.laid)
        assert laid + Counter(race.discarded) + Counter(known.unseen) == Counter(race.setup.edition.deck)
        if race.over:
            continue
        hidden = Hidden(known, random)
        assert [len(hand) for hand in hidden.hands] == list(race.hands)
        assert len(hidden.dispenser) == race.dispenser
        dealt = Counter(card for hand in hidden.hands for card in hand) + Counter(hidden.dispenser)
        assert dealt == Counter(known.unseen)


@pytest.mark.parametrize("path", WHOLE, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_race_of_any_form_is_rolled_to_its_end_from_anywhere(path: Path) -> None:
    random = chance(1)
    for ruled in list(moments(read_record(path.read_bytes(), EDITIONS)))[::10]:
        winners = roll(position(ruled.after, ruled.after.now), random)
        assert set(winners) <= set(range(len(ruled.after.race.cars)))
        assert winners


def test_which_physical_cards_were_played_makes_no_difference() -> None:
    lines = "Mario green-light{}\nLuigi green-light{}\nMario 100{}\ndiscard accident{}"
    assert position(game(f"{TWO}\n{lines.format('', '', '', '')}")) == position(
        game(f"{TWO}\n{lines.format('/1', '/2', '/3', '/1')}")
    )


def test_a_draw_that_the_sensor_will_see_is_no_other_position_than_one_that_is_assumed() -> None:
    plays = ("Mario green-light", "Luigi green-light", "Mario 25", "Luigi 50", "Luigi accident")
    assumed = "\n".join([TWO, *plays, "Luigi ace-driver"])
    seen = "\n".join([TWO, "draws seen", *(f"draw\n{play}" for play in plays), "Luigi ace-driver"])
    for more in ("", "\ndraw", "\ndraw\ndraw"):
        assert position(game(seen + more)) == position(game(assumed))


def test_a_draw_that_has_been_seen_makes_no_other_position() -> None:
    seen = f"{TWO}\ndraws seen\ndraw\nMario green-light"
    assert position(game(seen)) == position(game(f"{seen}\ndraw"))


def test_the_chances_are_one_together_and_the_same_by_the_same_seed() -> None:
    start = f"{TWO} Peach\nMario green-light"
    chances = after(start, 40)
    assert sum(chances.shares) == pytest.approx(1)
    assert chances == after(start, 40)
    assert chances != after(start, 40, seed=2)


def test_who_needs_25_km_and_may_drive_is_the_favourite() -> None:
    chances = after(f"{TWO}\nMario green-light\nLuigi green-light\nset Mario km 975\nset turn Mario", 60)
    assert chances.shares[0] > 0.6


def test_who_has_left_the_others_behind_when_the_cards_run_out_wins() -> None:
    chances = after(f"{TWO}\nMario green-light\nLuigi green-light\nset Mario km 500\nset dispenser 1", 40)
    assert chances.shares[0] > 0.95


def test_a_win_that_is_shared_counts_for_each_its_part() -> None:
    assert none(3).won_by((0, 1)).won_by((0,)).shares == (0.75, 0.25, 0)
    assert certain(2, (0, 1)).shares == (0.5, 0.5)
    assert certain(2, (0, 1)).errors == (0, 0)


def test_the_error_falls_with_the_root_of_the_rollouts_and_is_never_0() -> None:
    few, many = Chances((50.0, 50.0), 100), Chances((5000.0, 5000.0), 10_000)
    assert few.errors[0] == pytest.approx(0.05, rel=0.05)
    assert many.errors[0] == pytest.approx(0.005, rel=0.05)
    assert many.good()
    assert not few.good()
    assert Chances((100.0, 0.0), 100).errors[1] > 0.005


def test_hands_that_corrections_have_left_without_cards_end_the_race() -> None:
    race = game(f"{TWO}\nMario green-light").race
    assert roll(Position(race, ()), chance(1)) == (0, 1)
