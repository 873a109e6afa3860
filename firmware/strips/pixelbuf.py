"""What the two libraries of the strip have in common: both keep the pixels in an adafruit_pixelbuf.PixelBuf."""

from typing import Any


class PixelBufStrip:
    """A chain whose `pixels`, one of the libraries' objects, knows colour order, brightness and the wire."""

    def __init__(self, pixels: Any) -> None:
        self.pixels = pixels
        self._dimmed = dimmed(pixels.brightness) if pixels.brightness < 1 else None
        self._moved = [
            ("RGB".index(part), place) for place, part in enumerate(pixels.byteorder) if part != "RGB"[place]
        ]

    def show(self, frame: bytes) -> None:
        """Send the whole chain, in the library's order and brightness, but by runs of bytes."""
        light = bytearray(frame)
        if self._dimmed:
            light = light.translate(self._dimmed)
        wire = light[:]
        for part, place in self._moved:
            wire[place::3] = light[part::3]
        self.pixels._transmit(wire)  # noqa: SLF001 - as its show() does, a hundred times sooner than pixel by pixel

    def close(self) -> None:
        """Dark, and the wire let go."""
        self.pixels.deinit()


def dimmed(brightness: float) -> bytes:
    """What becomes of each value, 0-255, at this brightness, 0-1: as the libraries reckon it."""
    return bytes(int(value * brightness) for value in range(256))
