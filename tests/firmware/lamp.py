"""A lamp on a strip that only counts, led by a hand's clock."""

import threading

from firmware.lamp import Lamp
from firmware.light import WAVE, Glow, Scene, Track
from firmware.messages import Fault
from hardware.description import Layout

LAYOUT = Layout(3, (range(1), range(1, 2), range(2, 3)))
WHITE = (255, 255, 255)
LIT = Scene((Glow(Track(0, 2), WHITE),))
MOVING = Scene((Glow(Track(0, 0), WHITE, rhythm=WAVE),))


class HandClock:
    def __init__(self) -> None:
        self.ms = 0

    def now_ns(self) -> int:
        return self.ms * 1_000_000

    def sleep_ns(self, duration_ns: int) -> None:
        self.ms += duration_ns // 1_000_000


class Board:
    """Counts what a lamp does with its strip, and breaks on demand."""

    def __init__(self) -> None:
        self.broken = False
        self.frames: list[bytes] = []
        self.opened = self.closed = 0
        self.shown = threading.Event()

    def open(self) -> "Board":
        if self.broken:
            raise OSError("no such device")
        self.opened += 1
        return self

    def show(self, frame: bytes) -> None:
        if self.broken:
            raise RuntimeError("the wire has gone")
        self.frames.append(frame)
        self.shown.set()

    def close(self) -> None:
        self.closed += 1
        if self.broken:
            raise RuntimeError("nor can it be closed")


class Rig:
    def __init__(self) -> None:
        self.board, self.clock, self.faults = Board(), HandClock(), list[Fault]()
        self.lamp = Lamp(self.board.open, LAYOUT, self.faults.append, self.clock)

    def at(self, ms: int, *, attended: bool = True) -> int:
        self.clock.ms = ms
        if attended:
            self.lamp.alive()
        return self.lamp.step()
