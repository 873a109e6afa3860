"""The light beam across the dispenser's slot. Callbacks only put messages."""

import logging
import threading
from collections.abc import Callable
from typing import Any

from firmware.clock import Clock, MonotonicClock, now_ms
from firmware.controls.line import DeadLineError, pulled_line
from firmware.messages import Drawn, Fault, Message

REPEAT_MS = 300  # a card flutters, and no hand draws two so fast
BLOCKED_MS = 1500  # no card takes so long

log = logging.getLogger(__name__)


class Beam:
    """A light barrier across the dispenser's slot: its open collector pulls the line low in light, or in the dark.

    A card breaks it and lets it be whole again: one Drawn then, however often it flutters before the beam has been
    whole for 300 ms. A beam that cannot be opened, or sees no light for long, is a Fault and nothing more: what darkens
    it so long may be no card. `check` is to be called now and then with the time.
    """

    def __init__(self, put: Callable[[Message], None], *, clock: Clock | None = None) -> None:
        self._put = put
        self._clock = clock or MonotonicClock()
        self._edge = threading.Lock()
        self._device: Any = None
        self._whole_ms = -REPEAT_MS
        self._dark_ms: int | None = None
        self._passing = False
        self._fault = ""

    def open(self, pin: int, pin_factory: Any = None, *, lit_high: bool = False) -> None:
        """Watch the BCM line `pin`, low while light arrives unless `lit_high`; on gpiozero's default pins or these."""
        try:
            self._device = pulled_line(pin, pin_factory)
        except DeadLineError as problem:
            log.warning("beam: %s", problem)
            self._say("offline", f"the dispenser's sensor cannot be used ({problem}): enter draws with the card")
            return
        if bool(self._device.value) == lit_high:
            self._dark_ms = now_ms(self._clock)
            self._say("blocked", "the dispenser's sensor sees no light: clear the slot, or check its wires")
        pulled_low, let_go = (self._broken, self._whole) if lit_high else (self._whole, self._broken)
        self._device.when_activated, self._device.when_deactivated = pulled_low, let_go

    def close(self) -> None:
        """Let the line go."""
        if self._device is not None:
            self._device.close()
            self._device = None

    def check(self, at_ms: int) -> None:
        """Find a beam that has been dark for too long."""
        with self._edge:
            if not self._fault and self._dark_ms is not None and at_ms - self._dark_ms >= BLOCKED_MS:
                self._say("blocked", "the dispenser's sensor sees no light: clear the slot, or check its wires")

    def _broken(self) -> None:
        with self._edge:
            self._dark_ms = now_ms(self._clock)
            self._passing = self._dark_ms - self._whole_ms >= REPEAT_MS

    def _whole(self) -> None:
        with self._edge:
            dark_ms, self._dark_ms = self._dark_ms, None
            self._whole_ms = now_ms(self._clock)
            if self._fault:
                self._put(
                    Fault("beam", self._fault, "the dispenser's sensor sees light again", self._whole_ms, over=True)
                )
                self._fault = ""
            elif self._passing and dark_ms is not None and self._whole_ms - dark_ms < BLOCKED_MS:
                self._put(Drawn(self._whole_ms))
            self._passing = False

    def _say(self, code: str, detail: str) -> None:
        self._fault = code
        self._put(Fault("beam", code, detail, now_ms(self._clock)))
