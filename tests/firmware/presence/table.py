"""A table for presence: its pads in the order of the sweep, what lies on them, and time that passes by rounds."""

from collections.abc import Iterable
from typing import Self

from firmware.messages import Message
from firmware.presence import Presence
from firmware.readers.contract import Inventory

PADS = ("seat-1", "seat-2")


class Table:
    """Has started with nothing on it; with `started=False` it has not polled yet."""

    def __init__(self, *, started: bool = True) -> None:
        self.presence = Presence(lambda uid: uid[0] == 0x04)
        self.on: dict[str, list[bytes]] = {pad: [] for pad in PADS}
        self.unreadable: set[str] = set()
        self.silent: set[str] = set()
        self.now_ms = 1000
        for pad in PADS:
            self.presence.back(pad, self.now_ms)
        if started:
            self.round()

    def lay(self, uid: bytes, on: str = "seat-1") -> Self:
        self.on[on].append(uid)
        return self

    def lift(self, uid: bytes, off: str = "seat-1") -> Self:
        self.on[off].remove(uid)
        return self

    def lose(self, pad: str) -> None:
        self.silent.add(pad)
        self.presence.lost(pad)

    def regain(self, pad: str) -> None:
        self.silent.discard(pad)
        self.presence.back(pad, self.now_ms)

    def round(self, after_ms: int = 100) -> list[Message]:
        self.now_ms += after_ms
        messages = []
        for pad, uids in self.on.items():
            if pad not in self.silent:
                messages += self.presence.poll(pad, Inventory(tuple(uids), pad in self.unreadable), self.now_ms)
        return messages

    def rounds(self, count: int, after_ms: int = 100) -> list[Message]:
        return [message for _ in range(count) for message in self.round(after_ms)]

    def lying(self) -> set[tuple[str, bytes]]:
        return set(self.presence.lying(self.now_ms))


def kinds(messages: Iterable[Message]) -> list[tuple[str, str]]:
    """The kind of every message, and its pad, if it is of one."""
    return [(type(message).__name__, getattr(message, "pad", "")) for message in messages]
