"""The strip's share of the supply: no frame draws more."""

from hardware.description import Strip as Description


def drawn_ma(frame: bytes, strip: Description) -> int:
    """What a frame (RGB, before brightness) draws, rounded up: each of a pixel's three lights by its value."""
    return -(-sum(frame) * strip.ma_per_pixel * strip.brightness // (3 * 255 * 255))


def within(frame: bytes, strip: Description) -> bytes:
    """The frame, dimmed evenly to `strip.limit_ma` where it would draw more."""
    if strip.limit_ma is None:
        return frame
    asked_ma = drawn_ma(frame, strip)
    if asked_ma <= strip.limit_ma:
        return frame
    return frame.translate(bytes(value * strip.limit_ma // asked_ma for value in range(256)))
