"""The RC522 reader: a subclass of the real mfrc522.MFRC522 that reads every card in the field, whole and soon.

The library's register access and reset stay; MFRC522_Init and MFRC522_ToCard are overridden, so its other methods work
too, and faster. Sources: MFRC522 data sheet rev. 3.9; facts of mfrc522 0.0.7 and of clones in the build notes.
"""

import logging
import sys
import types
from functools import cache, partial
from typing import Any

from firmware.clock import Clock, MonotonicClock
from firmware.iso14443 import FIELD_GUARD_NS
from firmware.libraries import prescribed
from firmware.readers import rpi_gpio
from firmware.readers.anticollision import inventory
from firmware.readers.contract import Inventory, ReaderError
from firmware.readers.memory import memory
from firmware.readers.transceiver import ANSWER_TICKS, BROKEN, COLLISION, START_SEND, Transceiver
from firmware.readers.versions import CLONES, GENUINE, SILENT

TICK_PRESCALER = 0x0A9  # 25 us a step of the timer
MEMORY_TICKS = 400  # 10 ms: a card may take 5 to read, as much to write
WAKE_NS = 10_000_000  # a chip that is not awake so long after its reset is none
WAKE_STEP_NS = 1_000_000

POWER_DOWN, FULL_ASK, CRYPTO_ON, ANTENNA = 0x10, 0x40, 0x08, 0x03
TX_CONTROL_IDLE = 0x80  # its value after reset
EXTENDED = "Read_MFRC522", "Write_MFRC522", "MFRC522_Reset", "MFRC522_Init", "MFRC522_ToCard"
"""What is called or overridden here; mfrc522-python, which brings a class of the same name, lacks most of it."""


class Rc522(Transceiver):
    """Comes before the library's class in the one that `open_rc522` makes. Keeps the contract of contract.Reader."""

    def __init__(self, bus: int, device: int, *, reset_pin: int, speed_hz: int, clock: Clock) -> None:
        self._clock = clock
        self._dark_ns = clock.now_ns()
        self._antenna = 0
        self._healthy = self.VersionReg, self.TxControlReg, self.TxAutoReg, self.Status2Reg
        self._forget()
        self._line: int | None = reset_pin
        rpi_gpio.hold(reset_pin)
        log = logging.getLogger("mfrc522Logger")
        before = list(log.handlers)
        try:
            super().__init__(bus, device, speed_hz, rpi_gpio.BCM, reset_pin)
        except BaseException:
            self.close()
            raise
        finally:
            log.handlers[:] = before  # the library adds one for each reader, and each message would be printed by all

    def close(self) -> None:
        """Let the SPI device go. The library's Close would also free the reset line, and so stop every other reader."""
        if hasattr(self, "spi"):
            self.spi.close()
        line, self._line = self._line, None
        if line is not None:
            rpi_gpio.let_go(line)

    def field(self, *, on: bool) -> None:
        """Switch the antenna; on only when it was off so long that every card has forgotten what it was told."""
        if on:
            self._clock.sleep_ns(self._dark_ns + FIELD_GUARD_NS - self._clock.now_ns())
        self._antenna = ANTENNA if on else 0
        self.Write_MFRC522(self.TxControlReg, TX_CONTROL_IDLE | self._antenna)
        now_ns = self._clock.now_ns()
        self._ready_ns, self._dark_ns = now_ns + FIELD_GUARD_NS, now_ns

    def _look_over(self, version: int, antenna: int, ask: int, status: int) -> None:  # type: ignore[override]  # ours
        """The chip answers, has kept its settings, its antenna is as set and its cipher off."""
        self._check_version(version)
        if ask != FULL_ASK:
            raise ReaderError("offline", "the reader lost its settings: check its supply")
        if antenna & ANTENNA != self._antenna:
            raise ReaderError("offline", "the reader's antenna switched itself: check its supply")
        if status & CRYPTO_ON:
            raise ReaderError("offline", "the reader's cipher is stuck")

    def call(self) -> None:
        """Ask who is in the field; `inventory` hears the answer, for which 0.3 ms are enough."""
        self._call()

    def inventory(self) -> Inventory:
        """All cards in the field, by anticollision; about 0.1 ms for none, 6 ms for one."""
        if not self._called:
            self._call()
        return inventory(self._exchange)

    def memory(self, uid: bytes) -> bytes | None:
        """What is written on this card; about 30 ms for an NTAG213, at most 100 when it leaves."""
        return memory(partial(self._exchange, ticks=MEMORY_TICKS), uid)

    def MFRC522_Init(self) -> None:  # noqa: N802  # the library's name
        """Reset and set up: a timer of 25 us ticks from the end of sending on, full modulation, field off."""
        deadline_ns = self._clock.now_ns() + WAKE_NS
        while (version := self.Read_MFRC522(self.VersionReg)) in SILENT and self._clock.now_ns() < deadline_ns:
            self._clock.sleep_ns(WAKE_STEP_NS)  # the reset line may have risen only now
        self._check_version(version)
        self.chip = GENUINE.get(version) or CLONES.get(version) or f"unknown chip 0x{version:02X}"
        self.doubt = (
            "" if version in GENUINE else f"{self.chip}: not made by NXP, its range and its collisions may differ"
        )
        self.MFRC522_Reset()
        deadline_ns = self._clock.now_ns() + WAKE_NS
        while self.Read_MFRC522(self.CommandReg) & POWER_DOWN:
            if self._clock.now_ns() > deadline_ns:
                raise ReaderError("offline", "the reader does not wake after its reset")
            self._clock.sleep_ns(WAKE_STEP_NS // 20)
        self._antenna = 0
        self._forget()
        for register, value in (
            (self.TModeReg, 0x80 | TICK_PRESCALER >> 8),
            (self.TPrescalerReg, TICK_PRESCALER & 0xFF),
            (self.TxAutoReg, FULL_ASK),
            (self.ModeReg, 0x3D),
            (self.CollReg, 0),
            (self.TxControlReg, TX_CONTROL_IDLE),
        ):
            self.Write_MFRC522(register, value)
        self._wait_for(ANSWER_TICKS)

    def MFRC522_ToCard(self, command: int, sendData: list[int]) -> tuple[int, list[int], int]:  # noqa: N802, N803
        """As the library's own, its 16 bytes too, but ended by the chip's timer and with the FIFO in one transfer."""
        framing = self.Read_MFRC522(self.BitFramingReg) & ~START_SEND
        self._heard_whole = False
        self._wait_for(MEMORY_TICKS)
        self._begin(self.PCD_IDLE)
        self._load(bytes(sendData))
        for register, value in (
            (self.BitFramingReg, framing),
            (self.CommandReg, command),
            (self.BitFramingReg, framing | START_SEND),
        ):
            self._write(register, value)
        raw = self._result()
        if raw is None:
            return self.MI_NOTAGERR, [], 0
        data, last_bits, error, _ = raw
        if error & (BROKEN | COLLISION):
            return self.MI_ERR, [], 0
        return self.MI_OK, list(data[: self.MAX_LEN]), 8 * len(data) - (8 - last_bits if last_bits else 0)

    def _check_version(self, version: int) -> None:
        if version in SILENT:
            raise ReaderError(
                "offline",
                f"no reader answers (VersionReg 0x{version:02X}): check its power, its wires and its reset line",
            )


@cache
def library() -> type[Any]:
    """The real mfrc522.MFRC522, unmodified, with our RPi.GPIO below it.

    Raises ImportError, in words for a person, when another library has its name.
    """
    stand_in()
    prescribed("spidev", "SpiDev")
    driver: type[Any] = prescribed("mfrc522", *(f"MFRC522.{name}" for name in EXTENDED)).MFRC522
    return driver


def stand_in() -> None:
    """From now on our RPi.GPIO is the one that is imported."""
    package = types.ModuleType("RPi")
    package.GPIO = rpi_gpio  # type: ignore[attr-defined]  # a module made at run time has no declared names
    sys.modules.update({"RPi": package, "RPi.GPIO": rpi_gpio})


@cache
def _reader_class() -> type[Rc522]:
    return type("Rc522Reader", (Rc522, library()), {"__doc__": Rc522.__doc__})


def open_rc522(
    bus: int, device: int, *, reset_pin: int | None = 25, speed_hz: int = 1_000_000, clock: Clock | None = None
) -> Rc522:
    """Open the RC522 at /dev/spidev<bus>.<device>; `reset_pin` is a BCM line that all readers may share, or not wired.

    Raises ReaderError when no chip answers, OSError when the device cannot be opened, ImportError for a wrong library.
    """
    reader_class = _reader_class()
    rpi_gpio.setmode(rpi_gpio.BCM)
    line = rpi_gpio.UNWIRED if reset_pin is None else reset_pin
    try:
        return reader_class(bus, device, reset_pin=line, speed_hz=speed_hz, clock=clock or MonotonicClock())
    except OSError as problem:
        problem.filename = problem.filename or f"/dev/spidev{bus}.{device}"  # spidev does not say it
        raise
