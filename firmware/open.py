"""A real table opened as its description says; each part that cannot be is a Fault, and the others go on."""

from collections.abc import Callable
from functools import partial

from firmware.board import model
from firmware.lamp import Lamp
from firmware.messages import Message
from firmware.metal import Metal
from firmware.picture import render
from firmware.readers.contract import Opener
from firmware.readers.rc522 import open_rc522
from firmware.strips.budget import within
from firmware.strips.choose import NoStrip, opener
from firmware.unattended import FULL_BREATH_MS, unattended
from hardware.description import Layout, Table

REST_MS, SHORT_REST_MS = 2.0, 0.4


def openers(description: Table) -> dict[str, Opener]:
    """What opens the reader of each pad, by the pad's name."""
    return {
        pad.name: partial(
            open_rc522, pad.bus, pad.device, reset_pin=description.reset_pin, speed_hz=description.speed_hz
        )
        for pad in description.pads
    }


def rest_ms(description: Table) -> float:
    """How long the readers rest after each sweep: the referee and the page want the processor too.

    Where all fields are on together a sweep takes less than 3 ms: a rest as long would double that.
    """
    return SHORT_REST_MS if len(description.groups) == 1 else REST_MS


def open_table(description: Table, put: Callable[[Message], None], known: Callable[[bytes], bool]) -> Metal:
    """The table's readers and controls, not yet started; the strip is `open_lamp`'s.

    `put` takes every message, from several threads; `known` says whether a tag belongs to the deck.
    """
    return Metal(description, openers(description), put, known, rest_ms=rest_ms(description))


def open_lamp(description: Table, put: Callable[[Message], None], board: str | None = None) -> Lamp:
    """The table's light, not yet started; without a strip one that shows nothing. `board` is the Pi's name."""
    strip = description.strip
    if strip is None:
        return Lamp(NoStrip, Layout(0, ()), put)
    name = model() if board is None else board
    return Lamp(opener(strip, name), strip.layout, put, within=partial(within, strip=strip))


def lights_out(description: Table, *, crashed: bool, board: str | None = None) -> None:
    """What is left to do when the table's process has ended: dark, or after a crash the light of an unattended table.

    Not beside a running table. Raises whatever the strip's driver does.
    """
    strip = description.strip
    if strip is None:
        return
    chain = opener(strip, model() if board is None else board)()
    if crashed:  # and never closed: it would go dark
        chain.show(within(render(unattended(strip.layout), FULL_BREATH_MS, strip.layout), strip))
    else:
        chain.close()
