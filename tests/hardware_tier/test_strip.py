"""Frames on GPIO10, encoded by the libraries that light a real strip, decoded from what the SPI device was sent."""

import random
from dataclasses import dataclass

import pytest

from hardware.description import TABLES, Strip, load
from tests.hardware_tier.chips import PI_4, PI_5, Recorder
from tests.hardware_tier.pi import Pi

pytestmark = pytest.mark.hardware

TABLE = TABLES / "six-seats.toml"
GPIO_SELECT_1 = 0xFE20_0004  # GPFSEL1 of a Pi 4
ALT0 = 4


@dataclass(frozen=True)
class Wave:
    """A bit of the strip on the SPI bus: its clock, how many of its bits, a 0, a 1; and bytes before the first."""

    speed_hz: int
    width: int
    zero: int
    one: int
    leading: int

    def decoded(self, mosi: bytes, count: int) -> bytes:
        """The first `count` bytes of the strip's data, all that is before and after them low; else KeyError."""
        assert not any(mosi[: self.leading])
        sent = "".join(f"{byte:08b}" for byte in mosi[self.leading :])
        end = 8 * count * self.width
        assert "1" not in sent[end:], "the strip latches"
        values = {f"{self.zero:0{self.width}b}": "0", f"{self.one:0{self.width}b}": "1"}
        bits = "".join(values[sent[at : at + self.width]] for at in range(0, end, self.width))
        return int(bits, 2).to_bytes(count, "big")


WAVES = {
    "by rpi_ws281x": (PI_4, Wave(2_400_000, 3, 0b100, 0b110, 0)),
    "by neopixel_spi": (PI_5, Wave(6_400_000, 8, 0xC0, 0xF8, 240)),
}


@pytest.fixture
def strip() -> Strip:
    strip = load(TABLE).strip
    assert strip is not None
    assert (strip.pin, strip.bus, strip.device) == (10, 0, 0)
    return strip


def dimmed(strip: Strip, frame: bytes) -> list[int]:
    """What is to be on the wire: the frame in the strip's order, rounded down."""
    parts = ["RGB".index(part) for part in strip.order]
    return [frame[at + part] * strip.brightness // 255 for at in range(0, len(frame), 3) for part in parts]


@pytest.mark.parametrize("way", WAVES)
def test_frames_arrive_as_they_were_shown(pi: Pi, strip: Strip, way: str) -> None:
    board, wave = WAVES[way]
    pi.devices.be(*board)
    chain = Recorder()
    pi.devices.solder(strip.bus, strip.device, chain)
    size = 3 * strip.layout.pixels
    chance = random.Random(5)  # noqa: S311  # a repeatable one is wanted
    frames = [bytes((255, 0, 10)) + bytes(size - 3), b"\xff" * size, *(chance.randbytes(size) for _ in range(3))]
    pi.run("-m", "tests.hardware_tier.strip", str(TABLE), told="\n".join(frame.hex() for frame in frames))
    assert {speed_hz for speed_hz, _ in chain.frames} == {wave.speed_hz}
    assert all(len(mosi) <= strip.bufsiz for _, mosi in chain.frames)
    *shown, dark = (wave.decoded(mosi, size) for _, mosi in chain.frames)
    assert len(shown) >= len(frames)
    for frame, got in zip(frames, shown[-len(frames) :], strict=True):
        off = [value - wanted for value, wanted in zip(got, dimmed(strip, frame), strict=True)]
        assert set(off) <= {-1, 0}, "floating point rounds a whole product down"
    assert not any(dark), "dark when closed"


def test_rpi_ws281x_gives_the_pin_to_the_bus(pi: Pi, strip: Strip) -> None:
    pi.devices.solder(strip.bus, strip.device, Recorder())
    pi.run("-m", "tests.hardware_tier.strip", str(TABLE), told=bytes(3 * strip.layout.pixels).hex())
    assert pi.devices.register(GPIO_SELECT_1) & 7 == ALT0
