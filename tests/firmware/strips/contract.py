"""What every driver of a strip must do, whatever carries its light: the test class of a driver inherits this."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import replace

import pytest

from firmware.strips.contract import Strip
from hardware.description import Strip as Description
from tests.firmware.tables import SIMULATED

assert SIMULATED.strip is not None
STRIP = SIMULATED.strip
PIXELS = STRIP.layout.pixels


class Rig(ABC):
    """A driver on something that carries its light. `dims`: whether brightness is the driver's business."""

    dims = True

    def __init__(self, description: Description) -> None:
        self.description = description

    @abstractmethod
    def open(self) -> Strip:
        """The driver under test."""

    @abstractmethod
    def light(self) -> bytes:
        """RGB of each pixel as it is lit."""

    @abstractmethod
    def break_down(self) -> None:
        """From now on nothing comes through."""

    def expected(self, frame: bytes) -> bytes:
        """The light of a frame, give or take one of 255."""
        dimming = self.description.brightness if self.dims else 255
        return bytes(value * dimming // 255 for value in frame)

    def shows(self, frame: bytes) -> bool:
        return all(abs(a - b) <= 1 for a, b in zip(self.light(), self.expected(frame), strict=True))


RAINBOW = bytes(7 * n % 256 for n in range(3 * PIXELS))
WHITE = b"\xff" * 3 * PIXELS
DARK = bytes(3 * PIXELS)


class StripContract(ABC):
    """Inherit, and say in `rig` what the driver is and what it hangs on."""

    @abstractmethod
    def rig(self, description: Description) -> Rig:
        """A rig for this strip."""

    @pytest.fixture
    def made(self) -> Rig:
        return self.rig(STRIP)

    @pytest.fixture
    def strip(self, made: Rig) -> Iterator[Strip]:
        strip = made.open()
        yield strip
        strip.close()

    def test_it_lights_every_pixel_in_its_colour(self, made: Rig, strip: Strip) -> None:
        strip.show(RAINBOW)
        assert made.shows(RAINBOW)

    def test_the_latest_frame_is_shown_and_nothing_of_those_before(self, made: Rig, strip: Strip) -> None:
        for frame in (WHITE, RAINBOW, RAINBOW[::-1], DARK, RAINBOW[1:] + RAINBOW[:1]):
            strip.show(frame)
            assert made.shows(bytes(frame))

    def test_the_same_frame_may_be_shown_again(self, made: Rig, strip: Strip) -> None:
        strip.show(RAINBOW)
        strip.show(RAINBOW)
        assert made.shows(RAINBOW)

    def test_a_fade_is_shown_step_by_step(self, made: Rig, strip: Strip) -> None:
        for level in (*range(256), *range(254, 0, -51)):
            frame = bytes(level * value // 255 for value in RAINBOW)
            strip.show(frame)
            assert made.shows(frame)

    def test_each_pixel_is_its_own(self, made: Rig, strip: Strip) -> None:
        for pixel in (0, 1, PIXELS // 2, PIXELS - 1):
            frame = bytearray(DARK)
            frame[3 * pixel : 3 * pixel + 3] = b"\xff\x80\x40"
            strip.show(bytes(frame))
            assert made.shows(bytes(frame))

    @pytest.mark.parametrize("order", ["RGB", "GRB", "BRG"])
    def test_the_chains_order_of_colours_does_not_matter(self, order: str) -> None:
        rig = self.rig(replace(STRIP, order=order))
        strip = rig.open()
        strip.show(RAINBOW)
        assert rig.shows(RAINBOW)
        strip.close()

    @pytest.mark.parametrize("brightness", [0, 1, 96, 255])
    def test_brightness_dims_every_colour_alike(self, brightness: int) -> None:
        rig = self.rig(replace(STRIP, brightness=brightness))
        strip = rig.open()
        strip.show(WHITE)
        assert rig.shows(WHITE)
        strip.close()

    def test_it_goes_dark_when_closed_and_may_be_opened_again(self, made: Rig) -> None:
        for _ in range(2):
            strip = made.open()
            strip.show(RAINBOW)
            strip.close()
            assert made.light() == DARK

    def test_what_does_not_come_through_is_raised(self, made: Rig) -> None:
        strip = made.open()
        strip.show(RAINBOW)
        made.break_down()
        with pytest.raises(OSError, match=r"on the wire|nobody looks"):
            strip.show(WHITE)
        with pytest.raises(OSError, match=r"on the wire|nobody looks"):
            strip.close()
