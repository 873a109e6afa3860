"""Robots play whole races, in every edition, table form and draw mode, whatever people do meanwhile."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import sleep

import pytest

from companion.editions import editions
from companion.simulated import hands, robots
from companion.simulated.hands import Deed
from companion.simulated.places import Area
from companion.touch.seating import DISCARD
from tests.companion.simulated.tables import Table

NAMES = ("Mario", "Luigi", "Peach", "Yoshi", "Toad", "Bowser")
LONGEST = 1000


def heads() -> Iterator[str]:
    for edition in editions().values():
        forms = [" ".join(NAMES[:players]) for players in edition.alone]
        for cars, crew in sorted(edition.teams):
            forms.append(" ".join(f"Car{n}={'+'.join(NAMES[n * crew : (n + 1) * crew])}" for n in range(cars)))
        for form in forms:
            for draws in ("seen", "assumed"):
                yield f"edition {edition.name}\ncars {form}\ndraws {draws}"


def deeds(table: Table) -> Iterator[Deed]:
    for _ in range(LONGEST):
        deed = table.robots.step()
        if deed is None:
            return
        yield deed
    pytest.fail(f"no end: {table.race}")


@pytest.mark.slow
@pytest.mark.parametrize("head", list(heads()), ids=lambda head: head.replace("\n", ", "))
def test_a_race_is_played_to_the_end_by_the_rules(tmp_path: Path, head: str) -> None:
    table = Table(tmp_path, head, seed=3)
    for deed in deeds(table):
        ruling = deed.ruling
        if deed.choice is None:
            assert ruling is None or ruling.verdict in {"noted", "legal"}, deed
        elif deed.choice.legal:
            assert ruling is not None
            assert ruling.verdict == "legal" or ruling.code == "whose-card", deed
        else:
            assert ruling is not None
            assert (ruling.verdict, ruling.code) == ("illegal", deed.choice.code)
        table.follow()
        assert (table.world.tally().even, table.world.tally().stock) == (True, 0)
    assert table.race.over
    assert table.race.winners
    assert len(table.world.cards(Area.DISPENSER)) == table.race.dispenser
    for seat, player in enumerate(table.race.setup.players):
        assert len(table.hand(player)) == table.race.hands[seat]


def test_a_race_of_a_larger_table_is_played_on_at_a_smaller_one(tmp_path: Path) -> None:
    table = Table(tmp_path, "cars Mario Luigi Peach Yoshi\ndraws assumed", seed=3)
    table.world.pads = ("seat-1", "seat-2", DISCARD)
    for _deed in deeds(table):
        table.follow()
        assert table.world.tally().even
    assert table.race.over
    assert {"seat-3", "seat-4"} & {place.at for _card, place in table.world.lying()}


@pytest.mark.slow
def test_over_some_races_everything_happens(tmp_path: Path) -> None:
    seen: set[str | None] = set()
    for seed in range(4):
        (tmp_path / str(seed)).mkdir()
        table = Table(tmp_path / str(seed), "cars Mario Luigi Peach\ndraws assumed", seed=seed)
        for deed in deeds(table):
            if deed.ruling is not None:
                seen |= {deed.ruling.play, deed.ruling.code, str(deed.ruling.verdict)}
        cancelled = table.race.cancelled
        assert cancelled <= {*table.world.cards(Area.BESIDE, DISCARD)}
    assert seen >= {
        "distance",
        "hazard",
        "remedy",
        "safety",
        "stroke",
        "discard",
        "end",
        "stopped",
        "whose-card",
        "illegal",
    }


@pytest.mark.slow
@pytest.mark.parametrize("draws", ["seen", "assumed"])
@pytest.mark.parametrize("edition", ["mario-kart", "ryvo"])
@pytest.mark.parametrize("seed", range(2))
def test_people_who_interfere_stop_no_robot(tmp_path: Path, edition: str, draws: str, seed: int) -> None:
    table = Table(tmp_path, f"edition {edition}\ncars Mario Luigi Peach\ndraws {draws}", seed=seed)
    whims = Random(seed)  # noqa: S311 - whims
    lines = [
        "undo",
        "undo",
        "redo",
        "overrule",
        "draw",
        "set turn Peach",
        "set Mario km 25",
        "discard gas",
        "Luigi 100",
    ]
    for n, _ in enumerate(deeds(table)):
        if n % 5 == 0 and n < 150:
            table.say(whims.choice(lines))
        if n % 7 == 0 and n < 150:
            card, player = table.hand("Luigi")[:1], "Luigi"
            if card:
                table.world.lay(player, card[0], whims.choice(("seat-1", "seat-2", DISCARD)))
    assert table.race.over or not any(table.hand(player) for player in NAMES[:3])


def test_a_new_race_in_the_middle_is_played_on(tmp_path: Path) -> None:
    table = Table(tmp_path, "cars Mario Luigi\ndraws seen")
    for _, _ in zip(range(30), deeds(table), strict=False):
        pass
    table.new_race("edition ryvo\ncars Toad Yoshi Peach\ndraws assumed")
    for _ in deeds(table):
        pass
    assert table.race.over
    assert table.race.setup.players == ("Toad", "Yoshi", "Peach")


def test_robots_rest_in_a_pause(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(robots, "AGAIN_S", 0)
    table = Table(tmp_path)
    table.sitting.pause(paused=True)
    table.bulletin.post(table.sitting.snapshot)
    assert table.robots.step() == Deed(None, None)
    assert table.rulings() == []


def test_a_draw_that_was_not_seen_is_entered_by_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hands, "PATIENCE_S", 0)
    table = Table(tmp_path)
    table.metal.dark = True
    assert table.robots.step() == Deed(None, None)
    second = table.robots.step()
    assert second is not None
    assert second.ruling is not None
    assert (second.ruling.play, second.ruling.player) == ("draw", 0)
    assert len(table.hand("Mario")) == table.race.hands[0] == 7


def test_a_card_that_no_reader_sees_is_entered_by_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hands, "PATIENCE_S", 0)
    monkeypatch.setattr(hands, "AGAIN_S", 0)
    monkeypatch.setattr(robots, "TEMPTED", 0)
    table = Table(tmp_path)
    for pad in ("seat-1", "seat-2", DISCARD):
        table.world.break_reader(pad, broken=True)
    plays = [deed for _, deed in zip(range(10), deeds(table), strict=False) if deed.choice]
    assert plays
    assert all(deed.ruling is not None and deed.ruling.verdict == "legal" for deed in plays)
    table.follow()
    assert not any(table.metal.fields.values())


def test_when_the_dispenser_is_empty_though_the_referee_counts_cards_it_is_told(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.say("set dispenser 106")
    played = [deed.ruling.play for deed in deeds(table) if deed.ruling]
    assert table.race.over
    assert table.race.reason == "1000" or "set" in played


def test_the_thread_plays_to_the_end_and_starts_again(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.robots.start()
    table.robots.wait(60)
    assert table.race.over
    rulings = [row["verdict"] for row in map(json.loads, table.rulings())]
    assert "illegal" in rulings[:3]
    table.new_race("cars Toad Yoshi\ndraws assumed")
    table.robots.start(0.001)
    assert table.robots.running
    table.robots.stop()
    assert [table.robots.running, table.race.over] == [False, False]


def test_what_an_act_takes_is_part_of_its_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(tmp_path)
    rests: list[float] = []
    acts = iter([Deed(None, None), None])

    def act() -> Deed | None:
        sleep(0.02)
        return next(acts)

    monkeypatch.setattr(table.robots, "step", act)
    monkeypatch.setattr(table.robots._hands, "rest", rests.append)
    table.robots.start(10)
    table.robots.wait(10)
    assert len(rests) == 1
    assert rests[0] <= 0.1 - 0.02
