from dataclasses import replace

from firmware.strips.contract import Strip
from firmware.strips.emulated import EmulatedStrip
from hardware.description import Strip as Description
from tests.firmware.strips.contract import Rig, StripContract


class Caught(Rig):
    """The neopixel library; what it would put on the pin is caught."""

    def __init__(self, description: Description) -> None:
        super().__init__(description)
        self.chain = EmulatedStrip(description)

    def open(self) -> Strip:
        return self.chain.open()

    def light(self) -> bytes:
        light = bytearray(len(self.chain.wire))
        for place, part in enumerate(self.description.order):
            light["RGB".index(part) :: 3] = self.chain.wire[place::3]
        return bytes(light)

    def break_down(self) -> None:
        self.chain.broken = True


class TestNeoPixelStrip(StripContract):
    def rig(self, description: Description) -> Rig:
        return Caught(description)


class TestNeoPixelStripOnPwm(StripContract):
    def rig(self, description: Description) -> Rig:
        return Caught(replace(description, pin=18, driver="pwm"))
