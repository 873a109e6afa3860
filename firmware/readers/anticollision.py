"""Telling the cards in one field apart (ISO/IEC 14443-3, 6.5), over anything that exchanges frames. Pure.

A chip that only exchanges frames, such as the RC522, builds its inventory on this.
"""

from collections.abc import Callable
from dataclasses import dataclass

from firmware.iso14443 import (
    CASCADE_BIT,
    HLTA,
    LEVEL_BITS,
    REQA,
    SEL,
    Frame,
    anticollision,
    bcc,
    crc_holds,
    from_bits,
    select,
    uid_of,
)
from firmware.readers.contract import Inventory

MAX_CARDS = 12  # more do not get enough power from one antenna
TRIES = 3  # selections that may fail before the field counts as unreadable


@dataclass(frozen=True, slots=True)
class Answer:
    """Bits received, in the order of the air.

    `collision` is the chip's word for where the first two cards differ: 1 for the first bit of the byte that the
    answer begins in, even where the answer only completes that byte. `broken`: parity or framing was wrong.
    """

    bits: tuple[int, ...]
    collision: int | None = None
    broken: bool = False


Exchange = Callable[[Frame, int], Answer | None]
"""Send a frame whose answer has at most so many bits; None for silence, and when no bits are asked for."""


def inventory(exchange: Exchange) -> Inventory:
    """All cards of a field that has just come on.

    A card that was selected takes no part in the answer to the next REQA. When others answer to that, each is halted
    once it is selected, and so out of the way; the first one too, which they have brought back.

    Begins with REQA, never WUPA: a card woken from HALT and not selected would go back there and be missed.
    """
    uids: list[bytes] = []
    halted: set[bytes] = set()
    failures = 0
    while len(halted) < MAX_CARDS and failures < TRIES:
        if exchange(REQA, 16) is None and (not failures or exchange(REQA, 16) is None):
            # After a failure a card may still be READY: the first REQA sends it to IDLE, the second is answered.
            return Inventory(tuple(uids))
        uid = selected(exchange)
        if uid is None or uid in halted:
            failures += 1
        if uid is not None and uids:
            exchange(HLTA, 0)
            halted.add(uid)
        if uid is not None and uid not in uids:
            uids.append(uid)
    return Inventory(tuple(uids), unreadable=failures >= TRIES)


def selected(exchange: Exchange) -> bytes | None:
    """Resolve and select one of the cards that have answered REQA: its identifier, or None when any check fails."""
    parts: list[bytes] = []
    for level in range(len(SEL)):
        part = resolved(exchange, level)
        if part is None:
            return None
        sak = acknowledged(exchange, level, part)
        if sak is None:
            return None
        parts.append(part)
        if not sak & CASCADE_BIT:
            return uid_of(parts)
    return None


def acknowledged(exchange: Exchange, level: int, part: bytes) -> int | None:
    """Select the card whose four bytes at this level are `part`: its SAK, or None when any check fails."""
    sak = whole(exchange(select(level, part), 24), 24)
    return None if sak is None else sak[0]


def whole(answer: Answer | None, size: int) -> bytes | None:
    """The bytes of an answer of `size` bits without its CRC_A; None when it is not there, not whole or not right."""
    if answer is None or answer.broken or answer.collision is not None or len(answer.bits) != size:
        return None
    received = from_bits(answer.bits)
    return received[:-2] if crc_holds(received) else None


def resolved(exchange: Exchange, level: int) -> bytes | None:
    """The four bytes of one card at a cascade level; at each collision the cards with a 1 go on.

    The chip counts a collision from the byte that the answer begins in. Some count from the first bit of the level
    instead: when nobody answers to the bits so found, that reading is tried.
    """
    known: list[int] = []
    other: list[int] | None = None
    for _ in range(2 * LEVEL_BITS):
        answer = exchange(anticollision(level, known), LEVEL_BITS - len(known))
        if answer is None and other is not None:
            known, other = other, None
            continue
        if answer is None or answer.broken:
            return None
        so_far = [*known, *answer.bits]
        if answer.collision is None:
            return _checked(so_far)
        readings = [
            [*so_far[: place - 1], 1]
            for place in dict.fromkeys((len(known) // 8 * 8 + answer.collision, answer.collision))
            if len(known) < place <= min(32, len(so_far))
        ]
        if not readings:
            return None
        known, other = readings[0], readings[1] if len(readings) > 1 else None
    return None


def _checked(bits: list[int]) -> bytes | None:
    level = from_bits(bits)
    return level[:4] if len(bits) == LEVEL_BITS and bcc(level[:4]) == level[4] else None
