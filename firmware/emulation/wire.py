"""What hangs on one chip select: SPI frames of an MFRC522 (data sheet rev. 3.9, 8.1.2), their time, their faults."""

from collections.abc import Callable

from firmware.clock import Clock
from firmware.emulation.rc522 import Rc522

FASTEST_HZ = 10_000_000


class Wire:
    """One reader board on the bus.

    `overhead_us` is what the host needs for a transfer beside its bits. `dead` is what MISO shows for ever (0x00 or
    0xFF) when the board is broken or gone; `reset_low` tells whether the board's reset line is low, in which case MISO
    is frozen at `frozen`, and `resets` how often it was. `disturb` is what becomes of bytes on their way, there and
    back (faults.py).
    """

    def __init__(self, chip: Rc522, clock: Clock, *, overhead_us: int = 25) -> None:
        self.chip = chip
        self.overhead_us = overhead_us
        self.dead: int | None = None
        self.frozen = 0xFF
        self.reset_low: Callable[[], bool] = lambda: False
        self.resets: Callable[[], int] = lambda: 0
        self.disturb: Callable[[bytes], bytes] | None = None
        self.transfers = 0
        self._clock = clock
        self._was_low = False
        self._hung_since: int | None = None
        self._steady_ns = 0

    def hang(self) -> None:
        """From now on the chip answers nothing, until its reset line was low."""
        self._hung_since = self.resets()

    def transfer(self, mosi: bytes, speed_hz: int) -> bytes:
        """One frame with the chip select low: as many bytes come back as go out."""
        self.transfers += 1
        self._clock.sleep_ns(self.overhead_us * 1000 + len(mosi) * 8_000_000_000 // speed_hz)
        if self.disturb is None:
            return self._answer(mosi, speed_hz)
        return self.disturb(self._answer(self.disturb(mosi), speed_hz))

    def _answer(self, mosi: bytes, speed_hz: int) -> bytes:
        if self.dead is not None:
            return bytes((self.dead,)) * len(mosi)
        if self.reset_low():
            self._was_low = True
            return bytes((self.frozen,)) * len(mosi)
        if self._hung_since is not None:
            if self.resets() == self._hung_since:
                return bytes((self.frozen,)) * len(mosi)
            self._hung_since, self._was_low = None, True
        if self._was_low:
            self._was_low = False
            self.chip.reset()
            self._steady_ns = self._clock.now_ns() + self.chip.crystal_ns
        if not mosi or speed_hz > FASTEST_HZ or self._clock.now_ns() < self._steady_ns:
            return bytes(len(mosi))
        return self._read(mosi) if mosi[0] & 0x80 else self._write(mosi)

    def _read(self, mosi: bytes) -> bytes:
        """Each byte but the last is an address; its value comes back with the next byte."""
        read = self.chip.read
        return bytes([0, *[read(byte >> 1 & 0x3F) for byte in mosi[:-1]]])

    def _write(self, mosi: bytes) -> bytes:
        """The first byte is the address to which all others go."""
        address, write = mosi[0] >> 1 & 0x3F, self.chip.write
        for byte in mosi[1:]:
            write(address, byte)
        return bytes(len(mosi))
