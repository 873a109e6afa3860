"""Readers that fall silent: their pads are lost, and nothing else; one that hangs is reset by its line."""

import logging

import pytest

from firmware.bus import Bus
from firmware.emulation.clock import VirtualClock
from firmware.messages import Fault, Message, Removed
from firmware.pad import HUNG_MS
from firmware.readers.contract import Reader, ReaderError
from tests.firmware.heard import faults, only_scans, scans
from tests.firmware.led import GREEN, RED, Faulty, Led, Quiet


@pytest.mark.parametrize("shown", [0x00, 0xFF])
def test_a_dead_reader_goes_and_comes_back_and_the_others_go_on(led: Led, shown: int) -> None:
    led.table.lay("seat-2", RED)
    led.sweep(3)
    led.table.wires["seat-2"].dead = shown
    assert faults(led.sweep(50)) == [("reader seat-2", "offline", False)]
    led.table.lay("seat-1", GREEN)
    assert only_scans(led.sweep(3)) == [("seat-1", GREEN)]
    led.table.wires["seat-2"].dead = None
    assert faults(led.sweep(60)) == [("reader seat-2", "offline", True)]
    led.table.lift("seat-2", RED)
    assert [type(message) for message in led.sweep(20)] == [Removed]


def test_a_card_laid_while_its_reader_was_dead_is_no_tap(led: Led) -> None:
    led.table.wires["seat-2"].dead = 0
    led.sweep(5)
    led.table.lay("seat-2", RED)
    led.table.wires["seat-2"].dead = None
    assert faults(led.sweep(60)) == [("reader seat-2", "offline", True)]
    assert scans(led.messages) == []


def test_a_dead_pads_card_may_act_on_another_pad(led: Led) -> None:
    led.table.lay("seat-2", RED)
    led.sweep()
    led.table.wires["seat-2"].dead = 0
    led.sweep()
    led.table.lay("seat-1", RED)
    assert only_scans(led.sweep(3)) == [("seat-1", RED)]


def test_a_dead_reader_is_tried_less_and_less_often(led: Led) -> None:
    led.table.wires["seat-2"].dead = 0
    tried = []
    for _ in range(20):
        before = led.table.wires["seat-2"].transfers
        led.sweep(pause_ms=500)
        tried.append(led.table.wires["seat-2"].transfers > before)
    assert tried[:2] == [True, True]
    assert sum(tried[8:]) == 3


def test_all_readers_dead_is_a_table_still(led: Led) -> None:
    for wire in led.table.wires.values():
        wire.dead = 0xFF
    assert len(faults(led.sweep(20))) == 7


def test_a_chip_that_hears_nothing_but_its_reset_line_is_reset_and_nobody_else_notices(led: Led) -> None:
    led.table.lay("seat-1", GREEN)
    led.sweep(3)
    led.table.wires["seat-2"].hang()
    told = led.sweep(200)
    assert faults(told) == [("reader seat-2", "offline", False), ("reader seat-2", "offline", True)]
    assert len(told) == 2, "the card on another pad lies there all the time"
    gone, back = [message.at_ms for message in told]
    assert HUNG_MS <= back - gone < HUNG_MS + 1000
    led.table.lay("seat-2", RED)
    assert only_scans(led.sweep(3)) == [("seat-2", RED)]


def test_a_card_that_is_laid_while_all_are_reset_is_a_tap(led: Led) -> None:
    resets = led.table.wires["seat-2"].resets
    before = resets()
    led.table.wires["seat-2"].hang()
    (gone,) = led.sweep()
    while led.clock.now_ns() < (gone.at_ms + HUNG_MS) * 1_000_000:
        led.sweep()
    assert resets() == before
    led.table.lay("seat-1", RED)
    assert scans(led.sweep()) == [("seat-1", RED)]
    assert resets() == before + 1


def test_a_reader_that_is_gone_costs_the_others_one_reset_each_time_it_goes(led: Led) -> None:
    resets = led.table.wires["seat-2"].resets
    before = resets()
    for times in (1, 2):
        led.table.wires["seat-2"].dead = 0xFF
        led.sweep(400)
        assert resets() == before + times
        led.table.wires["seat-2"].dead = None
        led.sweep(100)
    assert [part for part, _, _ in faults(led.messages)] == ["reader seat-2"] * 4


def test_a_drivers_own_mistake_stops_only_its_pad(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)
    messages: list[Message] = []
    bus = Bus({"seat-1": Faulty, "seat-2": Quiet}, messages.append, lambda _uid: True, clock=VirtualClock())
    bus.sweep()
    bus.sweep()
    (fault,) = messages
    assert isinstance(fault, Fault)
    assert (fault.part, fault.code) == ("reader seat-1", "offline")
    assert "ZeroDivisionError" in fault.detail


def test_a_reader_that_cannot_be_opened_is_a_fault_with_its_reason() -> None:
    def nothing_there() -> Reader:
        raise ReaderError("offline", "no chip on this wire")

    messages: list[Message] = []
    Bus({"seat-1": nothing_there}, messages.append, lambda _uid: True, clock=VirtualClock()).sweep()
    (fault,) = messages
    assert isinstance(fault, Fault)
    assert (fault.code, fault.detail) == ("offline", "no chip on this wire")


def test_a_reader_whose_library_is_wrong_is_told_as_that_when_it_begins_and_when_it_is_over() -> None:
    opened: list[Reader] = []

    def open_reader() -> Reader:
        if not opened:
            raise ImportError("mfrc522.py is a-reader 1.0, not mfrc522")
        return opened[0]

    clock, messages = VirtualClock(), list[Message]()
    bus = Bus({"seat-1": open_reader}, messages.append, lambda _uid: True, clock=clock)
    bus.sweep()
    (fault,) = messages
    assert isinstance(fault, Fault)
    assert fault.detail == "mfrc522.py is a-reader 1.0, not mfrc522"
    opened.append(Quiet())
    clock.sleep_ns(1_000_000_000)
    bus.sweep()
    assert faults(messages) == [("reader seat-1", "library", False), ("reader seat-1", "library", True)]
