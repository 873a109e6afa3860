"""A dead beam never blocks: draws that are owed are entered with the card, and marked so."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.editions import editions
from companion.lang import LANGUAGES, catalogue
from companion.replay import moments
from companion.rules.record import read_record
from companion.sentences.say import say
from companion.touch.unseen import UNSEEN
from tests.companion.table import Table

STARTED = [f"set {name} started yes" for name in ("Mario", "Luigi", "Peach")]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path, "cars Mario Luigi Peach\ndraws seen")
    table.say(*STARTED)
    table.breaks("beam")
    yield table
    table.journal.close()


def test_the_draw_that_is_owed_comes_with_the_card(table: Table) -> None:
    table.lay("25/1", on="Mario")
    assert table.lines[-2:] == [UNSEEN, "Mario 25/1"]
    assert (table.race.cars[0].km, table.race.hands[0]) == (25, 6)


def test_it_is_marked_for_everybody_to_see_also_after_a_restart(table: Table) -> None:
    table.lay("25/1", on="Mario")
    table.pull_the_plug()
    drawn = table.shown.moments[-2]
    for language in LANGUAGES:
        words = catalogue(language, "rulings")
        assert say(drawn, words) == words.text("unseen.draw", who="Mario")
    assert [each.unseen for each in table.shown.moments[-2:]] == [True, False]


def test_the_record_replays_to_the_same_end(table: Table) -> None:
    table.lay("accident/1", on="Luigi")
    table.lay("25/1", on="discard")
    replayed = list(moments(read_record(table.sitting.record().encode(), editions())))
    assert replayed[-1].after.race == table.race


def test_a_card_that_is_refused_for_another_reason_enters_no_draw(table: Table) -> None:
    assert table.lay("25/1", on="Luigi").ruling.code == "not-your-turn"
    assert UNSEEN not in table.lines


def test_a_draw_that_was_entered_by_hand_is_not_entered_twice(table: Table) -> None:
    table.say("draw")
    table.lay("25/1", on="Mario")
    assert UNSEEN not in table.lines


def test_when_the_beam_is_back_draws_are_seen_again(table: Table) -> None:
    table.lay("25/1", on="Mario")
    table.breaks("beam", back=True)
    table.lay("25/2", on="Luigi")
    assert table.lay("25/3", on="Peach").ruling.code == "undrawn"
    table.draw()
    assert table.lay("25/4", on="Peach").ruling.verdict == "legal"


def test_a_draw_that_the_beam_missed_comes_with_the_card_when_the_beam_is_back(table: Table) -> None:
    table.breaks("beam", back=True)
    table.lay("25/1", on="Mario")
    assert table.lines[-2:] == [UNSEEN, "Mario 25/1"]


def test_after_a_stroke_both_its_draws_come_with_the_card(table: Table) -> None:
    table.lay("accident/1", on="Peach")
    assert table.lay("ace-driver/1", on="Peach").ruling.play == "stroke"
    table.lay("25/1", on="Peach")
    assert table.lines[-4:] == ["Peach ace-driver/1", UNSEEN, UNSEEN, "Peach 25/1"]
    assert table.race.hands[2] == 6


def test_the_next_players_card_closes_an_attackers_turn(table: Table) -> None:
    table.lay("accident/1", on="Peach")
    table.lay("25/1", on="Luigi")
    assert (table.lines[-2:], table.race.cars[1].km) == ([UNSEEN, "Luigi 25/1"], 25)


def test_the_refill_after_two_attacks_comes_with_the_next_players_card(table: Table) -> None:
    table.lay("accident/1", on="Peach")
    table.lay("speed-limit/1", on="Peach")
    assert table.shown.asked is not None
    table.press("Mario")
    assert table.lines[-1] == "Peach speed-limit/1"
    table.lay("25/1", on="Luigi")
    assert table.lines[-3:] == [UNSEEN, UNSEEN, "Luigi 25/1"]  # Mario's refill, then Luigi's own
    assert table.race.hands == (6, 6, 6)


def test_a_hazard_that_may_be_the_attackers_or_the_next_players_asks(table: Table) -> None:
    table.lay("accident/1", on="Peach")
    lines = table.lines
    table.lay("speed-limit/1", on="Peach")
    assert table.shown.asked is not None
    assert [answer.name for answer in table.shown.asked.answers] == ["Mario", "Luigi"]
    assert table.lines == lines
    table.press("Luigi")
    assert table.lines[-2:] == [UNSEEN, "Peach speed-limit/1"]
    assert table.last.ruling.player == 1


def test_the_next_card_settles_it_for_the_next_player_as_the_rules_do(table: Table) -> None:
    table.lay("accident/1", on="Peach")
    table.lay("speed-limit/1", on="Peach")
    table.lay("25/1", on="Peach")
    assert table.lines[-3:] == [UNSEEN, "Peach speed-limit/1", "Peach 25/1"]


def test_a_hazard_legal_for_one_of_them_only_is_theirs(table: Table) -> None:
    table.lay("accident/1", on="Peach")
    assert table.lay("flat-tire/1", on="Mario").ruling.player == 1
    assert table.lines[-2:] == [UNSEEN, "Mario flat-tire/1"]


def test_with_an_empty_dispenser_nothing_is_owed(table: Table) -> None:
    table.say("set dispenser 0")
    table.lay("25/1", on="Mario")
    assert table.lines[-1] == "Mario 25/1"
    assert UNSEEN not in table.lines


def test_the_last_cards_are_drawn_and_not_more(table: Table) -> None:
    table.say("set dispenser 1")
    table.lay("25/1", on="Mario")
    assert table.race.over
    assert table.lines.count(UNSEEN) == 1


def test_a_race_with_draws_seen_is_played_on_at_a_table_without_a_sensor(table: Table) -> None:
    table.journal.close()
    table.sees_draws = False
    table.pull_the_plug()
    table.lay("25/1", on="Mario")
    assert table.lines[-2:] == [UNSEEN, "Mario 25/1"]


def test_without_a_sensor_in_the_race_a_dead_one_changes_nothing(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.breaks("beam")
    table.lay("green-light/1", on="Mario")
    assert table.lines == ["Mario green-light/1"]
    table.journal.close()
