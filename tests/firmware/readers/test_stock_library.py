"""The unmodified mfrc522.MFRC522 does on the emulated chip what it does on a real one, its failings included."""

import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from firmware.readers import rpi_gpio
from firmware.readers.rc522 import library
from tests.firmware.bench import Bench, MakeBench

UID = bytes.fromhex("044a7232214b80")
READY_NS = 5_000_000

Stock = tuple[Bench, Callable[[], Any]]  # the library has no types


@pytest.fixture
def stock(bench_with: MakeBench) -> Iterator[Stock]:
    """A bench whose frames take no time, and a function that opens the stock driver on it."""
    bench = bench_with(air_time=False)
    log = logging.getLogger("mfrc522Logger")
    before = list(log.handlers)

    def open_stock() -> Any:
        rpi_gpio.setmode(rpi_gpio.BCM)
        reader = library()(bench.bus, 0, pin_rst=25)
        bench.clock.sleep_ns(READY_NS)
        return reader

    yield bench, open_stock
    log.handlers[:] = before


def test_it_is_the_library_as_published(stock: Stock) -> None:
    _, open_stock = stock
    assert type(open_stock()).__module__ == "mfrc522.MFRC522"


def test_transfers_of_init(stock: Stock) -> None:
    bench, open_stock = stock
    assert bench.transfers(open_stock)[0] == 10


def test_transfers_with_a_tag(stock: Stock) -> None:
    bench, open_stock = stock
    reader = open_stock()
    bench.lay(UID)
    bench.clock.sleep_ns(READY_NS)
    assert bench.transfers(reader.MFRC522_Request, reader.PICC_REQIDL) == (19, (reader.MI_OK, 16))
    count, (status, part) = bench.transfers(reader.MFRC522_Anticoll)
    assert (count, status, bytes(part).hex()) == (23, reader.MI_OK, "88044a72b4")
    assert bench.transfers(reader.MFRC522_SelectTag, part) == (42, 0x04)


def test_an_empty_pad_costs_2013_transfers_and_82_ms(stock: Stock) -> None:
    bench, open_stock = stock
    reader = open_stock()
    begun_ns = bench.clock.now_ns()
    assert bench.transfers(reader.MFRC522_Request, reader.PICC_REQIDL) == (2013, (reader.MI_ERR, 0))
    assert round((bench.clock.now_ns() - begun_ns) / 1e6, 1) == 82.5


def test_both_cascade_levels_and_memory_by_its_own_methods(stock: Stock) -> None:
    bench, open_stock = stock
    reader = open_stock()
    bench.lay(UID)
    bench.clock.sleep_ns(READY_NS)
    reader.MFRC522_Request(reader.PICC_REQIDL)
    reader.MFRC522_SelectTag(reader.MFRC522_Anticoll()[1])
    reader.PICC_ANTICOLL = reader.PICC_SElECTTAG = 0x95
    status, part = reader.MFRC522_Anticoll()
    assert (status, bytes(part[:4])) == (reader.MI_OK, UID[3:])
    reader.MFRC522_SelectTag(part)
    assert bytes(reader.MFRC522_Read(0))[:3] == UID[:3]


def test_a_tag_left_ready_is_missed_every_other_time(stock: Stock) -> None:
    bench, open_stock = stock
    reader = open_stock()
    bench.lay(UID)
    bench.clock.sleep_ns(READY_NS)
    seen = [reader.MFRC522_Request(reader.PICC_REQIDL)[0] == reader.MI_OK for _ in range(4)]
    assert seen == [True, False, True, False]


def test_two_tags_look_like_none(stock: Stock) -> None:
    bench, open_stock = stock
    reader = open_stock()
    bench.lay(UID, bytes.fromhex("044f7132214b80"))
    bench.clock.sleep_ns(READY_NS)
    reader.MFRC522_Request(reader.PICC_REQIDL)
    assert reader.MFRC522_Anticoll() == (reader.MI_ERR, [])


def test_its_timer_is_set_to_15_and_a_half_milliseconds(stock: Stock) -> None:
    bench, open_stock = stock
    reader = open_stock()
    reader.Write_MFRC522(reader.ControlReg, 0x40)
    bench.clock.sleep_ns(15_400_000)
    assert not reader.Read_MFRC522(reader.CommIrqReg) & 1
    bench.clock.sleep_ns(100_000)
    assert reader.Read_MFRC522(reader.CommIrqReg) & 1


def test_every_instance_adds_a_log_handler(stock: Stock) -> None:
    _, open_stock = stock
    log = logging.getLogger("mfrc522Logger")
    before = len(log.handlers)
    open_stock()
    open_stock()
    assert len(log.handlers) == before + 2
