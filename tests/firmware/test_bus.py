"""The bus of a whole emulated table, led sweep by sweep on a virtual clock."""

import random
import threading

import pytest

from firmware.bus import Bus
from firmware.emulation.clock import VirtualClock
from firmware.emulation.faults import first_answers, lost
from firmware.emulation.table import EmulatedTable
from firmware.messages import Fault, Message, Removed, Scan
from tests.firmware.heard import faults, only_scans, scans
from tests.firmware.led import GREEN, RED, Led, Quiet
from tests.firmware.tables import PADS, with_pads


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
