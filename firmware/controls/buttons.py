"""Push buttons to ground: seats, undo, discard. Callbacks only put messages."""

import logging
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from firmware.clock import Clock, MonotonicClock, now_ms
from firmware.controls.line import BOUNCE_MS, DeadLineError, pulled_line
from firmware.messages import Fault, Message, Pressed

REPEAT_MS = 300  # no hand presses twice so fast: the contact flutters
HOLDS_MS = (1000, 3000)
STUCK_MS = 15_000

log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Button:
    name: str
    device: Any
    down_ms: int | None = None
    lifted_ms: int | None = None  # of a release so soon that it is a bounce, unless it lasts
    up_ms: int = -REPEAT_MS
    spent: bool = False  # this press shall say nothing more
    holds: int = 0  # so many of HOLDS_MS it has said
    stuck: bool = False

    @property
    def part(self) -> str:
        return f"button {self.name}"


class Buttons:
    """Puts a short press when it is let go, a long one when it has been held for each of HOLDS_MS.

    Bounces of 5 ms and repeats within 300 ms belong to the press before. A button that cannot be opened, or is down
    for 15 s, is a Fault and nothing more. `check` is to be called now and then with the time: it tells of holds.
    """

    def __init__(self, put: Callable[[Message], None], *, clock: Clock | None = None) -> None:
        self._put = put
        self._clock = clock or MonotonicClock()
        self._edge = threading.Lock()
        self._buttons: list[_Button] = []

    def open(self, pins: Iterable[tuple[str, int]], pin_factory: Any = None) -> None:
        """Watch the buttons, each a name and its BCM line."""
        for name, pin in pins:
            try:
                device = pulled_line(pin, pin_factory)
            except DeadLineError as problem:
                log.warning("button %s: %s", name, problem)
                detail = f"the button {name} cannot be used ({problem}): the page does the same"
                self._put(Fault(f"button {name}", "offline", detail, now_ms(self._clock)))
                continue
            button = _Button(name, device)
            self._buttons.append(button)
            if device.value:  # down already: that is no press
                button.down_ms, button.spent = now_ms(self._clock), True
            device.when_activated = partial(self._down, button)
            device.when_deactivated = partial(self._up, button)

    def close(self) -> None:
        """Let the lines go."""
        for button in self._buttons:
            button.device.close()
        self._buttons.clear()

    def check(self, at_ms: int) -> None:
        """Find buttons that are held, or stuck."""
        with self._edge:
            for button in self._buttons:
                if button.lifted_ms is not None and at_ms - button.lifted_ms >= BOUNCE_MS:
                    button.down_ms = button.lifted_ms = None  # no press was so short: a spark
                elif button.down_ms is not None:
                    self._lasting(button, at_ms - button.down_ms, at_ms)

    def _lasting(self, button: _Button, down_for_ms: int, at_ms: int) -> None:
        if not button.spent:
            self._say_holds(button, down_for_ms, at_ms)
        if down_for_ms >= STUCK_MS and not button.stuck:
            button.stuck = True
            self._put(Fault(button.part, "stuck", f"the button {button.name} is stuck: free it", at_ms))

    def _say_holds(self, button: _Button, down_for_ms: int, at_ms: int) -> None:
        for hold_ms in HOLDS_MS[button.holds :]:
            if down_for_ms >= hold_ms:
                button.holds += 1
                self._put(Pressed(button.name, at_ms, hold_ms))

    def _down(self, button: _Button) -> None:
        with self._edge:
            button.lifted_ms = None
            if button.down_ms is None:
                button.down_ms = now_ms(self._clock)
                button.spent, button.holds = button.down_ms - button.up_ms < REPEAT_MS, 0

    def _up(self, button: _Button) -> None:
        with self._edge:
            at_ms = now_ms(self._clock)
            if button.down_ms is None:
                return
            held_ms = at_ms - button.down_ms
            if held_ms < BOUNCE_MS:
                button.lifted_ms = at_ms
                return
            if not button.spent:
                self._say_holds(button, held_ms, at_ms)
                if not button.holds:
                    self._put(Pressed(button.name, at_ms, held_ms))
            if button.stuck:
                self._put(Fault(button.part, "stuck", f"the button {button.name} is free again", at_ms, over=True))
            button.down_ms, button.up_ms, button.stuck = None, at_ms, False
