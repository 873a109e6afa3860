"""Command cards (DESIGN.md, 8): tapped on a pad they say a line of the record, and are never plays."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.deck.deck import COMMANDS
from tests.companion.table import COMMAND, Table

STARTED = [f"set {name} started yes" for name in ("Mario", "Luigi", "Peach")]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    table.say(*STARTED)
    yield table
    table.journal.close()


def test_the_simulated_table_has_one_of_each() -> None:
    assert set(COMMAND) == set(COMMANDS)


def test_undo(table: Table) -> None:
    table.lay("25/1", on="Mario")
    table.lay("undo", on="Peach")
    assert (table.lines[-1], table.race.cars[0].km) == ("undo", 0)


def test_overrule(table: Table) -> None:
    table.lay("25/1", on="Luigi")
    table.lay("overrule", on="Mario")
    assert (table.lines[-1], table.race.cars[1].km) == ("overrule", 25)


def test_end(table: Table) -> None:
    table.lay("accident/1", on="Luigi")
    table.lay("end", on="Mario")
    assert (table.lines[-1], table.race.turn) == ("end", 1)


def test_pass_is_for_the_car_of_that_pad(table: Table) -> None:
    table.lay("accident/1", on="Peach")
    table.lay("pass", on="Luigi")
    assert (table.lines[-1], len(table.race.windows)) == ("pass Luigi", 1)
    table.lay("pass", on="Peach")
    assert (table.lines[-1], len(table.race.windows)) == ("pass Peach", 0)


def test_drew(tmp_path: Path) -> None:
    table = Table(tmp_path, "cars Mario Luigi\ndraws seen")
    table.lay("drew", on="Mario")
    assert (table.lines[-1], table.race.hands[0]) == ("draw", 7)
    table.journal.close()


def test_mine_answers_whose_card_it_is(table: Table) -> None:
    table.lay("red-light/1", on="Luigi")
    table.lay("speed-limit/1", on="Peach")
    table.lay("mine", on="Luigi")
    assert (table.lines[-1], table.last.ruling.player) == ("by Luigi", 1)


def test_mine_takes_over_a_card_that_was_charged_to_another(table: Table) -> None:
    table.lay("red-light/1", on="Luigi")
    table.say("end")
    assert table.lay("speed-limit/1", on="Peach").ruling.player == 1
    table.lay("mine", on="Mario")
    assert table.lines[-2:] == ["undo", "Peach speed-limit/1 by Mario"]


def test_mine_takes_over_a_card_that_was_refused_as_anothers(table: Table) -> None:
    table.lay("accident/1", on="Peach")
    table.lay("red-light/1", on="Peach")  # refused whoever's it is: taken for the next player's
    table.lay("mine", on="Mario")
    assert table.lines[-1] == "Peach red-light/1 by Mario"
    assert table.last.ruling.code == "second-attack"


def test_mine_of_the_own_card_says_that_nothing_is_asked(table: Table) -> None:
    table.lay("25/1", on="Mario")
    table.lay("mine", on="Mario")
    assert (table.lines[-1], table.last.ruling.verdict) == ("by Mario", "ignored")
    assert table.race.cars[0].km == 25


@pytest.mark.parametrize(("pad", "player"), [("Red", "Peach"), ("Blue", "Toad"), ("Green", "Bowser")])
def test_mine_in_a_team_is_of_the_member_who_can_be_meant(tmp_path: Path, pad: str, player: str) -> None:
    table = Table(tmp_path, "cars Red=Mario+Peach Blue=Luigi+Toad Green=Yoshi+Bowser")
    table.say("set Green started yes", "set Red started yes", "set Blue started yes", "set turn Peach")
    table.lay("accident/1", on="Green")
    table.lay("speed-limit/1", on="Green")
    assert table.shown.game.question is not None
    table.lay("mine", on=pad)
    assert table.lines[-1] == f"by {player}"
    table.journal.close()


def test_mine_on_the_discard_pad_needs_a_button(table: Table) -> None:
    table.lay("25/1", on="discard")
    table.lay("mine", on="discard")
    assert table.told == ["whose"]
    table.press("Peach")
    assert table.told == []
    table.lay("mine", on="discard")
    assert table.lines[-2:] == ["undo", "discard 25/1 by Peach"]


def test_pair_while_no_phone_asks_changes_nothing_and_is_told(table: Table) -> None:
    game = table.shown.game
    table.lay("pair", on="Luigi")
    assert table.told == ["nobody-asks"]
    assert table.shown.game == game


def test_a_command_card_is_no_card_of_the_deck(table: Table) -> None:
    table.press("Peach")
    for name in ("undo", "end", "overrule", "drew"):
        table.lay(name, on="discard")
    assert table.race.discards == 0
