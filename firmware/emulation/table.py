"""A table without metal: emulated readers, beam and buttons, and the firmware on them."""

import threading
from collections.abc import Callable
from functools import partial
from itertools import count

from firmware.clock import Clock, MonotonicClock, now_ms
from firmware.controls.beam import REPEAT_MS
from firmware.emulation import modules
from firmware.emulation.clock import VirtualClock
from firmware.emulation.field import Field
from firmware.emulation.ntag213 import Tag
from firmware.emulation.phone import text_on_tag
from firmware.emulation.rc522 import Rc522
from firmware.emulation.wire import Wire
from firmware.messages import Message
from firmware.metal import Metal
from firmware.readers.rc522 import open_rc522
from hardware.description import Table

SWEEP_MS = 60
"""A sweep of seven pads takes 40 ms on a real bus and none of the processor's time; here it is the other way round."""
_buses = count(100)  # each table solders its own bus, so that none finds another's readers


class EmulatedTable(Metal):
    """Everything above the pins is the code of the real table.

    All methods may be called from any thread, but `sweep` only when the table was not started.
    `fields` and `wires` are the antennas and boards by pad, for faults: `wires["seat-1"].dead = 0xFF`.
    """

    def __init__(
        self,
        description: Table,
        put: Callable[[Message], None],
        known: Callable[[bytes], bool],
        *,
        clock: Clock | None = None,
        rest_ms: float = SWEEP_MS,
    ) -> None:
        modules.install()
        self._clock = clock or MonotonicClock()
        air = clock or VirtualClock()
        bus = next(_buses)
        self.fields = {pad.name: Field(air) for pad in description.pads}
        self.wires = {pad: Wire(Rc522(air, field), air) for pad, field in self.fields.items()}
        openers = {}
        for device, (pad, wire) in enumerate(self.wires.items()):
            if description.reset_pin is not None:
                wire.reset_low = modules.driven_low(description.reset_pin)
                wire.resets = modules.times_driven_low(description.reset_pin)
            modules.solder(bus, device, wire)
            openers[pad] = partial(open_rc522, bus, device, reset_pin=description.reset_pin, clock=air)
        self._lit_high = description.beam_lit_high
        pins, self._light = modules.lit_pin(description.beam_pin, lit_high=self._lit_high)
        self._lines = {name: pins.pin(f"GPIO{pin}") for name, pin in description.buttons}
        super().__init__(description, openers, put, known, pins=pins, clock=self._clock, rest_ms=rest_ms)
        self._drawing = threading.Lock()
        self._drawn_ms = -REPEAT_MS

    def lay(self, pad: str, uid: bytes, text: str = "") -> None:
        """Bring the tag into the pad's field, with this text on it, if any; nothing when it is there."""
        if all(tag.uid != uid for tag in self.fields[pad].tags):
            self.fields[pad].lay(Tag(uid, text_on_tag(text) if text else b""))

    def lift(self, pad: str, uid: bytes) -> None:
        """Take the tag out of the pad's field; nothing when it is not there."""
        self.fields[pad].lift(uid)

    def trip_beam(self) -> None:
        """One card leaves the dispenser: the beam is broken and whole again. Waits as long as a hand would.

        Nothing where the table has no beam.
        """
        if self._light is None:
            return
        with self._drawing:
            self._clock.sleep_ns((self._drawn_ms + REPEAT_MS - now_ms(self._clock)) * 1_000_000)
            self.darken_beam(dark=True)
            self.darken_beam(dark=False)
            self._drawn_ms = now_ms(self._clock)

    def darken_beam(self, *, dark: bool) -> None:
        """A fault: no light arrives any more, or it does again."""
        (self._light.drive_high if dark != self._lit_high else self._light.drive_low)()

    def press(self, button: str, held_ms: int = 100) -> None:
        """Press a button for so long; returns when it is let go."""
        self._lines[button].drive_low()
        self._clock.sleep_ns(held_ms * 1_000_000)
        self._lines[button].drive_high()


def open_emulated(
    description: Table, put: Callable[[Message], None], known: Callable[[bytes], bool], *, rest_ms: float = SWEEP_MS
) -> EmulatedTable:
    """The simulated table in real time, not yet started; as Metal, with hands."""
    return EmulatedTable(description, put, known, rest_ms=rest_ms)
