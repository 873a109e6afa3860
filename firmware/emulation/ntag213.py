"""An NTAG213 sticker: its states, its answers, its memory (NTAG213/215/216 data sheet, sections 8 to 10)."""

from dataclasses import dataclass, field
from enum import Enum, auto

from firmware.iso14443 import (
    CASCADE_BIT,
    FIELD_GUARD_NS,
    FRAME_DELAY_NS,
    GET_VERSION,
    HLTA,
    LEVEL_BITS,
    REQA,
    SEL,
    WUPA,
    bcc,
    crc_holds,
    from_bits,
    levels,
    to_bits,
    with_crc,
)

ATQA = b"\x44\x00"
VERSION = bytes.fromhex("0004040201000f03")
PAGES = 45
USER_BYTES = 144  # pages 4 to 39
NAK_ARGUMENT, NAK_CRC = 0x0, 0x1
READ = 0x30
HOLD_NS = 1_000_000  # a tag outlives a shorter gap of the field; the standard gives it 5 ms to forget (part 3, 5.3)
HEARD_REQA, HEARD_WUPA = tuple(to_bits(REQA.data, 7)), tuple(to_bits(WUPA.data, 7))


class State(Enum):
    """States of section 8.4; the star of READY* and ACTIVE* is `Tag.was_halted`."""

    IDLE = auto()
    READY = auto()
    ACTIVE = auto()
    HALT = auto()


@dataclass(frozen=True, slots=True)
class Reply:
    """A tag's answer: bits in the order of the air, and how long after the command's end it begins."""

    bits: tuple[int, ...]
    delay_ns: int


@dataclass
class Tag:
    """One tag in one field. `uid` is its 7 bytes (4 or 10 make a foreign card of that size).

    `written` is what its user memory begins with, cut off where that ends. `frames_left`, when given, is how many more
    frames it hears before it is taken away; `late_ns` delays every answer.
    """

    uid: bytes
    written: bytes = b""
    frames_left: int | None = None
    late_ns: int = 0
    state: State = field(default=State.IDLE, init=False)
    was_halted: bool = field(default=False, init=False)
    level: int = field(default=0, init=False)
    ready_ns: int = field(default=0, init=False)
    unfed_ns: int | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self._levels = [part + bytes((bcc(part),)) for part in levels(self.uid)]
        self.memory = bytearray(4 * PAGES)
        self.memory[:10] = (b"".join(self._levels)[1:] if len(self.uid) == 7 else self.uid.ljust(9, b"\0"))[
            :9
        ] + b"\x48"
        self.memory[12:16] = b"\xe1\x10\x12\x00"
        self.memory[16 : 16 + len(self.written[:USER_BYTES])] = self.written[:USER_BYTES]

    def power(self, *, on: bool, at_ns: int) -> None:
        """The field came on or went off."""
        if not on:
            self.unfed_ns = at_ns
        elif self.unfed_ns is None or at_ns - self.unfed_ns >= HOLD_NS:
            self.state, self.was_halted, self.level = State.IDLE, False, 0
            self.ready_ns = at_ns + FIELD_GUARD_NS

    def hear(self, bits: tuple[int, ...], at_ns: int) -> Reply | None:
        """Take a frame that began at `at_ns` in a field that is on; the answer, or None for silence."""
        if at_ns < self.ready_ns:
            return None
        if self.frames_left is not None:
            if self.frames_left <= 0:
                return None
            self.frames_left -= 1
        answer = self._answer(bits)
        return None if answer is None else Reply(tuple(answer), FRAME_DELAY_NS[bits[-1]] + self.late_ns)

    def _answer(self, bits: tuple[int, ...]) -> list[int] | None:
        if len(bits) == 7:
            return self._wake(bits)
        data = from_bits(bits)
        if self.state is State.READY:
            return self._ready(bits, data)
        if self.state is State.ACTIVE:
            return self._active(data)
        return None

    def _wake(self, bits: tuple[int, ...]) -> list[int] | None:
        if self.state is State.IDLE and bits in {HEARD_REQA, HEARD_WUPA}:
            self.state, self.was_halted, self.level = State.READY, False, 0
        elif self.state is State.HALT and bits == HEARD_WUPA:
            self.state, self.was_halted, self.level = State.READY, True, 0
        else:
            self._fall_back()
            return None
        return to_bits(ATQA)

    def _ready(self, bits: tuple[int, ...], data: bytes) -> list[int] | None:
        if data[:2] == bytes((READ, 0)) and len(data) == 4 and crc_holds(data):
            return self._read(0)  # the data sheet's way past the anticollision (8.4.2)
        if len(data) < 2 or data[0] != SEL[self.level]:
            self._fall_back()
            return None
        own = self._levels[self.level]
        if data[1] == 0x70:
            return self._selected(data, own)
        known = 8 * (data[1] >> 4) + (data[1] & 0x0F) - 16
        if not 0 <= known < LEVEL_BITS or len(bits) != 16 + known:
            self._fall_back()
            return None
        own_bits = to_bits(own)
        return own_bits[known:] if list(bits[16:]) == own_bits[:known] else None

    def _selected(self, data: bytes, own: bytes) -> list[int] | None:
        if len(data) != 9 or data[2:7] != own or not crc_holds(data):
            self._fall_back()
            return None
        if self.level + 1 < len(self._levels):
            self.level += 1
            return to_bits(with_crc(bytes((CASCADE_BIT,))))
        self.state = State.ACTIVE
        return to_bits(with_crc(b"\x00"))

    def _active(self, data: bytes) -> list[int] | None:
        if not crc_holds(data):
            return self._refuse(NAK_CRC)
        if data == HLTA.data:
            self.state = State.HALT
            return None
        if data == GET_VERSION.data:
            return to_bits(with_crc(VERSION))
        if data[0] == READ and len(data) == 4:
            return self._read(data[1]) if data[1] < PAGES else self._refuse(NAK_ARGUMENT)
        return self._refuse(NAK_ARGUMENT)

    def _read(self, page: int) -> list[int]:
        self.state = State.ACTIVE
        content = (self.memory + self.memory)[4 * page : 4 * page + 16]  # after the last page follows the first
        return to_bits(with_crc(bytes(content)))

    def _refuse(self, code: int) -> list[int]:
        self._fall_back()
        return to_bits(bytes((code,)), 4)

    def _fall_back(self) -> None:
        """What a tag does with what it did not expect: back to where it was woken, without an answer."""
        if self.state in {State.READY, State.ACTIVE}:
            self.state = State.HALT if self.was_halted else State.IDLE
