"""Several pads, and readers that start, fall silent and come back."""

from hypothesis import given
from hypothesis import strategies as st

from firmware.messages import Removed, Scan
from tests.firmware.heard import faults, scans
from tests.firmware.presence.table import Table, kinds

RED, GREEN = (bytes((0x04, number, 0, 0, 0, 0, number)) for number in (1, 2))
STRANGE = bytes.fromhex("08112233")


def test_cards_on_two_pads_in_one_sweep_both_act(table: Table) -> None:
    table.lay(RED, "seat-1").lay(GREEN, "seat-2")
    assert scans(table.round()) == [("seat-1", RED), ("seat-2", GREEN)]


def test_a_card_between_two_pads_stays_with_the_first_and_a_warning_is_given(table: Table) -> None:
    table.lay(RED, "seat-2").round()
    messages = table.lay(RED, "seat-1").rounds(3)
    assert scans(messages) == []
    assert faults(messages) == [("reader seat-1", "two-pads", False)]
    messages = table.lift(RED, "seat-2").rounds(10)
    assert faults(messages) == [("reader seat-1", "two-pads", True)]
    assert scans(messages) == []


def test_a_card_that_both_pads_see_in_the_same_sweep_acts_once(table: Table) -> None:
    messages = table.lay(RED, "seat-1").lay(RED, "seat-2").rounds(5)
    assert scans(messages) == [("seat-1", RED)]
    assert faults(messages) == [("reader seat-2", "two-pads", False)]


def test_an_unknown_tag_between_two_pads_acts_once(table: Table) -> None:
    messages = table.lay(STRANGE, "seat-1").lay(STRANGE, "seat-2").rounds(10)
    assert scans(messages) == [("seat-1", STRANGE)]


def test_a_card_carried_from_pad_to_pad_acts_there_when_the_first_has_seen_it_go(table: Table) -> None:
    table.lay(RED, "seat-1").rounds(5)
    messages = table.lift(RED, "seat-1").lay(RED, "seat-2").rounds(5)
    assert scans(messages) == [("seat-2", RED)]
    assert faults(messages) == []


def test_cards_there_at_the_start_lie_and_act_only_after_they_were_gone() -> None:
    table = Table(started=False).lay(RED).lay(STRANGE)
    assert table.round() == []
    assert table.lying() == {("seat-1", RED), ("seat-1", STRANGE)}
    assert table.rounds(10) == []
    assert kinds(table.lift(RED).rounds(3)) == [("Removed", "seat-1")]
    assert scans(table.lay(RED).round()) == [("seat-1", RED)]


def test_a_tap_beside_a_card_that_lay_there_at_the_start_acts() -> None:
    table = Table(started=False).lay(RED)
    table.round(after_ms=10)
    assert scans(table.lay(GREEN).round(after_ms=10)) == [("seat-1", GREEN)]


def test_a_lost_reader_is_never_a_removed_card(table: Table) -> None:
    table.lay(RED).round()
    table.lose("seat-1")
    assert table.lift(RED).rounds(50) == []


def test_what_lies_there_when_a_reader_comes_back_is_no_tap(table: Table) -> None:
    table.lose("seat-1")
    table.lay(RED).rounds(3)
    table.regain("seat-1")
    assert table.rounds(10) == []


def test_a_card_laid_while_its_reader_was_silent_for_a_moment_is_a_tap(table: Table) -> None:
    table.lay(RED).rounds(3)
    table.lose("seat-1")
    table.lay(GREEN).round()
    table.regain("seat-1")
    assert scans(table.round()) == [("seat-1", GREEN)]


def test_a_card_that_lay_there_before_and_is_missed_at_first_is_no_tap_either(table: Table) -> None:
    table.lay(RED).round()
    table.lose("seat-1")
    table.lift(RED).rounds(20)
    table.regain("seat-1")
    assert table.rounds(2) == []
    assert table.lay(RED).rounds(10) == []


def test_a_card_taken_away_meanwhile_is_seen_to_be_gone_afterwards(table: Table) -> None:
    table.lay(RED).round()
    table.lose("seat-1")
    table.lift(RED).rounds(20)
    table.regain("seat-1")
    assert table.rounds(2) == []
    assert kinds(table.round()) == [("Removed", "seat-1")]


def test_a_dead_pads_card_may_act_on_another_pad(table: Table) -> None:
    table.lay(RED, "seat-1").rounds(3)
    table.lose("seat-1")
    assert scans(table.lay(RED, "seat-2").rounds(2)) == [("seat-2", RED)]


steps_of_hands = st.lists(
    st.tuples(st.sampled_from(("seat-1", "seat-2")), st.sampled_from((RED, GREEN)), st.booleans()), max_size=60
)


@given(steps=steps_of_hands, round_ms=st.integers(20, 400))
def test_a_card_never_acts_twice_without_having_left_the_pad_where_it_acted(
    steps: list[tuple[str, bytes, bool]], round_ms: int
) -> None:
    table = Table()
    acted: dict[bytes, str] = {}
    for pad, uid, there in steps:
        if there != (uid in table.on[pad]):
            (table.lay if there else table.lift)(uid, pad)
        for message in table.round(round_ms):
            if isinstance(message, Scan):
                assert message.uid not in acted
                acted[message.uid] = message.pad
            elif isinstance(message, Removed) and acted.get(message.uid) == message.pad:
                del acted[message.uid]
