"""The emulated chip, register by register, through its SPI frames."""

import pytest

from firmware.emulation.registers import RESET, Command, Error, Irq, Reg
from tests.firmware.bench import MakeBench
from tests.firmware.emulation.pins import Pins


def test_registers_after_reset_are_those_of_a_live_chip(pins: Pins) -> None:
    assert pins.read_each(*range(0x40)) == [*RESET]
    assert RESET[Reg.COMMAND] == 0x20
    assert RESET[Reg.VERSION] == 0x92


def test_each_byte_answers_the_address_before_it(pins: Pins) -> None:
    answer = pins.bench.wire.transfer(bytes((0x80 | Reg.VERSION << 1, 0x80 | Reg.COMMAND << 1, 0)), 1_000_000)
    assert list(answer[1:]) == [pins.read(Reg.VERSION), pins.read(Reg.COMMAND)]


def test_bytes_written_in_one_frame_go_to_one_address(pins: Pins) -> None:
    pins.write(Reg.FIFO_DATA, 1, 2, 3)
    assert pins.read(Reg.FIFO_LEVEL) == 3
    assert pins.read_each(Reg.FIFO_DATA, Reg.FIFO_DATA, Reg.FIFO_DATA) == [1, 2, 3]
    assert pins.read(Reg.FIFO_LEVEL) == 0


def test_transfers_take_their_bits_and_the_hosts_overhead(pins: Pins) -> None:
    begun_ns = pins.bench.clock.now_ns()
    pins.read(Reg.VERSION)
    assert pins.bench.clock.now_ns() - begun_ns == 25_000 + 16_000


def test_faster_than_ten_megahertz_nothing_is_understood(pins: Pins) -> None:
    assert not any(pins.bench.wire.transfer(bytes((0x80 | Reg.VERSION << 1, 0)), 12_000_000))


def test_the_fifo_holds_64_bytes_and_flags_the_next(pins: Pins) -> None:
    pins.write(Reg.FIFO_DATA, *range(64))
    assert not pins.read(Reg.ERROR) & Error.OVERFLOW
    assert pins.read(Reg.STATUS1) & 3 == 2
    pins.write(Reg.FIFO_DATA, 64)
    assert pins.read(Reg.ERROR) & Error.OVERFLOW
    assert pins.read(Reg.FIFO_LEVEL) == 64
    pins.write(Reg.FIFO_LEVEL, 0x80)
    assert pins.read_each(Reg.FIFO_LEVEL, Reg.ERROR) == [0, 0]
    assert pins.read(Reg.STATUS1) & 3 == 1


def test_interrupt_bits_are_set_or_cleared_as_bit_7_says(pins: Pins) -> None:
    pins.write(Reg.COM_IRQ, 0x7F)
    assert pins.read(Reg.COM_IRQ) == 0
    pins.write(Reg.COM_IRQ, 0x80 | Irq.RX | Irq.TIMER)
    pins.write(Reg.COM_IRQ, Irq.TIMER)
    assert pins.read(Reg.COM_IRQ) == Irq.RX


def test_a_host_written_idle_raises_no_interrupt(pins: Pins) -> None:
    pins.write(Reg.COM_IRQ, 0x7F)
    pins.write(Reg.COMMAND, Command.IDLE)
    assert not pins.read(Reg.COM_IRQ) & Irq.IDLE


def test_what_is_read_only_stays(pins: Pins) -> None:
    for reg in (Reg.VERSION, Reg.ERROR, Reg.STATUS1, Reg.CRC_RESULT_H):
        before = pins.read(reg)
        pins.write(reg, ~before & 0xFF)
        assert pins.read(reg) == before


def test_no_change_leaves_the_command_alone(pins: Pins) -> None:
    pins.write(Reg.COMMAND, Command.TRANSCEIVE)
    pins.write(Reg.COMMAND, 0x20 | Command.NO_CHANGE)
    assert pins.read(Reg.COMMAND) == 0x20 | Command.TRANSCEIVE


def test_the_crc_coprocessor_knows_the_preset_of_type_a(pins: Pins) -> None:
    pins.write(Reg.MODE, 0x3D)
    pins.write(Reg.FIFO_DATA, 0x12, 0x34)
    pins.write(Reg.COMMAND, Command.CALC_CRC)
    assert pins.read(Reg.DIV_IRQ) & 4
    assert pins.read_each(Reg.CRC_RESULT_L, Reg.CRC_RESULT_H) == [0x26, 0xCF]
    assert pins.read(Reg.COMMAND) & 0x0F == Command.CALC_CRC


def test_the_internal_buffer_keeps_25_bytes(pins: Pins) -> None:
    pins.write(Reg.FIFO_DATA, *range(25))
    pins.write(Reg.COMMAND, Command.MEM)
    assert pins.read(Reg.FIFO_LEVEL) == 0
    pins.write(Reg.COMMAND, Command.MEM)
    assert pins.fifo() == bytes(range(25))
    assert pins.read(Reg.COM_IRQ) & Irq.IDLE


def test_the_timer_ticks_every_25_microseconds_and_can_be_stopped(tuned: Pins) -> None:
    tuned.write(Reg.CONTROL, 0x40)
    tuned.bench.clock.sleep_ns(500_000)
    assert 18 <= tuned.read(Reg.T_COUNTER_L) <= 20
    assert tuned.read(Reg.STATUS1) & 8
    tuned.write(Reg.CONTROL, 0x80)
    tuned.bench.clock.sleep_ns(5_000_000)
    assert not tuned.read(Reg.COM_IRQ) & Irq.TIMER


def test_the_timer_fires_once_or_again_and_again(tuned: Pins) -> None:
    for mode, fires in ((0x80, False), (0x90, True)):
        tuned.write(Reg.T_MODE, mode)
        tuned.write(Reg.CONTROL, 0x40)
        tuned.bench.clock.sleep_ns(1_100_000)
        assert tuned.read(Reg.COM_IRQ) & Irq.TIMER
        tuned.write(Reg.COM_IRQ, Irq.TIMER)
        tuned.bench.clock.sleep_ns(1_100_000)
        assert bool(tuned.read(Reg.COM_IRQ) & Irq.TIMER) == fires


@pytest.mark.parametrize(("demodulation", "periods"), [(0x4D, 1), (0x5D, 2)], ids=["odd", "even"])
def test_even_prescaling_is_one_period_longer(tuned: Pins, demodulation: int, periods: int) -> None:
    for reg, value in ((Reg.DEMOD, demodulation), (Reg.T_PRESCALER, 0), (Reg.T_RELOAD_H, 0xFF), (Reg.CONTROL, 0x40)):
        tuned.write(reg, value)
    tuned.bench.clock.sleep_ns(1_000_000)
    counted = 0xFF27 - (tuned.read(Reg.T_COUNTER_H) << 8 | tuned.read(Reg.T_COUNTER_L))
    assert counted == pytest.approx(1_060_000 * 13.56 / 1000 / periods, rel=0.05)


def test_power_down_takes_the_field_and_the_chip_needs_a_while_to_wake(tuned: Pins) -> None:
    tuned.write(Reg.COMMAND, 0x10)
    assert tuned.read(Reg.COMMAND) & 0x10
    assert not tuned.bench.field._on
    tuned.write(Reg.COMMAND, Command.IDLE)
    assert tuned.read(Reg.COMMAND) & 0x10
    tuned.bench.clock.sleep_ns(400_000)
    assert not tuned.read(Reg.COMMAND) & 0x10
    assert tuned.bench.field._on


def test_a_soft_reset_takes_38_microseconds_in_which_writes_are_lost(bench_with: MakeBench) -> None:
    pins = Pins(bench_with(overhead_us=0))
    pins.write(Reg.WATER_LEVEL, 9)
    pins.write(Reg.COMMAND, Command.SOFT_RESET)
    pins.write(Reg.WATER_LEVEL, 9)
    assert pins.read(Reg.COMMAND) & 0x10
    pins.bench.clock.sleep_ns(40_000)
    assert not pins.read(Reg.COMMAND) & 0x10
    assert pins.read(Reg.WATER_LEVEL) == 8


@pytest.mark.parametrize("frozen", [0x00, 0xFF])
def test_a_chip_held_in_reset_freezes_its_output_and_forgets_everything(tuned: Pins, frozen: int) -> None:
    tuned.bench.wire.frozen = frozen
    tuned.bench.wire.reset_low = lambda: True
    assert tuned.read_each(Reg.VERSION, Reg.COMMAND) == [frozen, frozen]
    tuned.bench.wire.reset_low = lambda: False
    assert tuned.read(Reg.VERSION) == 0
    tuned.bench.clock.sleep_ns(1_000_000)
    assert tuned.read_each(Reg.VERSION, Reg.TX_CONTROL, Reg.TX_ASK) == [0x92, 0x80, 0x00]
