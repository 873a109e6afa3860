"""The life of cards on one pad: rounds of polls 100 ms apart unless a test says otherwise."""

from firmware.messages import Removed, Scan
from tests.firmware.heard import faults, scans
from tests.firmware.presence.table import Table, kinds

RED, GREEN = (bytes((0x04, number, 0, 0, 0, 0, number)) for number in (1, 2))
STRANGE = bytes.fromhex("08112233")


def test_a_card_acts_at_its_first_read(table: Table) -> None:
    assert table.lay(RED).round() == [Scan("seat-1", RED, table.now_ms)]


def test_a_lying_card_never_acts_again(table: Table) -> None:
    table.lay(RED).round()
    assert table.rounds(100) == []


def test_it_is_gone_after_three_missed_rounds_and_300_ms(table: Table) -> None:
    table.lay(RED).round()
    table.lift(RED)
    assert table.rounds(2) == []
    assert table.round() == [Removed("seat-1", RED, table.now_ms)]


def test_three_quick_rounds_are_not_yet_300_ms(table: Table) -> None:
    table.lay(RED).round()
    table.lift(RED)
    assert table.rounds(5, after_ms=50) == []
    assert kinds(table.round(after_ms=50)) == [("Removed", "seat-1")]


def test_300_ms_are_not_yet_three_rounds(table: Table) -> None:
    table.lay(RED).round()
    table.lift(RED)
    assert table.rounds(2, after_ms=400) == []
    assert kinds(table.round(after_ms=400)) == [("Removed", "seat-1")]


def test_a_flickering_card_is_one_tap(table: Table) -> None:
    seen = table.lay(RED).round()
    for _ in range(20):
        seen += table.lift(RED).rounds(2)
        seen += table.lay(RED).round()
    assert kinds(seen) == [("Scan", "seat-1")]


def test_the_same_card_acts_again_when_it_was_gone(table: Table) -> None:
    table.lay(RED).round()
    table.lift(RED).rounds(3)
    assert kinds(table.lay(RED).round()) == [("Scan", "seat-1")]


def test_it_lies_when_it_is_still_there_after_700_ms(table: Table) -> None:
    table.lay(RED).round()
    table.rounds(6)
    assert table.lying() == set()
    table.round()
    assert table.lying() == {("seat-1", RED)}
    table.lift(RED).rounds(3)
    assert table.lying() == set()


def test_a_second_card_beside_a_lying_one_acts(table: Table) -> None:
    table.lay(RED).rounds(4)
    assert scans(table.lay(GREEN).rounds(5)) == [("seat-1", GREEN)]


def test_a_safety_slammed_on_a_fresh_hazard_acts(table: Table) -> None:
    table.lay(RED).round()
    assert scans(table.lay(GREEN).round(after_ms=201)) == [("seat-1", GREEN)]


# Cards at once


def test_two_new_cards_in_one_sweep_neither_acts(table: Table) -> None:
    messages = table.lay(RED).lay(GREEN).round()
    assert faults(messages) == [("reader seat-1", "two-cards", False)]
    assert scans(messages) == []
    assert table.rounds(30) == []


def test_the_fault_is_over_when_one_is_lifted_and_the_other_still_does_not_act(table: Table) -> None:
    table.lay(RED).lay(GREEN).round()
    messages = table.lift(RED).rounds(10)
    assert faults(messages) == [("reader seat-1", "two-cards", True)]
    assert scans(messages) == []
    table.lift(GREEN).rounds(3)
    assert scans(table.lay(GREEN).round()) == [("seat-1", GREEN)]


def test_a_card_stuck_to_the_first_and_read_one_sweep_later_does_not_act(table: Table) -> None:
    table.lay(RED).round(after_ms=50)
    messages = table.lay(GREEN).round(after_ms=50)
    assert faults(messages) == [("reader seat-1", "two-cards", False)]
    assert table.rounds(20) == []


def test_a_card_laid_quickly_after_one_that_left_acts(table: Table) -> None:
    table.lay(RED).round(after_ms=50)
    table.lift(RED)
    assert scans(table.lay(GREEN).round(after_ms=50)) == [("seat-1", GREEN)]


# Strange tags


def test_an_unknown_tag_counts_after_three_equal_reads(table: Table) -> None:
    table.lay(STRANGE)
    assert table.rounds(2) == []
    assert table.round() == [Scan("seat-1", STRANGE, table.now_ms)]
    assert table.rounds(10) == []


def test_a_garbled_identifier_that_comes_with_gaps_never_counts(table: Table) -> None:
    for _ in range(4):
        assert table.lay(STRANGE).rounds(2) == []
        assert table.lift(STRANGE).round() == []


def test_an_unknown_tag_that_went_before_it_counted_was_never_there(table: Table) -> None:
    table.lay(STRANGE).round()
    assert table.lift(STRANGE).rounds(10) == []


# Unreadable


def test_an_answer_that_cannot_be_selected_for_more_than_a_second(table: Table) -> None:
    table.unreadable = {"seat-1"}
    assert table.rounds(11) == []
    assert faults(table.rounds(5)) == [("reader seat-1", "unreadable", False)]
    table.unreadable = set()
    assert faults(table.round()) == [("reader seat-1", "unreadable", True)]


def test_a_card_hidden_under_an_unreadable_one_is_not_gone(table: Table) -> None:
    table.lay(RED).round()
    table.lift(RED).unreadable = {"seat-1"}
    assert not [message for message in table.rounds(30) if isinstance(message, Removed)]
    table.unreadable = set()
    assert scans(table.lay(RED).rounds(3)) == []
