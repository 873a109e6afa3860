"""How the MFRC522's receiver hands an answer over: FIFO bytes, RxLastBits, CollReg and ErrorReg. Pure."""

from dataclasses import dataclass

from firmware.emulation.field import Echo
from firmware.emulation.registers import NO_POSITION, Error
from firmware.iso14443 import from_bits


@dataclass(frozen=True, slots=True)
class Reception:
    """What the host finds after an answer: `collision` is CollReg without ValuesAfterColl."""

    data: bytes
    last_bits: int
    collision: int
    error: int


def receive(echo: Echo, align: int, offset: int, *, keep_after: bool) -> Reception:
    """Place the answer's first bit at bit `align` of the first byte (BitFramingReg.RxAlign).

    CollPos of a collision at the answer's bit k (from 0) is offset + k + 1, 32 shown as 0, anything beyond as not
    valid. Unless `keep_after` (CollReg.ValuesAfterColl) what follows the colliding bit reads as 0.
    """
    bits = list(echo.bits)
    collision, error = NO_POSITION, Error.PARITY if echo.parity_wrong else 0
    if echo.collision is not None:
        error |= Error.COLLISION
        position = offset + echo.collision + 1
        if position <= 32:
            collision = position % 32
        if not keep_after:
            bits[echo.collision + 1 :] = [0] * (len(bits) - echo.collision - 1)
    placed = [0] * align + bits
    return Reception(from_bits(placed), len(placed) % 8, collision, error)
