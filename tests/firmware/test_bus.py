"""The bus of a whole emulated table, led sweep by sweep on a virtual clock."""

import logging
import random
import threading
from collections.abc import Iterator, Sequence
from functools import partial

import pytest

from firmware.bus import Bus
from firmware.emulation.clock import VirtualClock
from firmware.emulation.faults import first_answers, lost
from firmware.emulation.table import EmulatedTable
from firmware.messages import Expected, Fault, Message, Removed, Scan
from firmware.readers.contract import Inventory, Reader, ReaderError
from tests.firmware.heard import faults, only_scans, scans
from tests.firmware.tables import PADS, SIMULATED, with_pads

RED, GREEN = bytes.fromhex("044a7232214b80"), bytes.fromhex("044f7132214b80")


class Led:
    """A table whose messages are collected and whose time passes by sweeps."""

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.clock = VirtualClock()
        self.table = EmulatedTable(SIMULATED, self.messages.append, lambda uid: uid[0] == 0x04, clock=self.clock)

    def sweep(self, count: int = 1, pause_ms: int = 0) -> list[Message]:
        before = len(self.messages)
        for _ in range(count):
            self.table.sweep()
            self.clock.sleep_ns(pause_ms * 1_000_000)
        return self.messages[before:]


@pytest.fixture
def led() -> Iterator[Led]:
    led = Led()
    assert led.sweep() == []
    yield led
    led.table.stop()


def test_a_sweep_of_seven_empty_pads_takes_39_ms(led: Led) -> None:
    begun_ns = led.clock.now_ns()
    led.sweep()
    assert (led.clock.now_ns() - begun_ns) / 1e6 == pytest.approx(38.7, abs=0.3)


def test_a_tap_is_a_scan_and_then_a_removal(led: Led) -> None:
    led.table.lay("seat-3", RED)
    scan, *more = led.sweep(3)
    assert isinstance(scan, Scan)
    assert (scan.pad, scan.uid, more) == ("seat-3", RED, [])
    led.table.lift("seat-3", RED)
    (removed,) = led.sweep(20)
    assert isinstance(removed, Removed)
    assert (removed.pad, removed.uid) == ("seat-3", RED)
    assert removed.at_ms - scan.at_ms >= 300


def test_two_cards_on_one_pad_are_one_fault_and_no_scan(led: Led) -> None:
    led.table.lay("seat-1", RED)
    led.table.lay("seat-1", GREEN)
    assert faults(led.sweep(5)) == [("reader seat-1", "two-cards", False)]


def test_a_card_seen_by_two_pads_stays_with_the_first_and_the_other_says_so(led: Led) -> None:
    led.table.lay("seat-1", RED)
    assert only_scans(led.sweep()) == [("seat-1", RED)]
    led.table.lay("seat-2", RED)
    seen = led.sweep(5)
    assert (scans(seen), faults(seen)) == ([], [("reader seat-2", "two-pads", False)])
    led.table.lift("seat-2", RED)
    gone = led.sweep(20)
    assert (scans(gone), faults(gone)) == ([], [("reader seat-2", "two-pads", True)])


def test_taps_of_all_pads_at_once(led: Led) -> None:
    uids = {pad: b"\x04" + bytes((place + 1,)) * 6 for place, pad in enumerate(PADS)}
    for pad, uid in uids.items():
        led.table.lay(pad, uid)
    assert dict(only_scans(led.sweep())) == uids


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


def test_a_passing_disturbance_costs_no_tap_and_no_fault(led: Led) -> None:
    led.table.lay("seat-4", RED)
    led.sweep()
    led.table.wires["seat-4"].chip.stick_crypto()
    led.table.lay("seat-5", GREEN)
    led.table.wires["seat-5"].chip.stick_crypto()
    assert only_scans(led.sweep(5)) == [("seat-5", GREEN)]


def test_a_missed_answer_is_no_removal(led: Led) -> None:
    led.table.lay("seat-4", RED)
    led.sweep()
    led.table.fields["seat-4"].disturb = first_answers(2, lost)
    assert led.sweep(20) == []


def test_clones_are_named_once() -> None:
    messages: list[Message] = []
    clock = VirtualClock()
    table = EmulatedTable(with_pads("seat-1"), messages.append, lambda _uid: True, clock=clock)
    table.wires["seat-1"].chip._version = 0x88
    table.wires["seat-1"].chip.reset()
    clock.sleep_ns(1_000_000)
    for _ in range(5):
        table.sweep()
        table.wires["seat-1"].chip.stick_crypto()
    (doubt,) = messages
    assert isinstance(doubt, Fault)
    assert (doubt.part, doubt.code) == ("reader seat-1", "counterfeit")
    assert "FM17522" in doubt.detail


@pytest.mark.slow
def test_faults_every_few_rounds_make_no_wrong_scan(led: Led) -> None:
    chance = random.Random(7)  # noqa: S311  # a repeatable one is wanted
    tapped = set()
    for number in range(60):
        pad = chance.choice(PADS)
        uid = b"\x04" + number.to_bytes(6, "big")
        wire = led.table.wires[chance.choice(PADS)]
        chance.choice(
            (
                wire.chip.stick_crypto,
                wire.chip.lose_antenna,
                lambda wire=wire: setattr(wire, "dead", 0xFF),
                lambda pad=pad: setattr(led.table.fields[pad], "disturb", first_answers(1, lost)),
            )
        )()
        led.table.lay(pad, uid)
        led.sweep(4)
        wire.dead = None
        led.table.lift(pad, uid)
        led.sweep(12)
        tapped.add((pad, uid))
    scanned = scans(led.messages)
    assert set(scanned) <= tapped
    assert len(scanned) == len(set(scanned))
    assert len(scanned) >= 55


class Faulty:
    """A driver with a mistake."""

    chip, doubt = "none", ""

    def field(self, *, on: bool) -> None:
        pass

    def call(self) -> None:
        pass

    def inventory(self) -> Inventory:
        raise ZeroDivisionError

    def memory(self, uid: bytes) -> bytes | None:
        raise ZeroDivisionError(uid)

    def close(self) -> None:
        raise OSError("already gone")


class Quiet(Faulty):
    def inventory(self) -> Inventory:
        return Inventory((RED,))


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


def test_the_thread_starts_after_a_first_sweep_and_stops_cleanly() -> None:
    swept = threading.Event()
    bus = Bus(
        {"seat-1": Quiet}, lambda _message: None, lambda _uid: True, rest_ms=5, each_sweep=lambda _at_ms: swept.set()
    )
    bus.start()
    assert swept.is_set()
    assert any(thread.name == "readers" for thread in threading.enumerate())
    bus.stop()
    assert not any(thread.name == "readers" for thread in threading.enumerate())


class Polled:
    """Which pads a bus polls, in order; a card lies on one of them."""

    def __init__(self, occupied: str = "", groups: Sequence[Sequence[str]] | None = None) -> None:
        self.polls: list[str] = []
        clock = VirtualClock()
        self.bus = Bus(
            {name: partial(self._reader, name, occupied) for name in PADS},
            lambda _message: None,
            lambda _uid: True,
            groups=groups,
            clock=clock,
        )

    def _reader(self, name: str, occupied: str) -> Reader:
        polls = self.polls

        class Counted(Quiet):
            def inventory(self) -> Inventory:
                polls.append(name)
                return Inventory((RED,)) if name == occupied else Inventory()

        return Counted()

    def sweep(self) -> list[str]:
        self.polls.clear()
        self.bus.sweep()
        return self.polls


UNUSED = frozenset(("seat-5", "seat-6"))


def test_a_likely_pad_is_polled_twice_when_an_unused_one_is_left_out() -> None:
    polled = Polled()
    polled.bus.expect(Expected(("seat-2", "discard"), UNUSED))
    for left_out in ("seat-6", "seat-5", "seat-6"):
        polls = polled.sweep()
        assert polls.count("seat-2") == 2
        assert {*PADS} - {*polls} == {left_out}
        assert len(polls) == len(PADS)


def test_where_all_fields_are_on_together_unused_pads_are_left_out_in_turn() -> None:
    polled = Polled(groups=[PADS])
    polled.bus.expect(Expected(("seat-2", "discard"), UNUSED))
    for left_out in ("seat-6", "seat-5", "seat-6"):
        assert polled.sweep() == [pad for pad in PADS if pad != left_out]


def test_a_group_of_unused_pads_is_left_out_as_a_whole_and_one_with_others_in_part() -> None:
    polled = Polled(groups=[["seat-1", "seat-4"], ["seat-5", "seat-6"], ["seat-2", "seat-3", "discard"]])
    polled.bus.expect(Expected(("seat-2",), UNUSED | {"seat-4"}))
    sweeps = [list(polled.sweep()) for _ in range(2)]
    group = ["seat-2", "seat-3", "discard"]
    assert sweeps == [[*group, "seat-1", "seat-4", *group], ["seat-1", "seat-5", "seat-6", *group]]


@pytest.mark.parametrize(("likely", "seldom"), [((), ()), (PADS, ()), (("none of these",), ("nor of these",))])
def test_a_sweep_polls_every_pad_once_where_all_are_used(likely: Sequence[str], seldom: Sequence[str]) -> None:
    polled = Polled()
    polled.bus.expect(Expected(tuple(likely), frozenset(seldom)))
    assert polled.sweep() == PADS


def test_a_pad_where_a_card_lies_waits_for_none() -> None:
    polled = Polled(occupied="seat-2")
    polled.bus.expect(Expected(("seat-2",), UNUSED))
    polled.sweep()
    assert polled.sweep().count("seat-2") == 1


@pytest.mark.parametrize("pad", ["seat-1", "seat-3", "seat-6", "discard"])
def test_whatever_is_likely_a_card_that_stays_a_tenth_of_a_second_is_seen(led: Led, pad: str) -> None:
    for number, cars in enumerate((2, 3, 4, 6)):
        uid = b"\x04" + bytes((number,)) * 6
        led.table.expect(Expected(("seat-1", "seat-2", "discard"), frozenset(PADS[cars:-1])))
        led.sweep(number)
        begun_ms = led.clock.now_ns() / 1e6
        led.table.lay(pad, uid)
        while not scans(led.sweep()):
            pass
        assert led.clock.now_ns() / 1e6 - begun_ms < 100
        led.table.lift(pad, uid)
