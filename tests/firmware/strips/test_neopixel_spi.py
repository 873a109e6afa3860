from collections.abc import Iterator
from dataclasses import replace
from itertools import count

import pytest

from firmware.emulation import modules
from firmware.emulation.ws2812 import Ws2812
from firmware.strips.contract import Strip
from firmware.strips.neopixel_spi_strip import ONE, RESET_S, ZERO, NeoPixelSpiStrip
from hardware.chain import Layout
from hardware.description import Strip as Description
from tests.firmware.strips.contract import DARK, RAINBOW, STRIP, WHITE, Rig, StripContract

_buses = count(7000)


class OnTheBus(Rig):
    """The neopixel-spi library on an emulated bus, and an emulated chain that measures its pulses."""

    def __init__(self, description: Description, *, latch_ns: int = 280_000) -> None:
        modules.install()
        super().__init__(replace(description, bus=next(_buses)))
        self.chain = Ws2812(description.layout.pixels, latch_ns=latch_ns)
        modules.solder(self.description.bus, 0, self.chain)

    def open(self) -> NeoPixelSpiStrip:
        return NeoPixelSpiStrip(self.description)

    def light(self) -> bytes:
        assert self.chain.noise == 0
        light = bytearray(len(self.chain.wire))
        for place, part in enumerate(self.description.order):
            light["RGB".index(part) :: 3] = self.chain.wire[place::3]
        return bytes(light)

    def break_down(self) -> None:
        self.chain.broken = True


class TestNeoPixelSpiStrip(StripContract):
    def rig(self, description: Description) -> Rig:
        return OnTheBus(description)


@pytest.fixture
def rig() -> OnTheBus:
    return OnTheBus(STRIP)


@pytest.fixture
def strip(rig: OnTheBus) -> Iterator[NeoPixelSpiStrip]:
    strip = rig.open()
    yield strip
    strip.close()


def test_a_frame_is_latched_by_itself(rig: OnTheBus) -> None:
    """Not only by the pause before the next one."""
    rig.chain = Ws2812(STRIP.layout.pixels, gap_ns=0)
    modules.solder(rig.description.bus, 0, rig.chain)
    strip = rig.open()
    strip.show(RAINBOW)
    assert rig.shows(RAINBOW)
    strip.close()


def test_the_librarys_own_wave_of_a_one_is_too_short_and_ours_is_not(rig: OnTheBus, strip: NeoPixelSpiStrip) -> None:
    strip.show(RAINBOW)
    assert rig.chain.noise == 0
    rig.chain.transfer(bytes((0xF0, 0xC0)) * 8, 6_400_000)
    assert rig.chain.noise == 8


class Line:
    """A bus that keeps what is written."""

    frequency = 6_400_000

    def __init__(self) -> None:
        self.written = b""

    def try_lock(self) -> bool:
        return True

    def unlock(self) -> None:
        pass

    def configure(self, **_settings: int) -> None:
        pass

    def write(self, data: bytes) -> None:
        self.written = bytes(data)

    def close(self) -> None:
        pass


@pytest.mark.parametrize("frame", [DARK, WHITE, RAINBOW])
@pytest.mark.parametrize("brightness", [255, 96, 1])
@pytest.mark.parametrize("order", ["GRB", "BRG"])
def test_the_wire_carries_what_the_library_makes_pixel_by_pixel_and_bit_by_bit(
    frame: bytes, brightness: int, order: str
) -> None:
    from neopixel_spi import NeoPixel_SPI  # noqa: PLC0415 - loads only where a strip is opened

    ours, theirs = Line(), Line()
    strip = NeoPixelSpiStrip(replace(STRIP, brightness=brightness, order=order), ours)
    pixels = NeoPixel_SPI(
        theirs,
        len(frame) // 3,
        brightness=brightness / 255,
        auto_write=False,
        pixel_order=order,
        reset_time=RESET_S,
        bit0=ZERO,
        bit1=ONE,
    )
    for shown in (RAINBOW[::-1], frame, bytes(value ^ 1 for value in frame), frame):
        strip.show(shown)
        pixels[:] = [tuple(shown[at : at + 3]) for at in range(0, len(shown), 3)]
        pixels.show()
        assert ours.written == theirs.written
    strip.close()


def chain_of(pixels: int) -> Description:
    return replace(STRIP, layout=Layout(pixels, ()), brightness=255)


def test_150_pixels_fit_spidevs_buffer_as_it_comes() -> None:
    """Whatever the chips' patience: the frame goes out in one piece."""
    rig = OnTheBus(chain_of(150), latch_ns=50_000)
    strip = rig.open()
    strip.show(b"\x12\x34\x56" * 150)
    assert rig.light() == b"\x12\x34\x56" * 150
    strip.close()


@pytest.mark.parametrize(("latch_ns", "whole"), [(280_000, True), (50_000, False)])
def test_a_longer_frame_goes_in_pieces_that_only_patient_chips_join(latch_ns: int, *, whole: bool) -> None:
    rig = OnTheBus(chain_of(300), latch_ns=latch_ns)
    strip: Strip = rig.open()
    strip.show(b"\x12\x34\x56" * 300)
    assert (rig.light() == b"\x12\x34\x56" * 300) is whole
    strip.close()


def test_a_bus_that_is_not_there_is_named() -> None:
    modules.install()
    with pytest.raises(FileNotFoundError, match=r"/dev/spidev6999\.0"):
        NeoPixelSpiStrip(replace(STRIP, bus=6999))
