"""Our reader when the wire to the chip is bad, or the chip half works: nothing wrong is ever read."""

import random
from collections.abc import Callable

import pytest

from firmware.bus import Bus
from firmware.emulation.faults import bit_errors, noise
from firmware.emulation.field import Echo
from firmware.emulation.registers import Command, Irq, Reg
from firmware.messages import Message
from firmware.readers.contract import Inventory, ReaderError
from firmware.readers.rc522 import Rc522
from tests.firmware.bench import Bench
from tests.firmware.heard import faults, scans

UID = bytes.fromhex("044a7232214b80")
NEIGHBOUR = bytes.fromhex("044f7132214b80")


@pytest.fixture
def reader(bench: Bench) -> Rc522:
    return bench.open()


@pytest.mark.parametrize(("lost", "lay"), [(Irq.RX, True), (Irq.TIMER, False)], ids=["receive", "timer"])
def test_a_lost_interrupt_ends_the_poll_soon_and_says_so(bench: Bench, reader: Rc522, lost: int, *, lay: bool) -> None:
    if lay:
        bench.lay(UID)
    bench.chip.lost_irqs = lost
    begun_ns = bench.clock.now_ns()
    with pytest.raises(ReaderError, match="does not end a command"):
        bench.poll(reader)
    assert bench.clock.now_ns() - begun_ns < 50_000_000


def test_interrupts_that_end_nothing_are_not_missed(bench: Bench, reader: Rc522) -> None:
    bench.lay(UID)
    bench.chip.lost_irqs = Irq.TX | Irq.LOW | Irq.HIGH | Irq.ERROR
    assert bench.poll(reader) == Inventory((UID,))


def test_a_chip_that_takes_no_next_frame_after_an_answer_is_begun_anew_for_each(
    bench: Bench, reader: Rc522, monkeypatch: pytest.MonkeyPatch
) -> None:
    received = bench.chip._received

    def ended(echo: Echo) -> None:
        received(echo)
        bench.chip._registers[Reg.COMMAND] = Command.IDLE

    monkeypatch.setattr(bench.chip, "_received", ended)
    bench.lay(UID)
    assert bench.poll(reader) == Inventory((UID,))
    begun_ns = bench.clock.now_ns()
    bench.lay(NEIGHBOUR)
    assert set(bench.poll(reader).uids) == {UID, NEIGHBOUR}
    assert bench.clock.now_ns() - begun_ns < 40_000_000


@pytest.mark.parametrize(("crystal_ms", "wakes"), [(8, True), (30, False)])
def test_a_chip_slow_to_wake_is_awaited_and_one_too_slow_is_found_later(
    bench: Bench, crystal_ms: int, *, wakes: bool
) -> None:
    bench.chip.crystal_ns = crystal_ms * 1_000_000
    bench.wire.reset_low = lambda: True
    bench.wire.transfer(b"\x00\x00", 1_000_000)
    bench.wire.reset_low = lambda: False
    bench.lay(UID)
    if not wakes:
        with pytest.raises(ReaderError, match="no reader answers"):
            bench.open()
        bench.clock.sleep_ns(20_000_000)
    assert bench.poll(bench.open()) == Inventory((UID,))


@pytest.mark.parametrize(("share", "least", "most"), [(0.0003, 95, 100), (0.003, 80, 99), (0.03, 5, 50)])
def test_bit_errors_on_the_wire_never_make_a_wrong_identifier(
    bench: Bench, share: float, least: int, most: int
) -> None:
    chance = random.Random(11)  # noqa: S311  # a repeatable one is wanted
    bench.wire.disturb = bit_errors(chance, share)
    read = 0
    for _ in range(100):
        uid = b"\x04" + chance.randbytes(6)
        bench.lay(uid)
        try:
            uids = bench.poll(bench.open()).uids
        except ReaderError:
            uids = ()
        assert uids in {(), (uid,)}
        read += len(uids)
        bench.clear()
        bench.close()
    assert least <= read <= most


Trouble = Callable[[random.Random, Bench], None]
CURED: dict[str, Trouble] = {
    "nothing": lambda _chance, _bench: None,
    "a stuck cipher": lambda _chance, bench: bench.chip.stick_crypto(),
    "a lost antenna": lambda _chance, bench: bench.chip.lose_antenna(),
    "a dip of the supply": lambda _chance, bench: bench.chip.reset(),
}
"""Troubles that cost no tap."""
BORNE: dict[str, Trouble] = {
    "bad air": lambda chance, bench: setattr(bench.field, "disturb", noise(chance, 0.05, 0.005)),
    "a bad wire": lambda chance, bench: setattr(bench.wire, "disturb", bit_errors(chance, 0.002)),
    "a lost interrupt": lambda _chance, bench: setattr(bench.chip, "lost_irqs", Irq.RX),
    "a dead board": lambda chance, bench: setattr(bench.wire, "dead", chance.choice((0x00, 0xFF))),
    "a hasty hand": lambda chance, bench: setattr(bench.field.tags[0], "frames_left", chance.randrange(8)),
}
"""Troubles that may cost the tap they meet."""


@pytest.mark.slow
def test_every_scan_of_random_taps_in_every_trouble_has_the_true_seven_bytes(bench: Bench) -> None:
    assert taps_heard(bench, 500) > 300


@pytest.mark.slow
def test_every_scan_of_ten_thousand_taps_in_every_trouble_has_the_true_seven_bytes(bench: Bench) -> None:
    assert taps_heard(bench, 10_000) > 6_000


def taps_heard(bench: Bench, count: int) -> int:
    """How many of so many taps are heard by a bus that knows every tag, each in some trouble that then ends."""
    chance = random.Random(count)  # noqa: S311  # a repeatable one is wanted
    messages: list[Message] = []
    bus = Bus({"seat-1": bench.open}, messages.append, lambda _uid: True, clock=bench.clock)
    bus.sweep()
    heard = 0
    for _ in range(count):
        uid = b"\x04" + chance.randbytes(6)
        bench.lay(uid)
        trouble = chance.choice([*CURED, *BORNE])
        (CURED | BORNE)[trouble](chance, bench)
        sweeps(bench, bus, 1)
        bench.heal()
        sweeps(bench, bus, 1)
        bench.clear()
        sweeps(bench, bus, 3)
        scanned = scans(messages)
        assert scanned == [("seat-1", uid)] or (not scanned and trouble in BORNE), trouble
        assert [over for _, _, over in faults(messages)] in ([], [False, True]), trouble
        heard += len(scanned)
        messages.clear()
    bus.stop()
    return heard


def sweeps(bench: Bench, bus: Bus, count: int) -> None:
    for _ in range(count):
        bus.sweep()
        bench.clock.sleep_ns(150_000_000)
