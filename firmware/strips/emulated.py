"""The strip without a strip: the real library encodes, and what it would put on the wire is caught and decoded."""

import importlib
import os
import sys
import types
from weakref import WeakKeyDictionary

from firmware.strips.contract import Strip
from firmware.strips.neopixel_strip import NeoPixelStrip
from hardware.description import Strip as Description

_PACKAGES = "adafruit_blinka.platform_dependencies"
_chains: WeakKeyDictionary[object, "EmulatedStrip"] = WeakKeyDictionary()
"""The chain on each of the library's pin objects."""


class EmulatedStrip:
    """A chain of emulated pixels; drivers are opened on it.

    Attributes:
        wire: the bytes of the latest frame as they left the pin, in the strip's colour order, brightness applied.
        broken: set it, and every transfer fails as on a bus that has gone.
    """

    def __init__(self, description: Description) -> None:
        self.description = description
        self.wire = bytes(3 * description.layout.pixels)
        self.broken = False
        # The library takes brightness by multiplying and rounding down.
        least = [-(-value * 255 // description.brightness) for value in range(256)] if description.brightness else [0]
        self._undimmed = bytes(min(255, value) for value in least).ljust(256, b"\0")

    def open(self) -> Strip:
        """The unmodified library's driver, its wire ending here."""
        os.environ.setdefault("BLINKA_OS_AGNOSTIC", "1")
        from adafruit_blinka.microcontroller.generic_agnostic_board import neopixel  # noqa: PLC0415 - see NeoPixelStrip

        _load_board()
        neopixel.neopixel_write = _write
        driver = NeoPixelStrip(self.description, "NEOPIXEL")
        _chains[driver.pixels.pin] = self
        return driver

    def pixels(self) -> bytes:
        """What the wire last carried, decoded: RGB for each pixel, brightness taken out again. Any thread may ask."""
        wire, light = self.wire, bytearray(len(self.wire))
        for place, part in enumerate(self.description.order):
            light["RGB".index(part) :: 3] = wire[place::3]
        return bytes(light).translate(self._undimmed)


def _load_board() -> None:
    """Load the library's `board` without its list of packages that a real one may lack: reading that takes 1 MB."""
    if "board" in sys.modules or _PACKAGES in sys.modules:
        return
    nothing_lacks = types.ModuleType(_PACKAGES)
    nothing_lacks.install_missing_platform_dependencies = lambda _detector: None  # type: ignore[attr-defined]
    sys.modules[_PACKAGES] = nothing_lacks
    try:
        importlib.import_module("board")
    finally:
        del sys.modules[_PACKAGES]  # who asks for it later is given the real one


def _write(pin: object, buffer: bytearray) -> None:
    """Stands where the library's generic board would write."""
    chain = _chains[pin]
    if chain.broken:
        raise OSError("no answer on the wire")
    chain.wire = bytes(buffer)
