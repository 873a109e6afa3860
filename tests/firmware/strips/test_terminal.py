import io
import re

import pytest

from firmware.strips.beside import Beside
from firmware.strips.contract import Strip
from firmware.strips.terminal_strip import TerminalStrip
from hardware.description import Strip as Description
from tests.firmware.strips.contract import DARK, PIXELS, RAINBOW, STRIP, WHITE, Rig, StripContract

BLOCK = re.compile(r"\x1b\[48;2;(\d+);(\d+);(\d+)m ")


class Screen(io.StringIO):
    broken = False

    def write(self, text: str) -> int:
        if self.broken:
            raise BrokenPipeError("nobody looks")
        return super().write(text)


class Terminal(Rig):
    """The terminal's blocks, read back in the order of the layout."""

    dims = False

    def __init__(self, description: Description) -> None:
        super().__init__(description)
        self.screen = Screen()

    def open(self) -> Strip:
        return TerminalStrip(self.description.layout, self.screen)

    def light(self) -> bytes:
        layout = self.description.layout
        places = [pixel for space in layout.track for pixel in space]
        places += [pixel for _, pixels in layout.pads for pixel in pixels]
        light = bytearray(3 * PIXELS)
        blocks = BLOCK.findall(self.screen.getvalue())[-PIXELS:]
        for pixel, colour in zip(places, blocks, strict=True):
            light[3 * pixel : 3 * pixel + 3] = bytes(map(int, colour))
        return bytes(light)

    def break_down(self) -> None:
        self.screen.broken = True


class TestTerminalStrip(StripContract):
    def rig(self, description: Description) -> Rig:
        return Terminal(description)


class TwoTerminals(Terminal):
    """Both have to show the same."""

    def __init__(self, description: Description) -> None:
        super().__init__(description)
        self.other = Terminal(description)

    def open(self) -> Strip:
        return Beside(super().open(), self.other.open())

    def light(self) -> bytes:
        assert self.other.light() == super().light()
        return super().light()


class TestBeside(StripContract):
    def rig(self, description: Description) -> Rig:
        return TwoTerminals(description)


def test_frames_are_drawn_on_the_two_uppermost_lines_and_the_cursor_goes_back() -> None:
    rig = Terminal(STRIP)
    strip = rig.open()
    for frame in (RAINBOW, WHITE, DARK):
        strip.show(frame)
    frames = rig.screen.getvalue().split("\x1b8")
    assert [frame.startswith("\x1b7\x1b[H") and frame.count("\n") == 1 for frame in frames[:-1]] == [True] * 3
    assert frames[-1] == ""


def test_when_the_wire_fails_the_terminal_goes_dark_all_the_same() -> None:
    rig = TwoTerminals(STRIP)
    strip = rig.open()
    strip.show(RAINBOW)
    rig.break_down()
    with pytest.raises(BrokenPipeError):
        strip.close()
    assert rig.other.light() == DARK
