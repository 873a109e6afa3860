"""The strip by the adafruit-circuitpython-neopixel library, on Raspberry Pis before the 5 (HARDWARE.md 4)."""

import os

from firmware.libraries import prescribed
from firmware.strips.pixelbuf import PixelBufStrip
from hardware.description import Strip as Description


class NeoPixelStrip(PixelBufStrip):
    """A chain on a pin that the library serves: GPIO10 by its SPI bus and without root, GPIO18 and 12 by PWM as root.

    Args:
        strip: pin, order, brightness and number of pixels.
        pin_name: the pin's name in the library's `board`, if it is not D and its number.
    """

    def __init__(self, strip: Description, pin_name: str | None = None) -> None:
        # Blinka would ask on the terminal to install packages, which are this project's own dependencies.
        os.environ.setdefault("BLINKA_SKIP_DEPENDENCY_CHECK", "1")
        board, neopixel = prescribed("board", "board_id"), prescribed("neopixel", "NeoPixel")
        super().__init__(
            neopixel.NeoPixel(
                getattr(board, pin_name or f"D{strip.pin}"),
                strip.layout.pixels,
                brightness=strip.brightness / 255,
                auto_write=False,
                pixel_order=strip.order,
            )
        )
