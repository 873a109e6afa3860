"""The MFRC522's digital part: registers, interrupts, FIFO, timer and CRC (data sheet rev. 3.9, sections 8 and 9)."""

import heapq
from collections.abc import Callable
from itertools import count

from firmware.clock import Clock
from firmware.emulation.fifo import SIZE, Fifo
from firmware.emulation.registers import (
    CRC_IRQ,
    CRC_PRESETS,
    CRYPTO_ON,
    POWER_DOWN,
    PRESCALER_EVEN,
    RESET,
    VALUES_AFTER_COLLISION,
    Error,
    Irq,
    Reg,
)
from firmware.emulation.timer import NEVER_NS, Timer
from firmware.iso14443 import crc

WAKE_NS = 37_740  # from a steady crystal to a chip that listens (8.8.2)
CRYSTAL_NS = 300_000  # until the crystal is steady after a hard reset or power-down; boards differ


class Core:
    """Registers that do more than keep what is written. What is due by the clock happens before each access.

    Bits of ComIrqReg and DivIrqReg are set or cleared by a write as its bit 7 says. Faults: `lost_irqs` are the bits of
    ComIrqReg that never show; a larger `crystal_ns` makes a board that is slow to wake.
    """

    def __init__(self, clock: Clock, version: int) -> None:
        self.lost_irqs = 0
        self.crystal_ns = CRYSTAL_NS
        self._clock = clock
        self._version = version
        self._fifo = Fifo()
        self._timer = Timer()
        self._order = count()
        self._due: list[tuple[int, int, Callable[[int], None]]] = []
        self._reads: dict[int, Callable[[], int]] = {
            Reg.COMMAND: lambda: self._registers[Reg.COMMAND] | (0 if self._awake else POWER_DOWN),
            Reg.ERROR: lambda: self._registers[Reg.ERROR] | (Error.OVERFLOW if self._fifo.overflown else 0),
            Reg.STATUS1: self._read_status1,
            Reg.FIFO_DATA: self._read_fifo,
            Reg.FIFO_LEVEL: lambda: len(self._fifo),
            Reg.CRC_RESULT_H: lambda: self._crc >> 8,
            Reg.CRC_RESULT_L: lambda: self._crc & 0xFF,
            Reg.T_COUNTER_H: lambda: self._timer.value(self._clock.now_ns()) >> 8,
            Reg.T_COUNTER_L: lambda: self._timer.value(self._clock.now_ns()) & 0xFF,
        }
        self._writes: dict[int, Callable[[int], None]] = {
            Reg.COM_IRQ: lambda value: self._mark(Reg.COM_IRQ, value),
            Reg.DIV_IRQ: lambda value: self._mark(Reg.DIV_IRQ, value),
            Reg.STATUS2: lambda value: self._keep(Reg.STATUS2, value & (self._registers[Reg.STATUS2] | ~CRYPTO_ON)),
            Reg.FIFO_DATA: self._write_fifo,
            Reg.FIFO_LEVEL: self._write_fifo_level,
            Reg.CONTROL: self._write_control,
            Reg.COLL: lambda value: self._keep(
                Reg.COLL, (self._registers[Reg.COLL] & ~VALUES_AFTER_COLLISION) | (value & VALUES_AFTER_COLLISION)
            ),
        }
        for reg in (
            Reg.ERROR,
            Reg.STATUS1,
            Reg.VERSION,
            Reg.CRC_RESULT_H,
            Reg.CRC_RESULT_L,
            Reg.T_COUNTER_H,
            Reg.T_COUNTER_L,
        ):
            self._writes[reg] = lambda _value: None  # read only
        for reg in (Reg.T_MODE, Reg.T_PRESCALER, Reg.T_RELOAD_H, Reg.T_RELOAD_L, Reg.DEMOD):
            self._writes[reg] = self._timer_register(reg)
        self.reset(crystal=False)

    def reset(self, *, crystal: bool = True) -> None:
        """All registers as after power-on. A hard reset waits for the crystal, a soft one does not."""
        self._registers = bytearray(RESET)
        self._registers[Reg.VERSION] = self._version
        self._due.clear()
        self._fifo.flush()
        self._timer.stop()
        self._load_timer()
        self._crc = 0xFFFF
        self._wake(crystal=crystal)

    def read(self, address: int) -> int:
        """What the register at this address shows now."""
        self._settle()
        special = self._reads.get(address)
        return special() if special else self._registers[address]

    def write(self, address: int, value: int) -> None:
        """Write a byte to the register at this address; lost while the chip wakes."""
        if self._settle() >= self._awake_ns:
            special = self._writes.get(address)
            if special is not None:
                special(value)
            else:
                self._keep(address, value)

    @property
    def _awake(self) -> bool:
        return self._clock.now_ns() >= self._awake_ns

    def _wake(self, *, crystal: bool) -> None:
        self._awake_ns = self._clock.now_ns() + WAKE_NS + (self.crystal_ns if crystal else 0)

    def _keep(self, address: int, value: int) -> None:
        self._registers[address] = value & 0xFF

    # What happens by itself

    def _at(self, due_ns: int, action: Callable[[int], None]) -> None:
        heapq.heappush(self._due, (due_ns, next(self._order), action))

    def _settle(self) -> int:
        """Let everything happen that is due, in the order of time; answers with the time now."""
        now_ns = self._clock.now_ns()
        while True:
            action_ns = self._due[0][0] if self._due else NEVER_NS
            timer_ns = self._timer.due_ns
            if action_ns > now_ns and timer_ns > now_ns:
                return now_ns
            if action_ns <= timer_ns:
                heapq.heappop(self._due)[2](action_ns)
            else:
                self._timer.stop()
                self._raise(Irq.TIMER)
                if self._registers[Reg.T_MODE] & 0x10:  # TAutoRestart
                    self._timer.start(timer_ns)

    # Interrupts and errors

    def _raise(self, irq: int) -> None:
        self._registers[Reg.COM_IRQ] |= irq & ~self.lost_irqs

    def _fail(self, error: int) -> None:
        if error:
            self._registers[Reg.ERROR] |= error
            self._raise(Irq.ERROR)

    def _mark(self, reg: int, value: int) -> None:
        marked = value & 0x7F
        self._registers[reg] = self._registers[reg] | marked if value & 0x80 else self._registers[reg] & ~marked

    def _alerts(self) -> int:
        water, level = self._registers[Reg.WATER_LEVEL] & 0x3F, len(self._fifo)
        return (level <= water) * Irq.LOW | (SIZE - level <= water) * Irq.HIGH

    def _read_status1(self) -> int:
        low, high = (bool(self._alerts() & irq) for irq in (Irq.LOW, Irq.HIGH))
        return (self._crc == 0) << 6 | 0x20 | self._timer.running << 3 | high << 1 | low

    # FIFO, timer, CRC

    def _read_fifo(self) -> int:
        byte = self._fifo.pop()
        self._raise(self._alerts())
        return byte

    def _write_fifo(self, value: int) -> None:
        self._fifo.push(value)
        self._raise(self._alerts())

    def _write_fifo_level(self, value: int) -> None:
        if value & 0x80:
            self._fifo.flush()
            self._raise(self._alerts())

    def _write_control(self, value: int) -> None:
        if value & 0x80:
            self._timer.stop()
        if value & 0x40:
            self._timer.start(self._clock.now_ns())

    def _timer_register(self, reg: int) -> Callable[[int], None]:
        def write(value: int) -> None:
            self._keep(reg, value)
            self._load_timer()

        return write

    def _load_timer(self) -> None:
        registers = self._registers
        self._timer.prescaler = (registers[Reg.T_MODE] & 0x0F) << 8 | registers[Reg.T_PRESCALER]
        self._timer.even = bool(registers[Reg.DEMOD] & PRESCALER_EVEN)
        self._timer.reload = registers[Reg.T_RELOAD_H] << 8 | registers[Reg.T_RELOAD_L]

    def _calculate_crc(self) -> None:
        """Take what the FIFO holds; the command itself then stays until the host writes Idle (10.3.1.4)."""
        self._crc = crc(self._fifo.drain(), CRC_PRESETS[self._registers[Reg.MODE] & 3])
        self._registers[Reg.DIV_IRQ] |= CRC_IRQ
