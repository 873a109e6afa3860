"""Which driver a strip gets: the described one, or the one that this Raspberry Pi needs (HARDWARE.md 4)."""

import importlib.util
import logging
import re
import shutil
import subprocess
from collections.abc import Callable

from firmware.strips.contract import Strip
from firmware.strips.neopixel_spi_strip import NeoPixelSpiStrip
from firmware.strips.neopixel_strip import NeoPixelStrip
from firmware.strips.terminal_strip import TerminalStrip
from hardware.description import Strip as Description

SPI_PIN = 10
_BEFORE_5 = re.compile(r"Raspberry Pi (Model|Zero|(Compute Module )?[1-4](00)?\b)")

log = logging.getLogger(__name__)


class NoDriverError(Exception):
    """No driver serves this strip on this board; the text says the cure."""


class NoStrip:
    """A chain that is not there."""

    def show(self, frame: bytes) -> None:
        """Nothing to light."""

    def close(self) -> None:
        """Nothing to darken."""


def driver(strip: Description, board: str) -> str:
    """The driver's name: as described, or what "auto" means on a board of this name.

    Raises NoDriverError for a pin that no driver serves there.
    """
    before_5 = _BEFORE_5.match(board) is not None
    chosen = strip.driver
    if chosen == "auto" and strip.pin != SPI_PIN:
        chosen = "pwm"
    elif chosen == "auto":
        compiled = importlib.util.find_spec("_rpi_ws281x") is not None
        chosen = "neopixel" if before_5 and compiled else "neopixel-spi"
    if chosen == "pwm" and board and not before_5:
        raise NoDriverError(f"no driver sends on GPIO{strip.pin} of a {board}: move the data line to GPIO{SPI_PIN}")
    return chosen


def opener(strip: Description, board: str) -> Callable[[], Strip]:
    """Opens the strip on a board of this name. Where the neopixel library fails on the SPI pin, the other serves."""
    by_spi = False

    def open_strip() -> Strip:
        nonlocal by_spi
        match "neopixel-spi" if by_spi else driver(strip, board):
            case "none":
                return NoStrip()
            case "terminal":
                return TerminalStrip(strip.layout)
            case "neopixel":
                try:
                    return _proved(NeoPixelStrip(strip), strip)
                except Exception as problem:  # noqa: BLE001 - whatever a driver raises, there is another
                    log.warning("the neopixel library cannot light the strip (%s); neopixel-spi is used", problem)
                    by_spi = True
            case "pwm":
                return NeoPixelStrip(strip)
        _give_back(strip.pin)
        return NeoPixelSpiStrip(strip)

    return open_strip


def _proved(opened: Strip, strip: Description) -> Strip:
    """The strip, when it takes a dark frame: the library opens its device only for the first."""
    opened.show(bytes(3 * strip.layout.pixels))
    return opened


def _give_back(pin: int) -> None:
    """Let the pin be the SPI bus's again: Blinka leaves it an output, on which the bus stays dark until a reboot."""
    if pinctrl := shutil.which("pinctrl"):
        subprocess.run([pinctrl, "set", str(pin), "a0"], check=False, capture_output=True, timeout=5)  # noqa: S603 - ours
