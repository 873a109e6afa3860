"""One line of the header that something outside pulls to ground."""

from typing import Any

from firmware.libraries import prescribed

BOUNCE_MS = 5


class DeadLineError(Exception):
    """A line cannot be used; the text is the pin library's own."""


def pulled_line(pin: int, pin_factory: Any = None) -> Any:
    """An input by gpiozero on the BCM line `pin`, active while pulled low; where the kernel can, it swallows bounces.

    On gpiozero's default pins unless a factory is given. Raises DeadLineError.
    """
    try:
        line = prescribed("gpiozero", "DigitalInputDevice").DigitalInputDevice
        return line(pin, pull_up=True, bounce_time=BOUNCE_MS / 1000, pin_factory=pin_factory)
    except Exception as problem:  # the library below gpiozero raises errors of its own ("GPIO busy")
        raise DeadLineError(str(problem)) from problem
