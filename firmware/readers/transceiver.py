"""How the RC522 sends a frame and hears the answer, in few and long transfers (MFRC522 data sheet rev. 3.9)."""

from typing import TYPE_CHECKING, Any

from firmware.clock import Clock
from firmware.iso14443 import FRAME_DELAY_NS, REQA, Frame, answer_air_ns, to_bits
from firmware.readers.anticollision import Answer
from firmware.readers.contract import ReaderError

TICK_NS = 25_000  # a step of the timer, as rc522.TICK_PRESCALER sets it
ANSWER_TICKS = 8  # after our frame: in anticollision an answer's fifth bit is there after 150 us
LONGEST_NS = 20_000_000  # no command lasts longer, whatever the chip says

RX, IDLE, TIMER = 0x20, 0x10, 0x01  # ComIrqReg
BROKEN, COLLISION = 0x13, 0x08  # ErrorReg: overflow, parity, protocol; collision
NO_POSITION = 0x20  # CollReg
START_SEND, FLUSH = 0x80, 0x80
FIFO_SIZE = 64

if TYPE_CHECKING:

    class _Library:
        """What of mfrc522.MFRC522 is used here."""

        spi: Any

        def __init__(self, bus: int, device: int, spd: int, pin_mode: int, pin_rst: int) -> None: ...
        def MFRC522_Reset(self) -> None: ...  # noqa: N802  # the library's name
        def Write_MFRC522(self, addr: int, val: int) -> None: ...  # noqa: N802
        def Read_MFRC522(self, addr: int) -> int: ...  # noqa: N802
        def __getattr__(self, name: str) -> int: ...
else:
    _Library = object


class NoEndError(ReaderError):
    """The chip does not end a command."""


class Transceiver(_Library):
    """Frames out, answers in; the mixin of a class that is the library's too.

    A chip that has heard an answer whole goes on: Transceive then waits for the next frame (10.3.1.8) with its FIFO
    empty. After anything else it is begun anew, and so it is for the rest of a poll when going on met silence.
    A chip that takes no next frame, as a copy may, shows it by no end of that, and is always begun anew.
    """

    _clock: Clock
    _ready_ns = 0
    """When cards in the field can be ready."""
    _healthy: tuple[int, ...]
    """Registers that tell of the chip's health, and of nothing else."""

    def _look_over(self, *values: int) -> None:
        """Raise ReaderError unless the registers `_healthy` show what they should."""
        raise NotImplementedError

    def _forget(self) -> None:
        """The chip was reset."""
        self._ticks = self._sent_ns = 0
        self._can_go_on = self._goes_on = True
        self._heard_whole = False
        self._called = False

    def _call(self) -> None:
        """Send REQA, as soon as cards can be ready; the exchange of it that follows hears the answer."""
        self._goes_on = self._can_go_on
        self._send(REQA, ANSWER_TICKS)
        self._called = True

    def _exchange(self, frame: Frame, answer_bits: int, ticks: int = ANSWER_TICKS) -> Answer | None:
        """Send a frame; the answer's first bits complete the byte begun by it. No answer is awaited of 0 bits."""
        if not self._called:
            self._send(frame, ticks)
        self._called = False
        went_on, self._heard_whole = self._heard_whole, False
        align = frame.last_bits if frame.bits > 7 else 0
        try:
            raw = self._answer(frame, answer_bits, align, ticks)
        except NoEndError:
            if not went_on:
                raise
            self._can_go_on, raw = False, None
        if raw is None:
            if answer_bits:
                self._goes_on = self._goes_on and not went_on
            return None
        data, last_bits, error, position = raw
        self._heard_whole = not error & (BROKEN | COLLISION)
        bits = to_bits(data, 8 * len(data) - (8 - last_bits if last_bits else 0))[align:]
        if not error & COLLISION:
            return Answer(tuple(bits), broken=bool(error & BROKEN) or not bits)
        return Answer(
            tuple(bits), None if position & NO_POSITION else position & 0x1F or 32, broken=bool(position & NO_POSITION)
        )

    def _answer(self, frame: Frame, bits: int, align: int, ticks: int) -> tuple[bytes, int, int, int] | None:
        """What `_result` tells of the answer to the frame just sent; None for silence."""
        sent_ns = self._sent_ns + frame.air_ns
        # Most calls meet nobody, and then no more is to be read.
        if frame is REQA and not self._answered(sent_ns + ticks * TICK_NS):
            return None
        self._wait_until(sent_ns + FRAME_DELAY_NS[0] + answer_air_ns(bits, align))
        # A memory takes its time; of other answers it is known when they are there.
        return self._result((align + bits + 7) // 8 if ticks == ANSWER_TICKS else 0) if bits else None

    def _answered(self, timed_out_ns: int) -> bool:
        """Whether anything answers, by the time when the timer ends if nothing does; looks the chip over, too."""
        self._wait_until(timed_out_ns)
        irq, *health = self._read_each(self.CommIrqReg, *self._healthy)
        self._look_over(*health)
        return irq & (RX | IDLE | TIMER) != TIMER

    def _wait_until(self, at_ns: int) -> None:
        self._clock.sleep_ns(at_ns - self._clock.now_ns())

    def _wait_for(self, ticks: int) -> None:
        """Set how long the timer waits for an answer, when that is not so already."""
        if ticks != self._ticks:
            self._write(self.TReloadRegH, ticks - 1 >> 8)
            self._write(self.TReloadRegL, ticks - 1 & 0xFF)
            self._ticks = ticks

    def _send(self, frame: Frame, ticks: int) -> None:
        """Send a frame as soon as cards can be ready."""
        self._wait_for(ticks)
        self._heard_whole = self._heard_whole and self._goes_on
        if not self._heard_whole:
            self._begin(self.PCD_TRANSCEIVE)
        self._load(frame.data)
        align = frame.last_bits if frame.bits > 7 else 0
        framing = align << 4 | frame.last_bits
        self._wait_until(self._ready_ns)
        self._write(self.BitFramingReg, framing, framing | START_SEND)
        self._sent_ns = self._clock.now_ns()

    def _begin(self, command: int) -> None:
        """Begin a command that waits for what is to be sent, whatever the chip was at."""
        self._write(self.BitFramingReg, 0)
        self._write(self.CommandReg, self.PCD_IDLE, command)
        self._write(self.FIFOLevelReg, FLUSH)

    def _load(self, data: bytes) -> None:
        """Put into the FIFO what is to be sent; interrupts are of what comes then."""
        self._write(self.CommIrqReg, 0x7F)
        self._write(self.FIFODataReg, *data)

    def _result(self, expected: int = 0) -> tuple[bytes, int, int, int] | None:
        """What a command ends with: FIFO content, RxLastBits, ErrorReg and CollReg, or None when the timer ended it.

        So many bytes are read from the FIFO at once; an answer that was not whole by then comes back shorter.
        """
        deadline_ns = self._clock.now_ns() + LONGEST_NS
        while True:
            irq, error, level, control, collision, *received = self._read_each(
                self.CommIrqReg,
                self.ErrorReg,
                self.FIFOLevelReg,
                self.ControlReg,
                self.CollReg,
                *[self.FIFODataReg] * expected,
            )
            if irq & (RX | IDLE):
                break
            if irq & TIMER:
                return None
            if self._clock.now_ns() > deadline_ns:
                raise NoEndError("offline", "the reader does not end a command: check its wires")
            expected = 0
        if level > FIFO_SIZE:
            raise ReaderError("offline", "the reader answers nonsense: check its wires")
        if level > len(received):
            received += self._read_each(*[self.FIFODataReg] * (level - len(received)))
        return bytes(received[:level]), control & 7, error, collision

    def _write(self, register: int, *values: int) -> None:
        """One value after another into a register, in one transfer."""
        self.spi.xfer2([register << 1, *values])

    def _read_each(self, *registers: int) -> list[int]:
        """Several registers in one transfer."""
        values: list[int] = self.spi.xfer2([*(0x80 | register << 1 for register in registers), 0])[1:]
        return values
