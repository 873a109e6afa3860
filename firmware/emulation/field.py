"""One antenna's field: tags come and go in it, hear what is sent, and answer over one another."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

from firmware.clock import Clock
from firmware.emulation.ntag213 import Reply, Tag
from firmware.iso14443 import Frame, answer_air_ns, to_bits


@dataclass(frozen=True, slots=True)
class Echo:
    """What comes back to the antenna after a frame: bits in the order of the air, and its times.

    `collision` is the index of the first bit that collided. A colliding bit reads as 1. `parity_wrong`: some byte's
    parity bit did not fit.
    """

    bits: tuple[int, ...]
    collision: int | None
    start_ns: int
    end_ns: int
    parity_wrong: bool = False


Disturbance = Callable[[Echo], Echo | None]


class Field:
    """The field of one reader. `lay` and `lift` may be called from any thread; the rest belongs to the chip.

    `disturb` changes or swallows each answer on its way (faults.py); without `air_time` frames take no time, which
    shows a driver's bare number of transfers.
    """

    def __init__(self, clock: Clock, *, air_time: bool = True) -> None:
        self._clock = clock
        self._changing = threading.Lock()
        self._on = False
        self.tags: tuple[Tag, ...] = ()
        self.air_time = air_time
        self.disturb: Disturbance | None = None

    def lay(self, tag: Tag) -> None:
        """Bring a tag into the field; it is ready when the field has fed it long enough."""
        with self._changing:
            if self._on:
                tag.power(on=True, at_ns=self._clock.now_ns())
            self.tags = (*self.tags, tag)

    def lift(self, uid: bytes) -> None:
        """Take the tag away; nothing when it is not here."""
        with self._changing:
            self.tags = tuple(tag for tag in self.tags if tag.uid != uid)

    def power(self, *, on: bool) -> None:
        """The antenna was switched."""
        with self._changing:
            if on == self._on:
                return
            self._on = on
            for tag in self.tags:
                tag.power(on=on, at_ns=self._clock.now_ns())

    def send(self, frame: Frame, at_ns: int, *, understood: bool) -> tuple[int, Echo | None]:
        """A frame goes on the air at `at_ns`: when it ends, and what comes back, if tags can understand it."""
        end_ns = at_ns + (frame.air_ns if self.air_time else 0)
        if not understood or not self._on:
            return end_ns, None
        bits = tuple(to_bits(frame.data, frame.bits))
        replies = [reply for tag in self.tags if (reply := tag.hear(bits, at_ns)) is not None]
        echo = self._superposed(replies, end_ns, align=frame.last_bits if frame.bits > 7 else 0)
        if echo is not None and self.disturb is not None:
            echo = self.disturb(echo)
        return end_ns, echo

    def _superposed(self, replies: list[Reply], sent_ns: int, align: int) -> Echo | None:
        """Answers that begin together, bit over bit; one that begins at another time is noise from the first bit on."""
        if not replies:
            return None
        bits = list(max(replies, key=lambda reply: len(reply.bits)).bits)
        collision: int | None = 0 if len({reply.delay_ns for reply in replies}) > 1 else None
        for place in range(len(bits) if len(replies) > 1 else 0):
            values = {reply.bits[place] for reply in replies if place < len(reply.bits)}
            bits[place] = max(values)
            if len(values) > 1 and collision is None:
                collision = place
        start_ns = sent_ns + (min(reply.delay_ns for reply in replies) if self.air_time else 0)
        end_ns = start_ns + (answer_air_ns(len(bits), align) if self.air_time else 0)
        return Echo(tuple(bits), collision, start_ns, end_ns)


def flipped(echo: Echo, places: set[int]) -> Echo:
    """The answer with the bits at these places turned over, and its parity: two in a byte hide each other."""
    bits = tuple(bit ^ (place in places) for place, bit in enumerate(echo.bits))
    per_byte = [sum(1 for place in places if place // 8 == byte) for byte in range((len(bits) + 7) // 8)]
    return replace(echo, bits=bits, parity_wrong=echo.parity_wrong or any(count % 2 for count in per_byte))
