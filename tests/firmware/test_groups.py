"""Antennas that are on together, on a virtual clock: what a sweep costs, and that nothing is missed."""

import random
from collections.abc import Callable
from functools import partial
from itertools import pairwise

import pytest

from firmware.emulation.clock import VirtualClock
from firmware.emulation.ntag213 import State
from firmware.emulation.table import EmulatedTable
from firmware.iso14443 import FIELD_GUARD_NS
from firmware.messages import Message, Removed, Scan
from tests.firmware.heard import faults, only_scans, scans
from tests.firmware.tables import PADS, with_pads

RED, GREEN = bytes.fromhex("044a7232214b80"), bytes.fromhex("044f7132214b80")
Groups = tuple[tuple[str, ...], ...]
ALONE: Groups = tuple((pad,) for pad in PADS)
TOGETHER: Groups = (tuple(PADS),)
IN_TURN: Groups = (tuple(PADS[::2]), tuple(PADS[1::2]))
GROUPINGS = pytest.mark.parametrize("groups", [ALONE, TOGETHER, IN_TURN], ids=["alone", "together", "in turn"])


class Led:
    """A table of seven pads whose time passes by sweeps; `lit` are the fields that were on together, at most."""

    def __init__(self, groups: Groups) -> None:
        self.messages: list[Message] = []
        self.clock = VirtualClock()
        self.heard_ns = 0
        table = with_pads(*PADS, groups=groups)
        self.table = EmulatedTable(table, self.hear, lambda uid: uid[0] == 0x04, clock=self.clock)
        self.sweep(3)
        assert self.messages == []

    def hear(self, message: Message) -> None:
        self.messages.append(message)
        self.heard_ns = self.clock.now_ns()

    def sweep(self, count: int = 1) -> list[Message]:
        before = len(self.messages)
        for _ in range(count):
            self.table.sweep()
        return self.messages[before:]

    def ms(self, sweeps: int = 1) -> float:
        """What a sweep takes."""
        begun_ns = self.clock.now_ns()
        self.sweep(sweeps)
        return (self.clock.now_ns() - begun_ns) / 1e6 / sweeps

    def transfers(self) -> list[int]:
        """Transfers of each pad in one sweep."""
        before = [wire.transfers for wire in self.table.wires.values()]
        self.sweep()
        return [wire.transfers - start for wire, start in zip(self.table.wires.values(), before, strict=True)]

    def each_transfer(self, act: Callable[[], None] | None) -> None:
        """Act before each transfer from now on."""

        def passing(mosi: bytes) -> bytes:
            if act is not None:
                act()
            return mosi

        for wire in self.table.wires.values():
            wire.disturb = passing

    def lay_at(self, at_ns: int, pad: str, uid: bytes) -> None:
        """Lay the card when its time has come."""
        if self.clock.now_ns() >= at_ns:
            self.table.lay(pad, uid)

    def lit(self) -> list[str]:
        return [pad for pad, field in self.table.fields.items() if field._on]


@pytest.mark.parametrize(("groups", "least", "most"), [(ALONE, 38, 40), (IN_TURN, 11, 14), (TOGETHER, 2, 2.7)])
def test_a_sweep_of_seven_empty_pads(groups: Groups, least: float, most: float) -> None:
    assert least < Led(groups).ms() < most


def test_an_empty_pad_costs_seven_transfers_where_its_field_stays_on() -> None:
    assert Led(TOGETHER).transfers() == [7] * 7


def test_an_empty_pad_costs_nine_transfers_where_its_field_goes_off() -> None:
    assert Led(ALONE).transfers() == [9] * 7


def test_cards_on_every_pad_cost_one_guard_time_together_and_seven_alone() -> None:
    taken = {}
    for groups in (ALONE, TOGETHER):
        led = Led(groups)
        for number, pad in enumerate(PADS):
            led.table.lay(pad, b"\x04" + bytes((number,)) * 6)
        led.sweep()
        taken[groups] = led.ms(5)
    assert taken[ALONE] - taken[TOGETHER] > 20
    assert taken[TOGETHER] < 70


@pytest.mark.slow
@pytest.mark.parametrize(("groups", "most_ms"), [(ALONE, 46), (IN_TURN, 22), (TOGETHER, 8.6)])
def test_from_card_to_scan_in_99_of_100_taps(groups: Groups, most_ms: float) -> None:
    """Counted from when the card has had the time that a card may take to be ready."""
    led = Led(groups)
    sweep_ns = int(led.ms() * 1e6)
    chance = random.Random(3)  # noqa: S311  # a repeatable one is wanted
    waits = []
    for number in range(100):
        pad, uid = chance.choice(PADS), b"\x04" + number.to_bytes(6, "big")
        at_ns = led.clock.now_ns() + chance.randrange(sweep_ns)
        led.each_transfer(partial(led.lay_at, at_ns, pad, uid))
        while not scans(led.sweep()):
            pass
        waits.append(led.heard_ns - at_ns - FIELD_GUARD_NS)
        led.each_transfer(None)
        led.table.lift(pad, uid)
        while not led.sweep():
            pass
    assert sorted(waits)[98] / 1e6 < most_ms


@GROUPINGS
def test_taps_of_all_pads_at_once(groups: Groups) -> None:
    led = Led(groups)
    uids = {pad: b"\x04" + bytes((place + 1,)) * 6 for place, pad in enumerate(PADS)}
    for pad, uid in uids.items():
        led.table.lay(pad, uid)
    assert dict(only_scans(led.sweep(4))) == uids


@pytest.mark.slow
@GROUPINGS
def test_a_card_acts_once_and_is_removed_and_acts_again(groups: Groups) -> None:
    led = Led(groups)
    for _ in range(3):
        led.table.lay("seat-3", RED)
        (scan,) = led.sweep(60)
        assert isinstance(scan, Scan)
        led.table.lift("seat-3", RED)
        (removed,) = led.sweep(150)
        assert isinstance(removed, Removed)


@pytest.mark.slow
@GROUPINGS
def test_a_dead_reader_goes_and_comes_back_and_the_others_go_on(groups: Groups) -> None:
    led = Led(groups)
    led.table.wires["seat-2"].dead = 0xFF
    assert faults(led.sweep(50)) == [("reader seat-2", "offline", False)]
    led.table.lay("seat-1", GREEN)
    assert only_scans(led.sweep(5)) == [("seat-1", GREEN)]
    led.table.wires["seat-2"].dead = None
    assert faults(led.sweep(400)) == [("reader seat-2", "offline", True)]
    led.table.lay("seat-2", RED)
    assert only_scans(led.sweep(5)) == [("seat-2", RED)]


@GROUPINGS
def test_no_field_is_on_beside_one_of_another_group(groups: Groups) -> None:
    led = Led(groups)
    seen: set[tuple[str, ...]] = set()
    led.each_transfer(lambda: seen.add(tuple(led.lit())))
    led.table.lay("seat-3", RED)
    led.sweep(5)
    assert all(any(set(lit) <= set(group) for group in groups) for lit in seen)
    assert max(map(len, seen)) == max(map(len, groups))


@GROUPINGS
def test_all_fields_are_off_when_the_table_has_stopped(groups: Groups) -> None:
    led = Led(groups)
    led.table.stop()
    assert led.lit() == []


@pytest.mark.slow
def test_a_card_that_was_silenced_unread_is_found_within_three_seconds() -> None:
    led = Led(TOGETHER)
    led.table.lay("seat-4", RED)
    (tag,) = led.table.fields["seat-4"].tags
    led.clock.sleep_ns(5_000_000)
    tag.state = State.HALT
    begun_ns = led.clock.now_ns()
    assert led.sweep() == []
    while not led.sweep():
        pass
    assert scans(led.messages) == [("seat-4", RED)]
    assert led.clock.now_ns() - begun_ns < 3_050_000_000


def test_a_lone_reader_keeps_its_field_too() -> None:
    messages: list[Message] = []
    clock = VirtualClock()
    table = EmulatedTable(with_pads("seat-1"), messages.append, lambda _uid: True, clock=clock)
    times = []
    for _ in range(5):
        table.sweep()
        times.append(clock.now_ns())
    assert [(after - before) // 1_000_000 for before, after in pairwise(times[1:])] == [0] * 3
    table.stop()
