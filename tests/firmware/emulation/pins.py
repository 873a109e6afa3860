"""The pins of an emulated board, and what a host does with them."""

from typing import Self

from firmware.emulation.registers import Command, Reg
from firmware.iso14443 import Frame
from tests.firmware.bench import Bench

SPEED_HZ = 1_000_000


class Pins:
    """Talks to a board as a host does: addresses shifted, bit 7 for reading."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        bench.clock.sleep_ns(100_000)  # awake

    def write(self, reg: int, *values: int) -> None:
        self.bench.wire.transfer(bytes((reg << 1, *values)), SPEED_HZ)

    def read(self, reg: int) -> int:
        return self.read_each(reg)[0]

    def read_each(self, *regs: int) -> list[int]:
        """All in one transfer."""
        return list(self.bench.wire.transfer(bytes((*(0x80 | reg << 1 for reg in regs), 0)), SPEED_HZ)[1:])

    def fifo(self) -> bytes:
        return bytes(self.read_each(*[Reg.FIFO_DATA] * self.read(Reg.FIFO_LEVEL)))

    def tune(self) -> Self:
        """Full modulation, antenna on for long enough, timer of 1 ms from the end of sending."""
        for reg, value in ((Reg.TX_ASK, 0x40), (Reg.T_MODE, 0x80), (Reg.T_PRESCALER, 0xA9), (Reg.T_RELOAD_L, 39)):
            self.write(reg, value)
        self.write(Reg.COMMAND, Command.IDLE)
        self.write(Reg.TX_CONTROL, 0x83)
        self.bench.clock.sleep_ns(5_000_000)
        return self

    def lay(self, *uids: bytes) -> Self:
        self.bench.lay(*uids)
        self.bench.clock.sleep_ns(5_000_000)
        return self

    def start(self, frame: Frame, align: int = 0, command: int = Command.TRANSCEIVE) -> None:
        self.write(Reg.COMMAND, Command.IDLE)
        self.write(Reg.COM_IRQ, 0x7F)
        self.write(Reg.FIFO_LEVEL, 0x80)
        self.write(Reg.FIFO_DATA, *frame.data)
        self.write(Reg.BIT_FRAMING, align << 4 | frame.last_bits)
        self.write(Reg.COMMAND, command)
        self.write(Reg.BIT_FRAMING, 0x80 | align << 4 | frame.last_bits)

    def transceive(self, frame: Frame, align: int = 0) -> bytes:
        self.start(frame, align)
        self.bench.clock.sleep_ns(4_000_000)
        return self.fifo()
