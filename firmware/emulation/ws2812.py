"""A chain of WS2812B pixels on the data line of an SPI bus: it measures pulses, shifts bits on, and latches frames."""

import re

PULSE = re.compile("(1+)(0*)")
ZERO_NS = range(250, 381)  # high for so long is a 0; what all makes and ages of the chip agree on
ONE_NS = range(650, 951)
LATCH_NS = 280_000
CORE_HZ = 500_000_000  # an even share of it is the bus's true clock; a Pi 5's is one of 200 MHz, the same at 6.25 MHz


class Ws2812:
    """A chain of so many pixels.

    Between two transfers the line is low for `gap_ns`: programs are not that fast. Older chips latch after 50 us.

    Attributes:
        wire: what the pixels show, three bytes each, in the order in which they were sent.
        noise: pulses of no length that a chip understands.
        broken: set it, and every transfer fails as on a bus that has gone.
    """

    def __init__(self, pixels: int, *, latch_ns: int = LATCH_NS, gap_ns: int = 60_000) -> None:
        self.wire = bytes(3 * pixels)
        self.noise = 0
        self.broken = False
        self._latch_ns, self._gap_ns = latch_ns, gap_ns
        self._bits: list[str] = []
        self._low_ns = 0.0

    def transfer(self, mosi: bytes, speed_hz: int) -> bytes:
        """One transfer; nothing comes back from a chain."""
        if self.broken:
            raise OSError("no answer on the wire")
        bit_ns = 1e9 * (-(-CORE_HZ // speed_hz) + 1 & ~1) / CORE_HZ
        line = "".join(f"{byte:08b}" for byte in mosi)
        first = line.find("1")
        self._low(bit_ns * (len(line) if first < 0 else first))
        for high, low in PULSE.findall(line):
            self._pulse(len(high) * bit_ns)
            self._low_ns = 0.0
            self._low(len(low) * bit_ns)
        self._low(self._gap_ns)
        return bytes(len(mosi))

    def _pulse(self, high_ns: float) -> None:
        if round(high_ns) in ZERO_NS:
            self._bits.append("0")
        elif round(high_ns) in ONE_NS:
            self._bits.append("1")
        else:
            self.noise += 1

    def _low(self, low_ns: float) -> None:
        self._low_ns += low_ns
        if self._low_ns >= self._latch_ns and self._bits:
            whole = len(self._bits) // 8
            sent = int("".join(self._bits[: 8 * whole]) or "0", 2).to_bytes(whole)
            self.wire = (sent + self.wire[whole:])[: len(self.wire)]
            self._bits = []
