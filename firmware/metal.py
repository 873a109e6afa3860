"""Everything of a table above its pins but the strip: readers, beam, buttons and buzzer, opened and closed together."""

from collections.abc import Callable, Mapping
from typing import Any

from firmware.bus import Bus
from firmware.clock import Clock, MonotonicClock
from firmware.controls.beam import Beam
from firmware.controls.buttons import Buttons
from firmware.controls.buzzer import Buzzer
from firmware.messages import Expected, Message, Tone
from firmware.readers.contract import Opener
from hardware.description import Table


class Metal:
    """A table as described, its readers opened by `openers`. What cannot be opened is a Fault, and the rest goes on.

    `put` takes every message, from the threads of bus, pins and buzzer; `known` says whether a tag belongs to the deck.
    After each sweep the bus rests `rest_ms`. `pins` is gpiozero's factory, if not its default one.
    """

    def __init__(
        self,
        description: Table,
        openers: Mapping[str, Opener],
        put: Callable[[Message], None],
        known: Callable[[bytes], bool],
        *,
        pins: Any = None,
        clock: Clock | None = None,
        rest_ms: float = 0,
    ) -> None:
        self._description, self._pins = description, pins
        clock = clock or MonotonicClock()
        self._beam = Beam(put, clock=clock)
        self._buttons = Buttons(put, clock=clock)
        self._buzzer = Buzzer(put, clock=clock)
        self._bus = Bus(
            openers,
            put,
            known,
            groups=description.groups,
            clock=clock,
            rest_ms=rest_ms,
            each_sweep=self._check,
        )

    def start(self) -> None:
        """Open the controls and start polling; what lies on the pads when this returns is no tap."""
        if self._description.beam_pin is not None:
            self._beam.open(self._description.beam_pin, self._pins, lit_high=self._description.beam_lit_high)
        self._buttons.open(self._description.buttons, self._pins)
        if self._description.buzzer_pin is not None:
            self._buzzer.open(self._description.buzzer_pin, self._pins)
        self._buzzer.start()
        self._bus.start()

    def stop(self) -> None:
        """Stop polling and close everything; nothing is put afterwards. It may be started again."""
        self._bus.stop()
        self._buttons.close()
        self._beam.close()
        self._buzzer.close()

    def sweep(self) -> None:
        """Poll every pad once, for who leads the clock itself and did not start the bus's thread."""
        self._bus.sweep()

    def sweeps(self) -> int:
        """How many times every pad was polled: while nothing hangs this grows. Any thread may ask."""
        return self._bus.sweeps

    def lying(self) -> tuple[tuple[str, bytes], ...]:
        """Pad and tag of every card that has been left on a pad for a while; any thread may ask."""
        return self._bus.lying()

    def expect(self, expected: Expected) -> None:
        """Poll pads by how likely it is that the next card is laid there, from now on; any thread may say so."""
        self._bus.expect(expected)

    def read_names(self, when: Callable[[], bool]) -> None:
        """Let each Scan bring the texts on its tag while `when`, asked by the bus's thread, says so."""
        self._bus.read_names(when)

    def play(self, tone: Tone) -> None:
        """Let the buzzer play, if there is one; never waits, any thread may call."""
        self._buzzer.play(tone)

    def _check(self, at_ms: int) -> None:
        self._beam.check(at_ms)
        self._buttons.check(at_ms)
