"""Buttons, buzzer and the dispenser's sensor: each on a pin of its own, each optional."""

from hardware.pads import ANY, SEATS, Pad
from hardware.pins import Pins
from hardware.source import Section

__all__ = ["BUTTONS", "read_beam", "read_buttons", "read_pin"]

BUTTONS = (*SEATS, "discard", "undo")


def read_buttons(section: Section, pads: tuple[Pad, ...], pins: Pins) -> tuple[tuple[str, int], ...]:
    """Name and pin of every button of ``[buttons]``; one at a seat needs that seat's pad, or the only reader."""
    names = {pad.name for pad in pads}
    buttons = []
    for name in BUTTONS:
        if name in section:
            pin = pins.claim(section, name, f"button {name}")
            if name in SEATS and not names & {name, ANY}:
                section.fail(name, f"no pad is named {name}; remove the button, or add [[pads]] with that name")
            buttons.append((name, pin))
    section.close()
    return tuple(buttons)


def read_beam(section: Section, pins: Pins) -> tuple[int, bool]:
    """Pin of the dispenser's sensor, and whether its output is high while light arrives: both kinds are sold."""
    lit_high = section.choice("lit", ("low", "high"), "low") == "high"
    return read_pin(section, "dispenser's sensor", pins), lit_high


def read_pin(section: Section, user: str, pins: Pins) -> int:
    """The ``pin`` of a part that has nothing else."""
    pin = pins.claim(section, "pin", user)
    section.close()
    return pin
