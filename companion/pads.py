"""What happens at the pads, told live: one line for each message of the firmware, for people or for programs."""

import os
import select
import sys
from collections.abc import Iterable, Iterator
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Protocol, TextIO

from companion.lang import Catalogue
from companion.sentences.printable import json_line
from firmware.messages import Drawn, Fault, Message, Pressed, Removed, Scan

LOOK_S = 0.25
"""How soon a reader of our output that went away is noticed while nothing happens at the pads."""

WORDS = "setup"


class Hands(Protocol):
    """An emulated table's antennas, as hands use them."""

    def lay(self, pad: str, uid: bytes, text: str = "") -> None:
        """Bring the tag into the pad's field, with this text on it, if any; KeyError when there is no such pad."""
        ...

    def lift(self, pad: str, uid: bytes) -> None:
        """Take the tag out of the pad's field."""
        ...


def watch(messages: "SimpleQueue[Message]", out: TextIO, words: Catalogue, *, as_json: bool) -> None:
    """Tell every message, flushed at once, until nobody reads `out` any more."""
    while not _reader_gone(out):
        try:
            message = messages.get(timeout=LOOK_S)
        except Empty:
            continue
        line = json_line(event(message)) if as_json else sentence(message, words)
        print(line, file=out, flush=True)


def event(message: Message) -> dict[str, object]:
    """The message for a program: its kind as `event`, then its facts; tags as hex digits in upper case."""
    match message:
        case Scan(pad, uid, at_ms):
            return {"event": "scan", "pad": pad, "uid": uid.hex().upper(), "at_ms": at_ms}
        case Removed(pad, uid, at_ms):
            return {"event": "removed", "pad": pad, "uid": uid.hex().upper(), "at_ms": at_ms}
        case Fault(part, code, detail, at_ms, over):
            return {"event": "fault", "part": part, "code": code, "detail": detail, "over": over, "at_ms": at_ms}
        case Pressed(button, at_ms, held_ms):
            return {"event": "pressed", "button": button, "held_ms": held_ms, "at_ms": at_ms}
        case Drawn(at_ms):
            return {"event": "drawn", "at_ms": at_ms}


def sentence(message: Message, words: Catalogue) -> str:
    """The message for a person."""
    facts = event(message)
    ending = ".over" if facts.get("over") else ""
    seconds = f"{message.at_ms / 1000:.1f}"
    return words.text(f"pads.{facts['event']}{ending}", **{**facts, "seconds": seconds})


def obey(lines: Iterable[str], hands: Hands, words: Catalogue, err: TextIO) -> Iterator[str]:
    """Do what `lay PAD HEX [TEXT]` and `lift PAD HEX` say; other lines are handed on, wrong ones told."""
    for line in lines:
        try:
            match line.split():
                case ["lay", pad, digits, *text]:
                    hands.lay(pad, bytes.fromhex(digits), " ".join(text))
                case ["lift", pad, digits]:
                    hands.lift(pad, bytes.fromhex(digits))
                case _:
                    yield line
        except (KeyError, ValueError):
            print(words.text("pads.bad-line", line=line.strip()), file=err, flush=True)


def obey_beside(lines: TextIO, hands: Hands, words: Catalogue, err: TextIO) -> None:
    """Do so in a thread of its own."""

    def run() -> None:
        for line in obey(lines, hands, words, err):
            if line.strip():
                print(words.text("pads.bad-line", line=line.strip()), file=err, flush=True)

    Thread(target=run, name="hands", daemon=True).start()


def _reader_gone(out: TextIO) -> bool:
    """Whether `out` is a pipe that nobody reads any more."""
    if out is not sys.stdout:
        return False
    poll = select.poll()
    poll.register(out.fileno(), 0)
    return any(what & select.POLLERR for _, what in poll.poll(0))


def silence(out: TextIO) -> None:
    """Send what may still be in the buffer nowhere: the program ends, and its end must not fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())
