"""Readers, buttons, sensor, buzzer and strip, opened one by one and let go again."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from firmware.controls.buzzer import Buzzer
from firmware.controls.line import DeadLineError, pulled_line
from firmware.doctor.finding import Finding, fault, ok, warning
from firmware.messages import Fault, Message, Tone
from firmware.readers.contract import BUSY, Opener, ReaderError
from firmware.strips.contract import Strip

STEP_S = 0.05
TONE_S = 0.5


def readers(openers: Mapping[str, Opener]) -> Iterator[Finding]:
    """Which chip answers at each pad. Raises ReaderError when another program uses the readers."""
    for pad, open_reader in openers.items():
        part = f"reader {pad}"
        try:
            reader = open_reader()
        except (ReaderError, OSError, ImportError) as problem:
            if isinstance(problem, ReaderError) and problem.code == BUSY:
                raise
            yield fault(part, "reader-silent", detail=str(problem))
        except Exception as problem:  # noqa: BLE001 - a library's own mistake must not hide the other readers
            yield fault(part, "reader-silent", detail=repr(problem))
        else:
            reader.close()
            if reader.doubt:
                yield warning(part, "reader-clone", chip=reader.chip)
            else:
                yield ok(part, "reader", chip=reader.chip)


def buttons(pins: Sequence[tuple[str, int]], pin_factory: Any = None) -> Iterator[Finding]:
    """Whether each button's line can be read, and nobody presses it."""
    for name, pin in pins:
        pressed = _line(pin, pin_factory)
        part = f"button {name}"
        if isinstance(pressed, str):
            yield fault(part, "line-dead", pin=pin, detail=pressed)
        else:
            yield warning(part, "button-down", pin=pin) if pressed else ok(part, "button", pin=pin)


def beam(pin: int, pin_factory: Any = None, *, lit_high: bool = False) -> Finding:
    """Whether the dispenser's sensor sees light."""
    low = _line(pin, pin_factory)
    if isinstance(low, str):
        return fault("beam", "line-dead", pin=pin, detail=low)
    if low == lit_high:
        return fault("beam", "beam-dark", pin=pin, other="low" if lit_high else "high")
    return ok("beam", "beam", pin=pin)


def _line(pin: int, pin_factory: Any) -> bool | str:
    """Whether the line is pulled to ground; why not, when it cannot be read."""
    try:
        line = pulled_line(pin, pin_factory)
    except DeadLineError as problem:
        return str(problem)
    try:
        return bool(line.value)
    finally:
        line.close()


def buzzer(pin: int, pin_factory: Any = None, *, play: bool = False) -> Finding:
    """Whether the buzzer can be used; `play` lets it sound, for ears to judge."""
    heard: list[Message] = []
    device = Buzzer(heard.append)
    device.open(pin, pin_factory)
    if play and not heard:
        device.start()
        device.play(Tone("accepted"))
        time.sleep(TONE_S)
    device.close()
    for message in heard:
        if isinstance(message, Fault):
            return fault("buzzer", "line-dead", pin=pin, detail=message.detail)
    return ok("buzzer", "buzzer-played" if play else "buzzer", pin=pin)


def strip(open_strip: Callable[[], Strip], pixels: int, *, walk: bool, step_s: float = STEP_S) -> Finding:
    """Whether the strip can be opened; `walk` lights its pixels one after the other, for eyes to judge."""
    try:
        chain = open_strip()
        try:
            for pixel in range(pixels if walk else 0):
                frame = bytearray(3 * pixels)
                frame[3 * pixel : 3 * pixel + 3] = b"\xff\xff\xff"
                chain.show(bytes(frame))
                time.sleep(step_s)
        finally:
            chain.close()
    except Exception as problem:  # noqa: BLE001 - a driver may raise anything
        return fault("strip", "strip-silent", detail=str(problem) or repr(problem))
    return ok("strip", "strip-walked" if walk else "strip", pixels=pixels)
