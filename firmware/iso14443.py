"""Words of ISO/IEC 14443-3 type A at 106 kbit/s: frames, checks, air times and identifiers. Pure.

A frame's bits go on the air least significant bit of the first byte first. A byte is followed by an odd parity bit,
which the chips add and check by themselves; it counts for time only.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

BIT_NS = 9_440  # 128 / 13.56 MHz
FRAME_DELAY_NS = {0: 86_430, 1: 91_150}  # 1172 and 1236 periods of the carrier, by the last bit sent (6.2.1.1)
FIELD_GUARD_NS = 5_000_000  # a card is ready at the latest this long after the field came on (6.1.5 of part 3)
CASCADE_TAG = 0x88
CASCADE_BIT = 0x04  # of SAK: the identifier is not complete
SEL = (0x93, 0x95, 0x97)  # cascade levels 1 to 3
LEVEL_BITS = 40  # four bytes and their BCC


@dataclass(frozen=True, slots=True)
class Frame:
    """What a reader sends: whole bytes, but for the last one, of which only `last_bits` count (0 = all eight)."""

    data: bytes
    last_bits: int = 0

    @property
    def bits(self) -> int:
        """How many data bits go on the air."""
        return 8 * len(self.data) - (8 - self.last_bits if self.last_bits else 0)

    @property
    def air_ns(self) -> int:
        """Time on the air: start bit, data, a parity bit after each whole byte, two bits of end of communication."""
        return (self.bits + self.bits // 8 + 3) * BIT_NS


def answer_air_ns(bits: int, align: int = 0) -> int:
    """Air time of a card's answer of `bits` data bits, the first of which is bit `align` of its byte."""
    return (bits + (align + bits) // 8 + 2) * BIT_NS


def _crc_of(byte: int) -> int:
    for _ in range(8):
        byte = byte >> 1 ^ 0x8408 if byte & 1 else byte >> 1
    return byte


_CRCS = tuple(_crc_of(byte) for byte in range(256))
_BITS = tuple(tuple(byte >> place & 1 for place in range(8)) for byte in range(256))
_DIGITS = bytes.maketrans(b"\0\1", b"01")


def crc(data: bytes, preset: int) -> int:
    """Cyclic redundancy check of the data by the polynomial of ISO/IEC 13239, least significant bit first."""
    check = preset
    for byte in data:
        check = check >> 8 ^ _CRCS[(check ^ byte) & 0xFF]
    return check


def crc_a(data: bytes) -> bytes:
    """CRC_A of the data (annex B): two bytes in the order in which they are sent."""
    return crc(data, 0x6363).to_bytes(2, "little")


def with_crc(data: bytes) -> bytes:
    """The data followed by its CRC_A."""
    return data + crc_a(data)


def crc_holds(data: bytes) -> bool:
    """Whether the last two bytes are the CRC_A of those before."""
    return len(data) > 2 and crc_a(data[:-2]) == data[-2:]


def bcc(level: bytes) -> int:
    """Block check character: exclusive or of the four bytes of a cascade level."""
    check = 0
    for byte in level:
        check ^= byte
    return check


REQA = Frame(b"\x26", 7)
WUPA = Frame(b"\x52", 7)
HLTA = Frame(with_crc(b"\x50\x00"))
GET_VERSION = Frame(with_crc(b"\x60"))


def read(page: int) -> Frame:
    """READ of an NTAG: four pages from `page` on."""
    return Frame(with_crc(bytes((0x30, page))))


def anticollision(level: int, known: Sequence[int]) -> Frame:
    """Ask all cards whose identifier at cascade `level` (0, 1, 2) begins with the `known` bits for the rest of it."""
    whole, rest = divmod(len(known), 8)
    return Frame(bytes((SEL[level], (2 + whole) << 4 | rest)) + from_bits(known), rest)


def select(level: int, part: bytes) -> Frame:
    """Select the card whose four bytes at cascade `level` are `part`."""
    return Frame(with_crc(bytes((SEL[level], 0x70)) + part + bytes((bcc(part),))))


def to_bits(data: bytes, count: int | None = None) -> list[int]:
    """The first `count` bits (all, by default) in the order of the air."""
    bits = [bit for byte in data for bit in _BITS[byte]]
    return bits if count is None else bits[:count]


def from_bits(bits: Iterable[int]) -> bytes:
    """Bytes of bits in the order of the air; the last byte is filled up with zeros."""
    ordered = bytes(bits)
    number = int(ordered[::-1].translate(_DIGITS), 2) if ordered else 0
    return number.to_bytes((len(ordered) + 7) // 8, "little")


def levels(uid: bytes) -> list[bytes]:
    """An identifier of 4, 7 or 10 bytes as the four bytes of each cascade level, with the cascade tags (6.5.4)."""
    if len(uid) not in {4, 7, 10}:
        raise ValueError(f"an identifier has 4, 7 or 10 bytes, not {len(uid)}: {uid.hex()}")
    heads = [bytes((CASCADE_TAG,)) + uid[at : at + 3] for at in range(0, len(uid) - 4, 3)]
    return [*heads, uid[-4:]]


def uid_of(parts: Sequence[bytes]) -> bytes | None:
    """The identifier that the four bytes of each cascade level make; None if cascade tags are not where they belong.

    A cascade tag is no first byte of a complete level 1 (6.5.4), so a single-size identifier that begins with it was
    cut short.
    """
    *heads, last = parts
    if any(head[0] != CASCADE_TAG for head in heads) or (not heads and last[0] == CASCADE_TAG):
        return None
    return b"".join(head[1:] for head in heads) + last
