"""What a new race offers, the rematch, the steps before it and the Help Card."""

from functools import partial
from pathlib import Path

import pytest

from companion.desk import Desk
from companion.editions import editions
from companion.lang import LANGUAGES
from companion.past.archive import Archive
from companion.referee.referee import Referee
from companion.rules.cards import KIND_OF, REMEDY_OF, SAFETY_OF, Kind
from companion.start.help_card import help_card
from companion.start.next_race import NextRace
from companion.start.progress import STEPS, Progress
from tests.companion.table import Table

TEAMS = "cars Red=Mario+Peach Blue=Luigi+Yoshi\nfirst Luigi\nswitch self_attack on"


def next_race(table: Table) -> NextRace:
    referee = Referee(table.sitting)
    return NextRace(referee.bulletin, Desk(referee, lambda: table.now_ms, simulated=False), sees_draws=True)


def test_who_plays_is_offered_again(tmp_path: Path) -> None:
    offer = next_race(Table(tmp_path, TEAMS)).offer()
    assert (offer["form"], offer["first"], offer["switches"]) == ("2x2", "Luigi", ["self_attack"])
    assert offer["teams"][1] == {"name": "Blue", "players": ["Luigi", "Yoshi"]}
    assert offer["alone"] == []
    ryvo = next(each for each in offer["editions"] if each["id"] == "ryvo")
    assert (ryvo["fewest"], ryvo["most"], ryvo["teams"]) == (2, 4, ["2x2"])
    assert len(offer["looks"]) == len(ryvo["characters"]) == 6


def test_who_played_last_is_offered_in_each_form(tmp_path: Path) -> None:
    table = Table(tmp_path, "cars Toad Yoshi")
    referee, earlier = Referee(table.sitting), partial(Archive(tmp_path / "races.db").heads, 50)
    desk = Desk(referee, lambda: 0, simulated=False)
    race = NextRace(referee.bulletin, desk, sees_draws=True, earlier=earlier)
    referee.start()
    for head in ("cars Mario Luigi Peach", "cars A=Ann+Ben B=Carl+Dan", TEAMS):
        desk.new_race(head, "")
    referee.ask(lambda _sitting: None)  # now they are shown
    assert [car["name"] for car in race.offer()["alone"]] == ["Mario", "Luigi", "Peach"]
    assert [car["name"] for car in race.offer()["teams"]] == ["Red", "Blue"]
    desk.new_race("cars Luigi Peach", "")
    referee.ask(lambda _sitting: None)  # now it is shown
    assert [car["name"] for car in race.offer()["alone"]] == ["Luigi", "Peach"]
    assert race.offer()["teams"][0] == {"name": "Red", "players": ["Mario", "Peach"]}
    referee.stop()
    table.journal.close()
    (tmp_path / "races.db").write_bytes(b"no journal at all")
    assert race.offer()["teams"] == []


@pytest.mark.parametrize(
    ("head", "begins"),
    [("cars Mario Luigi Peach", "Luigi"), ("cars Mario Luigi Peach\nfirst Peach", "Mario"), (TEAMS, "Peach")],
)
def test_in_a_rematch_the_start_passes_to_the_left(tmp_path: Path, head: str, begins: str) -> None:
    table = Table(tmp_path, head)
    setup = table.race.setup
    again = setup.rematch()
    assert again.first == begins == next_race(table).offer()["rematch"]
    assert (again.cars, again.crews, again.switches) == (setup.cars, setup.crews, setup.switches)


def test_a_rematch_is_for_a_race_that_is_over(tmp_path: Path) -> None:
    table = Table(tmp_path, "cars Mario Luigi")
    referee = Referee(table.sitting)
    race = NextRace(referee.bulletin, Desk(referee, lambda: table.now_ms, simulated=False), sees_draws=True)
    referee.start()
    race.rematch("early")
    referee.ask(lambda sitting: sitting.enter(["set Mario started yes", "set Mario km 975", "Mario 25"], table.now_ms))
    for command in ("one phone", "another phone"):
        race.rematch(command)
        referee.ask(lambda _sitting: None)
    head = referee.ask(lambda sitting: sitting.record()).splitlines()
    referee.stop()
    assert head[:3] == ["edition mario-kart", "cars Mario Luigi", "first Luigi"]


def test_the_rulebook_has_six_steps(tmp_path: Path) -> None:
    steps = next_race(Table(tmp_path, "cars Mario Luigi Peach")).steps()
    assert [step["source"] for step in steps["steps"]] == [f"Rulebook, Setup, {n}" for n in range(1, 7)]
    assert (steps["hand"], steps["players"], steps["rest"], steps["first"]) == (6, 3, 88, "Mario")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", editions().values(), ids=editions())
def test_the_help_card_tells_what_lifts_what(edition: object, language: str) -> None:
    (each,) = (known for known in editions().values() if known is edition)
    card = help_card(each, language, right_of_way_starts=each.right_of_way_starts)
    told = {row["id"]: row for kind in card["kinds"] for row in kind["cards"]}
    assert set(told) | {row["id"] for row in card["distances"]} == set(each.deck)
    for hazard, remedy in REMEDY_OF.items():
        assert told[remedy]["name"] in told[hazard]["text"]
        assert told[SAFETY_OF[hazard]]["name"] in told[hazard]["text"]
        assert told[hazard]["name"] in told[remedy]["text"]
        assert told[hazard]["name"] in told[SAFETY_OF[hazard]]["text"]
    assert all(row["count"] == each.deck[row["id"]] for row in told.values())
    assert bool(card["second"]) == each.second_hazard
    assert not any("help." in str(row["text"]) for row in told.values())


def test_house_rules_are_on_the_card(tmp_path: Path) -> None:
    def right_of_way(head: str) -> str:
        card = next_race(Table(tmp_path / head[-2:], head)).help_card("", "en")
        assert card is not None
        (safeties,) = (kind["cards"] for kind in card["kinds"] if KIND_OF[kind["cards"][0]["id"]] is Kind.SAFETY)
        return str(safeties[0]["text"])

    assert "Starts a car" not in right_of_way("cars Mario Luigi")
    assert "Starts a car" in right_of_way("cars Mario Luigi\nswitch right_of_way_starts on")


def test_there_is_no_card_of_an_edition_that_is_none(tmp_path: Path) -> None:
    assert next_race(Table(tmp_path)).help_card("monopoly", "en") is None


def test_progress_is_kept_in_order_and_resumes_at_what_is_missing() -> None:
    progress = Progress.read("table language what-is-this")
    assert (progress.text(), progress.next, progress.begun) == ("language table", "deck", True)
    assert not Progress.read(None).begun
    for step in STEPS:
        progress = progress.with_step(step)
    assert progress.next == STEPS[-1]
    assert Progress.read(progress._replace(finished=True).text()).finished
