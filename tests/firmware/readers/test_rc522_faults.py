"""Our reader when the air, the chip or the wire is bad."""

import random
from dataclasses import replace

import pytest
from gpiozero import Device

from firmware.emulation.faults import first_answers, garbled, lost, noise
from firmware.emulation.field import Disturbance, Echo
from firmware.readers import rpi_gpio
from firmware.readers.contract import Inventory, ReaderError
from firmware.readers.rc522 import Rc522
from tests.firmware.bench import Bench, MakeBench

UID = bytes.fromhex("044a7232214b80")
NEIGHBOUR = bytes.fromhex("044f7132214b80")


@pytest.fixture
def reader(bench: Bench) -> Rc522:
    return bench.open()


def nth_answer(nth: int, disturbance: Disturbance) -> Disturbance:
    """Disturb one answer only, counted from 0."""
    answers = iter(range(10_000))
    return lambda echo: disturbance(echo) if next(answers) == nth else echo


# The air


@pytest.mark.parametrize("place", range(0, 24, 2))
def test_a_wrong_acknowledgement_is_never_taken(bench: Bench, reader: Rc522, place: int) -> None:
    """SAK of level 1 is the third answer; two wrong bits in a byte pass its parity, and only CRC_A notices."""
    bench.lay(UID)
    asked = []
    wrong = nth_answer(2, garbled(place, place + 1))

    def disturb(echo: Echo) -> Echo | None:
        asked.append(len(echo.bits))
        return wrong(echo)

    bench.field.disturb = disturb
    assert bench.poll(reader) == Inventory((UID,))
    assert asked[:3] == [16, 40, 24]
    assert len(asked) > 5, "it was tried again"


def test_a_wrong_parity_is_never_taken(bench: Bench, reader: Rc522) -> None:
    bench.lay(UID)
    bench.field.disturb = lambda echo: replace(echo, parity_wrong=True) if len(echo.bits) == 24 else echo
    assert bench.poll(reader) == Inventory((), unreadable=True)


@pytest.mark.parametrize("place", [8, 32], ids=["in the bytes", "in their check"])
def test_a_level_that_does_not_fit_its_check_byte_is_never_taken(bench: Bench, reader: Rc522, place: int) -> None:
    bench.lay(UID)
    bench.field.disturb = lambda echo: garbled(place, place + 1)(echo) if len(echo.bits) == 40 else echo
    assert bench.poll(reader) == Inventory((), unreadable=True)


@pytest.mark.parametrize("nth", range(1, 6))
def test_one_lost_answer_costs_no_card(bench: Bench, reader: Rc522, nth: int) -> None:
    bench.lay(UID, NEIGHBOUR)
    bench.field.disturb = nth_answer(nth, lost)
    assert set(bench.poll(reader).uids) == {UID, NEIGHBOUR}


def test_a_lost_first_answer_looks_like_an_empty_pad(bench: Bench, reader: Rc522) -> None:
    bench.lay(UID)
    bench.field.disturb = first_answers(1, lost)
    assert bench.poll(reader) == Inventory()
    assert bench.poll(reader) == Inventory((UID,))


@pytest.mark.parametrize("frames", range(8))
def test_a_card_that_leaves_in_the_middle_is_whole_or_not_there(bench: Bench, reader: Rc522, frames: int) -> None:
    bench.lay(UID)
    bench.field.tags[0].frames_left = frames
    assert bench.poll(reader).uids in {(), (UID,)}
    assert bench.poll(reader) == Inventory()


def test_what_answers_but_cannot_be_selected_is_unreadable(bench: Bench, reader: Rc522) -> None:
    bench.lay(UID)
    bench.field.disturb = lambda echo: None if len(echo.bits) == 40 else echo
    assert bench.poll(reader) == Inventory((), unreadable=True)


def test_a_card_too_slow_for_the_standard_is_not_heard_and_harms_no_other(bench: Bench, reader: Rc522) -> None:
    bench.lay(UID)
    bench.field.tags[0].late_ns = 400_000
    assert bench.poll(reader) == Inventory()
    bench.clear()
    bench.lay(NEIGHBOUR)
    assert bench.poll(reader) == Inventory((NEIGHBOUR,))


def test_noise_never_makes_a_wrong_identifier(bench: Bench, reader: Rc522) -> None:
    chance = random.Random(3)  # noqa: S311  # a repeatable one is wanted
    bench.field.disturb = noise(chance, lost_share=0.05, flip_share=0.01)
    read = 0
    for number in range(150):
        uid = b"\x04" + number.to_bytes(6, "big")
        bench.lay(uid)
        uids = bench.poll(reader).uids
        assert uids in {(), (uid,)}
        read += len(uids)
        bench.clear()
    assert read > 30


# The chip and the wire


@pytest.mark.parametrize("shown", [0x00, 0xFF])
def test_a_dead_board_is_found_when_used_and_when_opened(bench: Bench, reader: Rc522, shown: int) -> None:
    bench.wire.dead = shown
    with pytest.raises(ReaderError, match=f"no reader answers .VersionReg 0x{shown:02X}") as caught:
        bench.poll(reader)
    assert caught.value.code == "offline"
    begun_ns = bench.clock.now_ns()
    with pytest.raises(ReaderError, match="no reader answers"):
        bench.open()
    assert bench.clock.now_ns() - begun_ns < 15_000_000


@pytest.mark.parametrize("shown", [0x00, 0xFF])
@pytest.mark.parametrize("transfer", range(0, 58, 3))
def test_a_board_that_dies_at_any_transfer_ends_the_poll_soon(
    bench: Bench, reader: Rc522, shown: int, transfer: int
) -> None:
    bench.lay(UID)
    last = bench.wire.transfers + transfer
    bench.wire.frozen = shown
    bench.wire.reset_low = lambda: bench.wire.transfers > last

    def polls() -> None:
        for _ in range(2):
            assert bench.poll(reader) in {Inventory(), Inventory((UID,))}

    begun_ns = bench.clock.now_ns()
    with pytest.raises(ReaderError):
        polls()
    assert bench.clock.now_ns() - begun_ns < 100_000_000


def test_lost_antenna_bits_are_noticed(bench: Bench, reader: Rc522) -> None:
    reader.field(on=True)
    bench.chip.lose_antenna()
    with pytest.raises(ReaderError, match="antenna"):
        reader.inventory()


def test_a_stuck_cipher_is_noticed_and_cured_by_opening_again(bench: Bench, reader: Rc522) -> None:
    bench.chip.stick_crypto()
    with pytest.raises(ReaderError, match="cipher"):
        bench.poll(reader)
    bench.lay(UID)
    assert bench.poll(bench.open()).uids == (UID,)


def test_a_chip_held_in_reset_and_one_that_was_are_noticed(bench: Bench, reader: Rc522) -> None:
    bench.wire.reset_low = lambda: True
    with pytest.raises(ReaderError, match="no reader answers"):
        reader.inventory()
    bench.wire.reset_low = lambda: False
    reader.Read_MFRC522(reader.VersionReg)  # the chip starts anew
    bench.clock.sleep_ns(1_000_000)
    with pytest.raises(ReaderError, match="lost its settings"):
        bench.poll(reader)


def test_boards_without_a_pull_up_start_when_the_program_raises_the_reset_line(bench: Bench) -> None:
    rpi_gpio.cleanup(25)
    line = Device.pin_factory.pin("GPIO25")
    line.drive_low()
    bench.wire.reset_low = lambda: not line.state
    bench.wire.transfer(b"\x00\x00", 1_000_000)
    bench.lay(UID)
    assert bench.poll(bench.open()) == Inventory((UID,))


def test_a_slow_bus_is_only_slow(bench: Bench, reader: Rc522) -> None:
    bench.wire.overhead_us = 400
    bench.lay(UID, NEIGHBOUR)
    assert set(bench.poll(reader).uids) == {UID, NEIGHBOUR}


@pytest.mark.parametrize(
    ("version", "name"),
    [
        (0x88, "FM17522"),
        (0x12, "counterfeit MFRC522"),
        (0xB2, "FM17522E"),
        (0x82, "MFRC522 clone"),
        (0x55, "unknown chip 0x55"),
    ],
)
def test_clones_are_named_and_read_all_the_same(bench_with: MakeBench, version: int, name: str) -> None:
    bench = bench_with(version=version)
    reader = bench.open()
    assert reader.chip == name
    assert name in reader.doubt
    bench.lay(UID)
    assert bench.poll(reader).uids == (UID,)
