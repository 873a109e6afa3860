"""Stickers that are no cards yet, for who tries enrolment at a simulated table."""

from collections.abc import Callable
from itertools import count
from typing import Protocol

from companion.deck.deck import simulated_uid
from companion.deck.enrolling import Enrolling

PATIENCE_S = 3.0


class Antennas(Protocol):
    """The emulated readers and controls, as who writes on stickers, lays them and tries the table needs them."""

    def lay(self, pad: str, uid: bytes, text: str = "") -> None:
        """Bring the tag into the pad's field, with this text on it, if any."""
        ...

    def lift(self, pad: str, uid: bytes) -> None:
        """Take the tag out of the pad's field."""
        ...

    def trip_beam(self) -> None:
        """One card leaves the dispenser."""
        ...

    def press(self, button: str) -> None:
        """Press a button and let it go."""
        ...


class Stickers:
    """A roll of them beside a pad; while names are read the one that is laid says which card is missing."""

    def __init__(self, metal: Antennas, enrolling: Enrolling, pad: str, rest: Callable[[], None]) -> None:
        """`rest` lets robots rest, whose cards would be laid among the stickers."""
        self._metal, self._enrolling, self._pad = metal, enrolling, pad
        self.rest, self.draw, self.press = rest, metal.trip_beam, metal.press
        self._roll = (simulated_uid(f"sticker {n}") for n in count(1))

    def touch(self, pad: str, felt: Callable[[float], object]) -> None:
        """Lay the next one on any pad, and lift it when `felt`, given the seconds to wait at most, returns."""
        uid = self._next()
        self._metal.lay(pad, uid)
        felt(PATIENCE_S)
        self._metal.lift(pad, uid)

    def lay(self) -> None:
        """Lay the next one on the pad until it was seen, and lift it."""
        uid = self._next()
        before = self._enrolling.stand()
        self._metal.lay(self._pad, uid, str(before.wanted) if before.names and before.wanted else "")
        self._enrolling.wait(before.version, PATIENCE_S)
        self._metal.lift(self._pad, uid)

    def _next(self) -> bytes:
        return next(uid for uid in self._roll if not self._enrolling.registry.knows(uid))
