"""Our reader and the library below it: its traps avoided, its methods kept."""

import logging
from typing import Any

import pytest

from firmware.readers import rpi_gpio
from firmware.readers.contract import ReaderError
from tests.firmware.bench import Bench

UID = bytes.fromhex("044a7232214b80")
NEIGHBOUR = bytes.fromhex("044f7132214b80")
GUARD_NS = 5_000_000


@pytest.fixture
def reader(bench: Bench) -> Any:
    """The library's own methods have no types."""
    return bench.open()


def test_no_log_handler_is_left_behind(bench: Bench) -> None:
    log = logging.getLogger("mfrc522Logger")
    before = list(log.handlers)
    bench.open()
    bench.open()
    assert log.handlers == before


def test_closing_one_reader_leaves_the_shared_reset_line_alone(bench: Bench, reader: Any) -> None:
    bench.open().close()
    assert not rpi_gpio._outputs[25].closed
    assert rpi_gpio._outputs[25].value == 1
    bench.lay(UID)
    assert bench.poll(reader).uids == (UID,)


def test_a_line_is_held_by_those_that_are_open(bench: Bench) -> None:
    before = rpi_gpio._users[25]
    readers = [bench.open(), bench.open()]
    assert rpi_gpio._users[25] == before + 2
    for reader in [*readers, *readers]:
        reader.close()
    bench.wire.dead = 0xFF
    for _ in range(2):
        with pytest.raises(ReaderError):
            bench.open()
    assert rpi_gpio._users[25] == before


def test_the_reset_line_is_counted_as_the_processor_does_whatever_was_set_before(bench: Bench) -> None:
    rpi_gpio.setmode(rpi_gpio.BOARD)
    rpi_gpio.cleanup(25)
    bench.open()
    assert rpi_gpio._outputs[25].pin.info.name == "GPIO25"


def test_a_missing_device_is_said_as_the_system_says_it(bench: Bench) -> None:
    bench.bus += 500
    with pytest.raises(FileNotFoundError, match=f"/dev/spidev{bench.bus}.0"):
        bench.open()


def test_the_librarys_own_methods_work_and_stop_at_the_timer(bench: Bench, reader: Any) -> None:
    reader.field(on=True)
    bench.clock.sleep_ns(GUARD_NS)
    count, (status, _) = bench.transfers(reader.MFRC522_Request, reader.PICC_REQIDL)
    assert status != reader.MI_OK
    assert count < 450
    bench.lay(UID)
    bench.clock.sleep_ns(GUARD_NS)
    assert reader.MFRC522_Request(reader.PICC_REQIDL) == (reader.MI_OK, 16)
    status, part = reader.MFRC522_Anticoll()
    assert (status, bytes(part).hex()) == (reader.MI_OK, "88044a72b4")
    assert reader.MFRC522_SelectTag(part) == 0x04
    reader.PICC_ANTICOLL = reader.PICC_SElECTTAG = 0x95
    reader.MFRC522_SelectTag(reader.MFRC522_Anticoll()[1])
    assert bytes(reader.MFRC522_Read(0))[:3] == UID[:3]


def test_its_own_methods_and_ours_take_turns(bench: Bench, reader: Any) -> None:
    bench.lay(UID)
    for _ in range(2):
        assert bench.poll(reader).uids == (UID,)
        reader.field(on=True)
        bench.clock.sleep_ns(GUARD_NS)
        assert reader.MFRC522_Request(reader.PICC_REQIDL) == (reader.MI_OK, 16)
        reader.field(on=False)


def test_a_collision_is_an_error_of_its_own_methods(bench: Bench, reader: Any) -> None:
    bench.lay(UID, NEIGHBOUR)
    reader.field(on=True)
    bench.clock.sleep_ns(GUARD_NS)
    reader.MFRC522_Request(reader.PICC_REQIDL)
    assert reader.MFRC522_Anticoll() == (reader.MI_ERR, [])
