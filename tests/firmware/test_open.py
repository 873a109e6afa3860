"""A real table opened as its description says, its devices emulated below the drivers, in real time."""

import queue
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import count

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from firmware.clock import MonotonicClock
from firmware.emulation import modules
from firmware.emulation.field import Field
from firmware.emulation.ntag213 import Tag
from firmware.emulation.rc522 import Rc522
from firmware.emulation.wire import Wire
from firmware.emulation.ws2812 import Ws2812
from firmware.light import Glow, Scene, Track
from firmware.messages import Drawn, Fault, Message, Pressed, Scan, Tone
from firmware.open import lights_out, open_lamp, open_table
from firmware.readers import rpi_gpio
from hardware.description import TABLES, Table, load
from tests.firmware.heard import faults

RED = bytes.fromhex("044a7232214b80")
PI_5 = "Raspberry Pi 5 Model B Rev 1.0"
PARTS = 7 + 7 + 2  # readers, buttons, beam and buzzer
_buses = count(5000)


class Bench:
    """The six-seat table on a bench: boards and chain on buses of their own, pins that hands may drive."""

    def __init__(self) -> None:
        modules.install()
        Device.pin_factory = MockFactory(pin_class=MockPWMPin)
        described = load(TABLES / "six-seats.toml")
        assert described.strip is not None
        bus = next(_buses)
        self.table: Table = replace(
            described,
            pads=tuple(replace(pad, bus=bus) for pad in described.pads),
            strip=replace(described.strip, bus=bus, device=31),
        )
        self.bus = bus
        self.fields: dict[str, Field] = {}
        self.chain = Ws2812(described.strip.layout.pixels)
        self.heard: queue.SimpleQueue[Message] = queue.SimpleQueue()

    def solder(self) -> None:
        clock = MonotonicClock()
        for pad in self.table.pads:
            self.fields[pad.name] = Field(clock)
            modules.solder(self.bus, pad.device, Wire(Rc522(clock, self.fields[pad.name]), clock))
        modules.solder(self.bus, 31, self.chain)

    def pin(self, name: str) -> MockPWMPin:
        return Device.pin_factory.pin(dict(self.table.buttons)[name])

    def await_one(self, kind: type[Message]) -> Message:
        """The next message of this kind."""
        while True:
            message = self.heard.get(timeout=5)
            if isinstance(message, kind):
                return message

    def all_heard(self) -> list[Message]:
        return [self.heard.get() for _ in range(self.heard.qsize())]


@pytest.fixture
def bench() -> Iterator[Bench]:
    before = Device.pin_factory
    yield Bench()
    rpi_gpio.cleanup()
    Device.pin_factory = before


def test_every_part_of_the_table_works(bench: Bench) -> None:
    bench.solder()
    table = open_table(bench.table, bench.heard.put, lambda _uid: True)
    light = Device.pin_factory.pin(18)
    table.start()
    assert faults(bench.all_heard()) == [("beam", "blocked", False)]
    light.drive_low()
    assert faults([bench.await_one(Fault)]) == [("beam", "blocked", True)]

    bench.fields["seat-3"].lay(Tag(RED))
    scan = bench.await_one(Scan)
    assert isinstance(scan, Scan)
    assert (scan.pad, scan.uid) == ("seat-3", RED)

    bench.pin("undo").drive_low()
    time.sleep(0.05)
    bench.pin("undo").drive_high()
    press = bench.await_one(Pressed)
    assert isinstance(press, Pressed)
    assert press.button == "undo"

    time.sleep(0.35)
    light.drive_high()
    light.drive_low()
    bench.await_one(Drawn)

    table.play(Tone("win"))
    buzzer = Device.pin_factory.pin(13)
    until = time.monotonic() + 5
    while not buzzer.frequency and time.monotonic() < until:
        time.sleep(0.005)
    assert buzzer.frequency
    table.stop()
    assert not buzzer.frequency
    assert all(not field._on for field in bench.fields.values())


def test_the_lamp_lights_the_chain_within_its_budget_and_leaves_it_dark(bench: Bench) -> None:
    bench.solder()
    strip = bench.table.strip
    assert strip is not None
    bench.table = replace(bench.table, strip=replace(strip, limit_ma=100))
    lamp = open_lamp(bench.table, bench.heard.put, PI_5)
    lamp.show(Scene((Glow(Track(0, 40), (255, 255, 255)),)))
    lamp.start()
    until = time.monotonic() + 5
    while not any(bench.chain.wire) and time.monotonic() < until:
        time.sleep(0.005)
    assert any(bench.chain.wire)
    assert sum(bench.chain.wire) * 20 / 255 <= 100
    lamp.stop()
    assert not any(bench.chain.wire)
    assert bench.all_heard() == []


def test_where_nothing_is_there_each_part_is_a_fault_and_the_table_runs(bench: Bench) -> None:
    pins = {pin for _, pin in bench.table.buttons} | {bench.table.beam_pin, bench.table.buzzer_pin}
    Device.pin_factory.reserve_pins(bench, *pins)
    table = open_table(bench.table, bench.heard.put, lambda _uid: True)
    lamp = open_lamp(bench.table, bench.heard.put, PI_5)
    lamp.start()
    begun = time.monotonic()
    table.start()
    assert time.monotonic() - begun < 5
    table.play(Tone("seen"))
    until = time.monotonic() + 5
    while bench.heard.qsize() < PARTS + 1 and time.monotonic() < until:
        time.sleep(0.01)
    names = [
        *(f"reader {pad.name}" for pad in bench.table.pads),
        *(f"button {name}" for name, _ in bench.table.buttons),
    ]
    found = bench.all_heard()
    assert sorted(faults(found)) == sorted((part, "offline", False) for part in (*names, "beam", "buzzer", "strip"))
    assert all(f"/dev/spidev{bench.bus}." in fault.detail for fault in found if fault.part.startswith("reader"))  # type: ignore[union-attr]  # all are faults
    table.stop()
    lamp.stop()
    assert not {thread.name for thread in threading.enumerate()} & {"readers", "lamp", "buzzer"}


def test_a_table_without_a_strip_has_a_lamp_that_lights_nothing(bench: Bench) -> None:
    lamp = open_lamp(replace(bench.table, strip=None), bench.heard.put, PI_5)
    lamp.show(Scene((Glow(Track(0, 40), (255, 255, 255)),)))
    lamp.start()
    lamp.alive()
    lamp.stop()
    assert lamp.frame() == b""
    assert bench.all_heard() == []


def test_after_a_crash_the_light_says_so_and_stays_and_after_a_clean_stop_it_is_dark(bench: Bench) -> None:
    bench.solder()
    lights_out(bench.table, crashed=True, board=PI_5)
    lit = [any(bench.chain.wire[at : at + 3]) for at in range(0, len(bench.chain.wire), 3)]
    assert [space for space in range(41) if lit[space]] == list(range(0, 41, 5))
    assert all(lit[41:])
    lights_out(bench.table, crashed=False, board=PI_5)
    assert not any(bench.chain.wire)
    lights_out(replace(bench.table, strip=None), crashed=True, board=PI_5)
