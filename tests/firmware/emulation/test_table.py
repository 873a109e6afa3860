"""The simulated table in real time, as the composition root uses it."""

import queue
import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest

from firmware.emulation.table import EmulatedTable, open_emulated
from firmware.messages import Drawn, Fault, Message, Pressed, Removed, Scan, Tone
from tests.firmware.tables import PADS, SIMULATED, with_pads

RED, GREEN = bytes.fromhex("044a7232214b80"), bytes.fromhex("044f7132214b80")


class Heard(queue.Queue[Message]):
    """What tables say, message by message."""

    def next(self) -> Message:
        return self.get(timeout=5)

    def scan(self) -> tuple[str, bytes]:
        """The next message, which is a scan: its pad and its tag."""
        message = self.next()
        assert isinstance(message, Scan)
        return message.pad, message.uid


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def table(heard: Heard) -> Iterator[EmulatedTable]:
    table = open_emulated(SIMULATED, heard.put, lambda uid: uid[0] == 0x04, rest_ms=5)
    table.start()
    yield table
    table.stop()


def test_laying_and_lifting_a_card(table: EmulatedTable, heard: Heard) -> None:
    table.lay("discard", RED)
    assert heard.scan() == ("discard", RED)
    table.lift("discard", RED)
    removed = heard.next()
    assert isinstance(removed, Removed)
    assert (removed.pad, removed.uid) == ("discard", RED)


def test_laying_twice_and_lifting_what_is_not_there_changes_nothing(table: EmulatedTable, heard: Heard) -> None:
    table.lay("seat-1", RED)
    table.lay("seat-1", RED)
    table.lift("seat-1", GREEN)
    assert heard.scan() == ("seat-1", RED)
    assert len(table.fields["seat-1"].tags) == 1


def test_a_pad_that_is_not_there_is_named(table: EmulatedTable) -> None:
    with pytest.raises(KeyError, match="seat-9"):
        table.lay("seat-9", RED)


def test_every_card_drawn_is_heard_though_hands_are_quick(table: EmulatedTable, heard: Heard) -> None:
    table.trip_beam()
    table.trip_beam()
    assert [type(heard.next()) for _ in range(2)] == [Drawn, Drawn]


def test_a_sensor_of_the_other_kind_is_heard_alike(heard: Heard) -> None:
    table = open_emulated(replace(with_pads("seat-1"), beam_lit_high=True), heard.put, lambda _uid: True, rest_ms=5)
    table.start()
    table.trip_beam()
    assert isinstance(heard.next(), Drawn)
    table.stop()
    assert heard.empty()


def test_cards_laid_from_many_threads_are_all_heard(table: EmulatedTable, heard: Heard) -> None:
    uids = {pad: b"\x04" + bytes((place,)) * 6 for place, pad in enumerate(PADS)}
    hands = [threading.Thread(target=table.lay, args=each) for each in uids.items()]
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join()
    assert {heard.scan() for _ in uids} == set(uids.items())


@pytest.mark.slow
def test_faults_of_a_dark_beam_and_a_held_reset_line_are_heard_and_end(table: EmulatedTable, heard: Heard) -> None:
    table.darken_beam(dark=True)
    dark = heard.next()
    assert isinstance(dark, Fault)
    assert (dark.part, dark.code) == ("beam", "blocked")
    table.wires["seat-3"].reset_low = lambda: True
    fault = heard.next()
    assert isinstance(fault, Fault)
    assert (fault.part, fault.over) == ("reader seat-3", False)
    table.wires["seat-3"].reset_low = lambda: False
    end = heard.next()
    assert isinstance(end, Fault)
    assert (end.part, end.over) == ("reader seat-3", True)


def test_what_lies_there_at_the_start_is_no_tap(heard: Heard) -> None:
    table = open_emulated(with_pads("seat-1"), heard.put, lambda _uid: True, rest_ms=5)
    table.lay("seat-1", RED)
    table.start()
    table.lay("seat-1", GREEN)
    assert heard.scan() == ("seat-1", GREEN)
    table.stop()
    assert heard.empty()


def test_a_stopped_table_may_be_started_again(table: EmulatedTable, heard: Heard) -> None:
    table.stop()
    table.start()
    table.lay("seat-2", RED)
    assert heard.scan() == ("seat-2", RED)


def test_two_tables_do_not_see_each_other(table: EmulatedTable, heard: Heard) -> None:
    others = Heard()
    other = open_emulated(SIMULATED, others.put, lambda _uid: True, rest_ms=5)
    other.start()
    table.lay("seat-1", RED)
    other.lay("seat-1", GREEN)
    assert heard.scan() == ("seat-1", RED)
    assert others.scan() == ("seat-1", GREEN)
    other.stop()
    assert others.empty()


def test_buttons_are_heard_with_how_long_they_were_held(table: EmulatedTable, heard: Heard) -> None:
    table.press("seat-2", held_ms=60)
    press = heard.next()
    assert isinstance(press, Pressed)
    assert press.button == "seat-2"
    assert 55 <= press.held_ms < 1000


@pytest.mark.slow
def test_a_button_held_for_a_second_is_heard_before_it_is_let_go(table: EmulatedTable, heard: Heard) -> None:
    hand = threading.Thread(target=table.press, args=("undo", 2500))
    hand.start()
    press = heard.next()
    assert isinstance(press, Pressed)
    assert (press.button, press.held_ms) == ("undo", 1000)
    assert hand.is_alive()
    hand.join()
    assert heard.empty()


def test_tones_are_played_and_nobody_waits(table: EmulatedTable, heard: Heard) -> None:
    table.play(Tone("win"))
    table.lay("seat-1", RED)
    assert heard.scan() == ("seat-1", RED)


def test_a_table_of_bare_pads_is_a_table(heard: Heard) -> None:
    bare = replace(with_pads("seat-1"), beam_pin=None, buttons=(), buzzer_pin=None, reset_pin=None)
    table = open_emulated(bare, heard.put, lambda _uid: True, rest_ms=5)
    table.start()
    table.trip_beam()
    table.play(Tone("win"))
    table.lay("seat-1", RED)
    assert heard.scan() == ("seat-1", RED)
    table.stop()
    assert heard.empty()
