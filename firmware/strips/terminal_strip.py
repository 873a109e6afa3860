"""The strip as coloured blocks in a terminal, for laptops."""

import sys
from typing import TextIO

from firmware.strips.drawing import ansi
from hardware.description import Layout


class TerminalStrip:
    """The screen's two uppermost lines: the track from START, and the pads. What others write stays below."""

    def __init__(self, layout: Layout, out: TextIO | None = None) -> None:
        self._layout, self._out = layout, out or sys.stdout

    def show(self, frame: bytes) -> None:
        """Draw the frame over the one before, and go back to where the cursor was."""
        lines = ansi(frame, self._layout).replace("\n", "\x1b[K\n")
        self._out.write(f"\x1b7\x1b[H{lines}\x1b[K\x1b8")
        self._out.flush()

    def close(self) -> None:
        """Draw it dark, and leave it there."""
        self.show(bytes(3 * self._layout.pixels))
