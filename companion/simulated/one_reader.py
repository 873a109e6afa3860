"""The only reader of a table, as hands at the places of a table use it: the place's button, then the card on it."""

from collections.abc import Container
from typing import Protocol

from companion.simulated.metal import Metal
from companion.touch.seating import ANY


class Pressed(Metal, Protocol):
    """Emulated metal that has buttons."""

    def press(self, button: str) -> None:
        """Press a button and let it go."""
        ...


class OneReader:
    """`Metal` of which every place is the same antenna: a card that is laid at one moves away what lay there."""

    def __init__(self, metal: Pressed, buttons: Container[str]) -> None:
        """`buttons`: the places that have one."""
        self._metal, self._buttons = metal, buttons
        self._lying: bytes | None = None
        self.trip_beam, self.pixels = metal.trip_beam, metal.pixels
        self.at_work = False
        """Whether hands press buttons; a card that lies there when the program starts was announced long ago."""

    def lay(self, pad: str, uid: bytes) -> None:
        """Announce the place, and bring the tag into the field."""
        if self._lying is not None:
            self._metal.lift(ANY, self._lying)
        if self.at_work and pad in self._buttons:
            self._metal.press(pad)
        self._lying = uid
        self._metal.lay(ANY, uid)

    def lift(self, _pad: str, uid: bytes) -> None:
        """Take the tag out of the field; nothing when it is not there."""
        self._metal.lift(ANY, uid)

    def break_reader(self, _pad: str, *, broken: bool) -> None:
        """A fault: the reader answers no more, or it does again."""
        self._metal.break_reader(ANY, broken=broken)
