"""Show the frames that come as lines of hex digits, in a process that finds a Pi's devices.

    python -m tests.hardware_tier.strip TABLE

The real libraries encode them, those that the table uses on such a Pi; only the pin's GPIO line is one in name.
"""

import sys
from pathlib import Path

from hardware.description import load


class Line:
    """Where there is no /dev/gpiochip. rpi_ws281x does not need it: it sets its pin by the registers."""

    direction = None

    def __init__(self, pin: object) -> None:
        self._pin = pin

    def deinit(self) -> None:
        """Nothing was opened."""


def main(table: Path) -> None:
    """Open the table's strip, show each frame, close it."""
    import digitalio  # noqa: PLC0415  # it looks for a board when it is imported

    from firmware.board import model  # noqa: PLC0415
    from firmware.strips.choose import opener  # noqa: PLC0415

    digitalio.DigitalInOut = Line
    description = load(table).strip
    assert description is not None
    strip = opener(description, model())()
    for line in sys.stdin:
        strip.show(bytes.fromhex(line))
    strip.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
