"""One emulated reader board on a bench, and the real driver for it."""

from collections.abc import Callable
from itertools import count
from typing import Protocol, TypedDict, TypeVar, Unpack

from firmware.emulation import modules
from firmware.emulation.clock import VirtualClock
from firmware.emulation.field import Field
from firmware.emulation.ntag213 import Tag
from firmware.emulation.rc522 import Rc522 as Chip
from firmware.emulation.wire import Wire
from firmware.readers.contract import Inventory, Reader
from firmware.readers.rc522 import Rc522, open_rc522

_buses = count(9000)
_Answer = TypeVar("_Answer")


class ChipSettings(TypedDict, total=False):
    version: int
    collisions_absolute: bool


class Bench:
    """With `air_time=False` frames take no time."""

    def __init__(self, *, air_time: bool = True, overhead_us: int = 25, **chip: Unpack[ChipSettings]) -> None:
        modules.install()
        self.clock = VirtualClock()
        self.field = Field(self.clock, air_time=air_time)
        self.chip = Chip(self.clock, self.field, **chip)
        self.wire = Wire(self.chip, self.clock, overhead_us=overhead_us)
        self.bus = next(_buses)
        self._opened: list[Rc522] = []
        modules.solder(self.bus, 0, self.wire)

    def open(self) -> Rc522:
        reader = open_rc522(self.bus, 0, clock=self.clock)
        self._opened.append(reader)
        return reader

    def close(self) -> None:
        for reader in self._opened:
            reader.close()

    def lay(self, *uids: bytes) -> None:
        for uid in uids:
            self.field.lay(Tag(uid))

    def lay_written(self, uid: bytes, written: bytes) -> Tag:
        tag = Tag(uid, written)
        self.field.lay(tag)
        return tag

    def clear(self) -> None:
        for tag in self.field.tags:
            self.field.lift(tag.uid)

    def heal(self) -> None:
        """End what disturbs air, wire and chip."""
        self.field.disturb, self.wire.dead, self.chip.lost_irqs = None, None, 0
        self.wire.disturb = None

    def transfers(self, action: Callable[..., _Answer], *arguments: object) -> tuple[int, _Answer]:
        """How many transfers the action costs, and its answer."""
        before = self.wire.transfers
        answer = action(*arguments)
        return self.wire.transfers - before, answer

    def poll(self, reader: Reader) -> Inventory:
        reader.field(on=True)
        inventory = reader.inventory()
        reader.field(on=False)
        return inventory


class MakeBench(Protocol):
    def __call__(self, *, air_time: bool = True, overhead_us: int = 25, **chip: Unpack[ChipSettings]) -> Bench: ...
