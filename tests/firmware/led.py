"""A whole emulated table, led sweep by sweep on a virtual clock; and drivers that are none."""

from firmware.emulation.clock import VirtualClock
from firmware.emulation.table import EmulatedTable
from firmware.messages import Message
from firmware.readers.contract import Inventory
from tests.firmware.tables import SIMULATED

RED, GREEN = bytes.fromhex("044a7232214b80"), bytes.fromhex("044f7132214b80")


class Led:
    """A table whose messages are collected and whose time passes by sweeps."""

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.clock = VirtualClock()
        self.table = EmulatedTable(SIMULATED, self.messages.append, lambda uid: uid[0] == 0x04, clock=self.clock)

    def sweep(self, count: int = 1, pause_ms: int = 0) -> list[Message]:
        before = len(self.messages)
        for _ in range(count):
            self.table.sweep()
            self.clock.sleep_ns(pause_ms * 1_000_000)
        return self.messages[before:]


class Faulty:
    """A driver with a mistake."""

    chip, doubt = "none", ""

    def field(self, *, on: bool) -> None:
        pass

    def call(self) -> None:
        pass

    def inventory(self) -> Inventory:
        raise ZeroDivisionError

    def memory(self, uid: bytes) -> bytes | None:
        raise ZeroDivisionError(uid)

    def close(self) -> None:
        raise OSError("already gone")


class Quiet(Faulty):
    def inventory(self) -> Inventory:
        return Inventory((RED,))
