"""The strip by the adafruit-circuitpython-neopixel-spi library, on an SPI bus of any Raspberry Pi (HARDWARE.md 4)."""

import os
from functools import cache
from typing import Any

from firmware.libraries import prescribed
from firmware.strips.pixelbuf import PixelBufStrip, dimmed
from hardware.description import Strip as Description

ZERO, ONE = 0xC0, 0xF8
"""A bit of the chain is a byte of the bus, at 160 ns a bit: high for 320 ns, or for 800 where the library's own 0xF0
gives 640, just less than a WS2812B asks for."""
RESET_S = 300e-6  # 280 us latch a frame; as much before it covers a line that rested high


class NeoPixelSpiStrip(PixelBufStrip):
    """A chain on the data line of /dev/spidev<bus>.<device>, without root; nothing else may hang on that bus.

    `line`, in the place of that device, is anything like a busio.SPI that can be closed.
    """

    def __init__(self, strip: Description, line: Any = None) -> None:
        os.environ.setdefault("BLINKA_SKIP_DEPENDENCY_CHECK", "1")  # else it asks on the terminal to install packages
        self._line = line or _DataLine(strip.bus, strip.device)
        try:
            pixels = _chain()(
                self._line,
                strip.layout.pixels,
                dimmed(strip.brightness / 255),
                pixel_order=strip.order,
                reset_time=RESET_S,
                bit0=ZERO,
                bit1=ONE,
            )
        except BaseException:
            self._line.close()
            raise
        super().__init__(pixels)

    def close(self) -> None:
        """Dark, and the device let go."""
        try:
            super().close()
        finally:
            self._line.close()


class _DataLine:
    """As much of a busio.SPI as the library asks for, over spidev: no board needs to be known."""

    def __init__(self, bus: int, device: int) -> None:
        self._spi = prescribed("spidev", "SpiDev").SpiDev()
        self.frequency = 0
        try:
            self._spi.open(bus, device)
        except OSError as problem:
            problem.filename = problem.filename or f"/dev/spidev{bus}.{device}"  # spidev does not say it
            raise

    def try_lock(self) -> bool:
        """One thread owns the strip."""
        return True

    def unlock(self) -> None:
        """As above."""

    def configure(self, *, baudrate: int, polarity: int, phase: int) -> None:
        """Set the clock; the mode is 0, as spidev leaves it."""
        assert (polarity, phase) == (0, 0), "a chain of pixels has no other mode"
        if baudrate != self.frequency:
            self._spi.max_speed_hz = self.frequency = baudrate

    def write(self, data: bytes) -> None:
        """Send all; in pieces of spidev's bufsiz where it is longer, which the table description refuses."""
        self._spi.xfer3(data)

    def close(self) -> None:
        """Let the device go."""
        self._spi.close()


@cache
def _chain() -> type[Any]:
    """The library's class, encoding by whole runs of bytes what it does bit by bit."""
    library: Any = prescribed("neopixel_spi", "NeoPixel_SPI").NeoPixel_SPI

    class Chain(library):  # type: ignore[misc]  # the library has no type information
        """The same waves, a hundred times sooner."""

        def __init__(self, line: Any, pixels: int, values: bytes, **settings: Any) -> None:
            super().__init__(line, pixels, auto_write=False, **settings)
            self._line = line
            begin, end = len(self._reset), len(self._reset) + len(self._spibuf)
            self._wire = bytearray(self._reset + bytes((ZERO,)) * len(self._spibuf) + self._reset)
            self._planes = [
                (bit, slice(begin + bit, end, 8), waves) for bit, waves in enumerate(_waves(values)) if ONE in waves
            ]
            self._laid = [bytearray()] * 8

        def _transmit(self, buffer: bytearray) -> None:
            laid = self._laid
            for bit, places, waves in self._planes:
                plane = buffer.translate(waves)
                if plane != laid[bit]:  # the high bits seldom change from one frame to the next
                    self._wire[places] = laid[bit] = plane
            self._line.write(self._wire)

    return Chain


def _waves(values: bytes) -> list[bytes]:
    """For each bit of these values, first the highest: what the bus sends for every place in the list."""
    return [bytes(ONE if value >> (7 - bit) & 1 else ZERO for value in values) for bit in range(8)]
