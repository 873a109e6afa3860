"""Disturbances of answers on the air and of bytes on the wire. Chips and tags have their own faults as attributes."""

import random
from collections.abc import Callable

from firmware.emulation.field import Disturbance, Echo, flipped


def first_answers(count: int, disturbance: Disturbance) -> Disturbance:
    """Disturb the next `count` answers only."""
    left = count

    def disturb(echo: Echo) -> Echo | None:
        nonlocal left
        if left <= 0:
            return echo
        left -= 1
        return disturbance(echo)

    return disturb


def lost(_echo: Echo) -> Echo | None:
    """The reader does not hear it."""
    return None


def garbled(*places: int) -> Disturbance:
    """Turn over the bits at these places of an answer; two in the same byte pass the parity check."""
    return lambda echo: flipped(echo, {place for place in places if place < len(echo.bits)})


def noise(chance: random.Random, lost_share: float, flip_share: float) -> Disturbance:
    """Lose a share of all answers, and turn over a share of all bits."""

    def disturb(echo: Echo) -> Echo | None:
        if chance.random() < lost_share:
            return None
        places = {place for place in range(len(echo.bits)) if chance.random() < flip_share}
        return flipped(echo, places) if places else echo

    return disturb


def bit_errors(chance: random.Random, share: float) -> Callable[[bytes], bytes]:
    """Turn over one bit in a share of the bytes that pass a wire."""

    def disturb(passing: bytes) -> bytes:
        return bytes(byte ^ (1 << chance.randrange(8) if chance.random() < share else 0) for byte in passing)

    return disturb
