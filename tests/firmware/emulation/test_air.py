"""The emulated chip on the air: what a host finds in its registers when cards answer, collide or stay silent."""

import pytest

from firmware.emulation.registers import Command, Error, Irq, Reg
from firmware.iso14443 import HLTA, REQA, Frame, anticollision, bcc, from_bits, levels, read, select, to_bits
from tests.firmware.bench import MakeBench
from tests.firmware.emulation.pins import Pins

UID = bytes.fromhex("044a7232214b80")
OTHER = bytes.fromhex("044f7132214b80")  # 4a and 4f differ first in the 17th bit of the level
ONE, TWO = levels(UID)


def test_typical_interrupts_of_a_timeout_and_of_a_good_poll(tuned: Pins) -> None:
    tuned.transceive(REQA)
    assert tuned.read(Reg.COM_IRQ) == 0x45
    tuned.lay(UID).start(REQA)
    tuned.bench.clock.sleep_ns(3_000_000)
    assert tuned.read(Reg.COM_IRQ) == 0x64
    assert tuned.fifo() == b"\x44\x00"


def test_an_answer_is_there_when_its_time_on_the_air_is_over(tuned: Pins) -> None:
    tuned.lay(UID).start(REQA)
    tuned.bench.clock.sleep_ns(250_000)
    assert not tuned.read(Reg.COM_IRQ) & Irq.RX
    tuned.bench.clock.sleep_ns(80_000)
    assert tuned.read(Reg.COM_IRQ) & Irq.RX


def test_transceive_never_ends_by_itself(tuned: Pins) -> None:
    tuned.lay(UID).transceive(REQA)
    assert tuned.read(Reg.COMMAND) & 0x0F == Command.TRANSCEIVE
    assert not tuned.read(Reg.COM_IRQ) & Irq.IDLE


def test_transmit_ends_by_itself_and_receive_takes_the_answer(tuned: Pins) -> None:
    tuned.bench.wire.overhead_us = 1
    tuned.lay(UID)
    tuned.write(Reg.BIT_FRAMING, REQA.last_bits)
    tuned.write(Reg.FIFO_DATA, *REQA.data)
    tuned.write(Reg.COMMAND, Command.TRANSMIT)
    tuned.bench.clock.sleep_ns(100_000)
    assert tuned.read(Reg.COM_IRQ) & Irq.TX
    assert tuned.read(Reg.COMMAND) & 0x0F == Command.IDLE
    tuned.write(Reg.COMMAND, Command.RECEIVE)
    tuned.bench.clock.sleep_ns(400_000)
    assert tuned.fifo() == b"\x44\x00"
    assert tuned.read(Reg.COMMAND) & 0x0F == Command.IDLE


def test_a_receiver_switched_on_too_late_hears_nothing(tuned: Pins) -> None:
    tuned.lay(UID)
    tuned.write(Reg.BIT_FRAMING, REQA.last_bits)
    tuned.write(Reg.FIFO_DATA, *REQA.data)
    tuned.write(Reg.COMMAND, Command.TRANSMIT)
    tuned.bench.clock.sleep_ns(200_000)
    tuned.write(Reg.COMMAND, Command.RECEIVE)
    tuned.bench.clock.sleep_ns(1_000_000)
    assert tuned.fifo() == b""


def test_the_first_collision_is_placed_and_what_follows_reads_as_zero(tuned: Pins) -> None:
    tuned.write(Reg.COLL, 0)
    tuned.lay(UID, OTHER).transceive(REQA)
    shown = to_bits(tuned.transceive(anticollision(0, [])))
    assert tuned.read(Reg.ERROR) & Error.COLLISION
    assert tuned.read(Reg.COLL) == 17
    assert shown[:16] == to_bits(ONE)[:16]
    assert not any(shown[17:])


def test_values_after_a_collision_are_kept_as_after_reset(tuned: Pins) -> None:
    tuned.lay(UID, OTHER).transceive(REQA)
    assert any(to_bits(tuned.transceive(anticollision(0, [])))[17:])


@pytest.mark.parametrize(("absolute", "position"), [(False, 1 + 8), (True, 17)], ids=["as NXP", "variant"])
def test_a_collision_after_known_bits_counts_from_the_byte_that_the_answer_completes(
    bench_with: MakeBench, *, absolute: bool, position: int
) -> None:
    pins = Pins(bench_with(collisions_absolute=absolute)).tune()
    pins.lay(UID, OTHER).transceive(REQA)
    pins.transceive(anticollision(0, to_bits(ONE)[:11]), align=3)
    assert pins.read(Reg.COLL) & 0x3F == position


def test_an_answer_begins_at_the_bit_that_rx_align_says(tuned: Pins) -> None:
    tuned.lay(UID).transceive(REQA)
    shown = tuned.transceive(anticollision(0, to_bits(ONE)[:13]), align=5)
    assert shown == from_bits([0] * 5 + to_bits(ONE + bytes((bcc(ONE),)))[13:])
    assert tuned.read(Reg.CONTROL) & 7 == 0
    assert tuned.read(Reg.COLL) & 0x20


def test_a_collision_in_the_32nd_bit_shows_as_0(tuned: Pins) -> None:
    tuned.lay(bytes.fromhex("01020304"), bytes.fromhex("01020384")).transceive(REQA)
    tuned.transceive(anticollision(0, []))
    assert tuned.read(Reg.ERROR) & Error.COLLISION
    assert tuned.read(Reg.COLL) & 0x3F == 0


def test_a_collision_beyond_the_32nd_bit_has_no_position(tuned: Pins) -> None:
    """Two tags read from page 0 at once differ in memory, as the data sheet warns; here only in the last bytes."""
    alike = bytes.fromhex("044a7232214b00")
    for uid in (UID, alike):
        tuned.lay(uid)
    tuned.transceive(REQA)
    tuned.transceive(read(0))
    assert tuned.read(Reg.ERROR) & Error.COLLISION
    assert tuned.read(Reg.COLL) & 0x3F == 0x20


def test_a_refusal_has_four_bits(tuned: Pins) -> None:
    tuned.lay(UID)
    for frame in (REQA, select(0, ONE), select(1, TWO)):
        tuned.transceive(frame)
    assert tuned.transceive(read(200)) == b"\x00"
    assert tuned.read(Reg.CONTROL) & 7 == 4


def test_halting_has_no_answer(tuned: Pins) -> None:
    tuned.lay(UID)
    for frame in (REQA, select(0, ONE), select(1, TWO)):
        tuned.transceive(frame)
    assert tuned.transceive(HLTA) == b""
    assert tuned.transceive(REQA) == b""


@pytest.mark.parametrize(
    ("reg", "value"),
    [(Reg.TX_ASK, 0), (Reg.TX_CONTROL, 0x80), (Reg.TX_MODE, 0x10), (Reg.RX_MODE, 0x20)],
    ids=["weak modulation", "antenna off", "fast sending", "fast receiving"],
)
def test_a_wrongly_set_chip_hears_nothing(tuned: Pins, reg: int, value: int) -> None:
    tuned.lay(UID)
    assert tuned.transceive(REQA) == b"\x44\x00"
    tuned.transceive(REQA)  # back to IDLE
    tuned.write(reg, value)
    assert tuned.transceive(REQA) == b""


def test_a_chip_with_its_receiver_off_hears_nothing(tuned: Pins) -> None:
    tuned.lay(UID).start(REQA, command=0x20 | Command.TRANSCEIVE)
    tuned.bench.clock.sleep_ns(4_000_000)
    assert tuned.fifo() == b""


def test_a_stuck_cipher_makes_cards_deaf_until_it_is_cleared(tuned: Pins) -> None:
    tuned.lay(UID)
    tuned.bench.chip.stick_crypto()
    assert tuned.transceive(REQA) == b""
    assert tuned.read(Reg.STATUS2) & 8
    tuned.write(Reg.STATUS2, 0)
    assert tuned.transceive(REQA) == b"\x44\x00"
    tuned.write(Reg.STATUS2, 8)
    assert not tuned.read(Reg.STATUS2) & 8


def test_authentication_with_a_tag_that_knows_no_cipher_runs_into_the_timer(tuned: Pins) -> None:
    tuned.lay(UID).transceive(REQA)
    tuned.start(Frame(bytes(12)), command=Command.AUTHENT)
    tuned.bench.clock.sleep_ns(3_000_000)
    assert tuned.read(Reg.COM_IRQ) & (Irq.TIMER | Irq.IDLE) == Irq.TIMER
    assert not tuned.read(Reg.STATUS2) & 8
