"""What hands do with the cards of a simulated table, and what stays of it."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.rules.cards import Card, Kind
from companion.simulated.places import Area
from companion.simulated.world import FOREIGN_TAG, Misplaced
from tests.companion.simulated.tables import UIDS, Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path, "cars Mario Luigi Peach\ndraws seen")


def test_each_player_is_dealt_a_hand_and_a_help_card(table: Table) -> None:
    for player in ("Mario", "Luigi", "Peach"):
        assert len(table.hand(player)) == 6
        assert [card.id for card in table.world.cards(Area.SEAT, player)] == ["help"]
    assert len(table.world.cards(Area.DISPENSER)) == 106 - 18 == table.race.dispenser
    assert len(table.world.cards(Area.BOX)) == 3


def test_the_same_seed_deals_the_same(tmp_path: Path) -> None:
    hands = []
    for name, seed in (("a", 7), ("b", 7), ("c", 8)):
        (tmp_path / name).mkdir()
        hands.append(Table(tmp_path / name, seed=seed).hand("Mario"))
    assert hands[0] == hands[1] != hands[2]


def test_a_draw_takes_the_top_card_and_is_seen(table: Table) -> None:
    top = table.world.cards(Area.DISPENSER)[-1]
    assert table.world.draw("Mario") == top
    assert table.hand("Mario")[-1] == top
    assert table.race.hands[0] == 7


def test_without_a_sensor_a_draw_is_not_seen(tmp_path: Path) -> None:
    table = Table(tmp_path, "cars Mario Luigi\ndraws assumed")
    table.world.draw("Mario")
    assert len(table.hand("Mario")) == 7
    assert table.sitting.snapshot.moments == ()


def test_a_card_that_is_accepted_is_laid_beside_its_pad(table: Table) -> None:
    table.world.draw("Mario")
    card = table.held("Mario", "green-light")
    table.world.lay("Mario", card, "seat-1")
    assert table.metal.fields["seat-1"] == [UIDS[card]]
    table.follow()
    assert table.metal.fields["seat-1"] == []
    assert table.world.cards(Area.BESIDE, "seat-1") == (card,)


def test_a_card_that_is_refused_stays_until_it_is_taken_back(table: Table) -> None:
    card = table.held("Mario", "100")
    table.world.lay("Mario", card, "seat-1")
    table.follow()
    assert table.metal.fields["seat-1"] == [UIDS[card]]
    table.world.take_back("seat-1")
    assert table.metal.fields["seat-1"] == []
    assert card in table.hand("Mario")


def test_the_next_card_on_a_pad_pushes_the_one_before_aside(table: Table) -> None:
    first, second = table.hand("Mario")[:2]
    table.world.lay("Mario", first, "seat-1")
    table.world.lay("Mario", second, "seat-1")
    assert table.metal.fields["seat-1"] == [UIDS[second]]
    assert table.world.cards(Area.BESIDE, "seat-1") == (first,)


def test_what_was_overruled_counts_and_is_laid_aside(table: Table) -> None:
    card = table.held("Mario", "100")
    table.world.lay("Mario", card, "seat-1")
    table.say("overrule")
    table.follow()
    assert table.world.cards(Area.BESIDE, "seat-1") == (card,)


def test_what_was_undone_can_be_taken_back_and_by_redo_lies_there_again(table: Table) -> None:
    table.world.draw("Mario")
    card = table.held("Mario", "green-light")
    table.world.lay("Mario", card, "seat-1")
    table.follow()
    table.say("undo")
    table.world.take_back("seat-1")
    assert card in table.hand("Mario")
    table.say("redo")
    table.follow()
    assert table.world.cards(Area.BESIDE, "seat-1") == (card,)


def test_a_cancelled_hazard_is_thrown_out(table: Table) -> None:
    table.world.draw("Mario")
    table.say("set Luigi started yes", "set Mario started yes")
    hazard, safety = table.held("Mario", "accident"), table.held("Luigi", "ace-driver")
    table.world.lay("Mario", hazard, "seat-2")
    table.world.lay("Luigi", safety, "seat-2")
    table.follow()
    assert hazard in table.race.cancelled
    table.world.throw_out(hazard)
    assert table.sitting.snapshot.moments[-1].ruling.verdict == "noted"
    table.follow()
    assert table.world.cards(Area.BESIDE, "discard") == (hazard,)
    assert table.metal.fields["discard"] == []


def test_a_help_card_goes_back_before_its_seat(table: Table) -> None:
    (card,) = table.world.cards(Area.SEAT, "Peach")
    table.world.lay("Peach", card, "discard")
    assert table.sitting.snapshot.moments[-1].ruling.code == "not-a-playing-card"
    table.world.take_back("discard")
    assert table.world.cards(Area.SEAT, "Peach") == (card,)


def test_a_foreign_tag_lies_on_top_until_it_is_taken_away(table: Table) -> None:
    table.world.lay_foreign("seat-3")
    assert table.sitting.snapshot.moments[-1].ruling.code == "unknown-tag"
    assert table.world.is_foreign("seat-3")
    table.world.take_back("seat-3")
    assert FOREIGN_TAG not in table.metal.fields["seat-3"]
    assert not table.world.is_foreign("seat-3")


def test_a_broken_reader_sees_nothing(table: Table) -> None:
    table.world.break_reader("seat-1", broken=True)
    table.world.lay("Mario", table.hand("Mario")[0], "seat-1")
    assert table.sitting.snapshot.moments == ()
    table.world.break_reader("seat-1", broken=False)
    assert table.metal.broken == set()


def test_cards_that_are_elsewhere_cannot_be_moved(table: Table) -> None:
    world, card = table.world, table.hand("Luigi")[0]
    acts: list[Callable[[], None]] = [
        lambda: world.lay("Mario", card, "seat-1"),
        lambda: world.lay("Mario", Card("green-light"), "seat-1"),
        lambda: world.lay("Luigi", card, "seat-9"),
        lambda: world.lay_foreign("seat-9"),
        lambda: world.break_reader("seat-9", broken=True),
        lambda: world.throw_out(card),
        lambda: world.take_back("seat-1"),
        lambda: world.take_back("seat-1", card),
    ]
    for act in acts:
        with pytest.raises(Misplaced):
            act()
    assert card in table.hand("Luigi")


def test_an_empty_dispenser_gives_no_card(table: Table) -> None:
    while table.world.cards(Area.DISPENSER):
        table.world.draw("Mario")
    with pytest.raises(Misplaced):
        table.world.draw("Mario")


def test_after_a_restart_the_cards_lie_where_they_lay(table: Table) -> None:
    table.world.draw("Mario")
    card = table.held("Mario", "100")
    table.world.lay("Mario", card, "seat-1")
    before = dict(table.world._places)
    table.metal.fields["seat-1"].clear()
    assert dict(table.made_anew()._places) == before
    assert table.metal.fields["seat-1"] == [UIDS[card]]


def test_another_race_is_dealt_anew(table: Table) -> None:
    table.world.lay("Mario", table.hand("Mario")[0], "seat-1")
    table.new_race("cars Toad Yoshi\ndraws seen")
    assert len(table.hand("Toad")) == len(table.hand("Yoshi")) == 6
    assert table.world.lying() == ()
    assert not any(table.metal.fields.values())


@pytest.mark.parametrize(
    "spoilt",
    ["", "[]", "{}", '{"race": "1", "cards": [["gas/1", "pocket"]]}', '{"race": 1, "cards": []}'],
)
def test_a_spoilt_file_is_dealt_anew_around_the_cards_that_have_gone(table: Table, spoilt: str) -> None:
    table.world.draw("Mario")
    card = table.held("Mario", "green-light")
    table.world.lay("Mario", card, "seat-1")
    table.state.write_text(spoilt)
    world = table.made_anew()
    assert world.cards(Area.BESIDE, "discard") == (card,)
    assert [len(world.cards(Area.HAND, player)) for player in table.race.setup.players] == list(table.race.hands)
    assert len(world.cards(Area.DISPENSER)) == table.race.dispenser


def test_a_file_of_another_race_is_not_used(table: Table) -> None:
    saved = json.loads(table.state.read_text())
    table.state.write_text(json.dumps({**saved, "race": "another"}))
    kinds = Counter(card.kind for card, _ in table.made_anew()._places)
    assert kinds.total() - kinds[Kind.HELP] == 106


def test_a_full_disk_stops_no_hand(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    table.state.with_suffix(".new").mkdir()
    table.world.draw("Mario")
    assert len(table.hand("Mario")) == 7
    assert "not stored" in caplog.text
