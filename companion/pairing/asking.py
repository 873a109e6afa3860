"""The phones that stand at the door and ask, each with the number of a space of the track. A pure value."""

from typing import NamedTuple

NUMBERS = range(1, 41)
"""The spaces of the track, without START."""
LAPSES_S = 120
MOST = 8
"""Phones that may ask at a time."""


class Asker(NamedTuple):
    """A phone that asks."""

    number: int
    name: str
    address: str
    hashed: str
    """Its token's hash: the token opens a session once the phone is let in."""
    since_s: float


class Asking(NamedTuple):
    """All that ask, the first one first."""

    askers: tuple[Asker, ...] = ()

    def at(self, now_s: float) -> "Asking":
        """Those whose time is not over."""
        return Asking(tuple(asker for asker in self.askers if now_s - asker.since_s < LAPSES_S))

    def without(self, gone: Asker) -> "Asking":
        """The others."""
        return Asking(tuple(asker for asker in self.askers if asker is not gone))

    def without_phone(self, digest: str, name: str, address: str) -> "Asking":
        """Those that are not this phone: a token's hash, or a name and whence it asks when its token was lost."""
        phone = (name, address)
        return Asking(
            tuple(each for each in self.askers if each.hashed != digest and (each.name, each.address) != phone)
        )

    @property
    def numbers(self) -> tuple[int, ...]:
        """The spaces that are lit."""
        return tuple(asker.number for asker in self.askers)

    def free(self) -> list[int]:
        """The numbers that nobody has."""
        return [number for number in NUMBERS if number not in self.numbers]

    def holding(self, digest: str) -> Asker | None:
        """The one who holds the token of this hash."""
        return next((asker for asker in self.askers if asker.hashed == digest), None)

    def numbered(self, number: int) -> Asker | None:
        """The one with this number."""
        return next((asker for asker in self.askers if asker.number == number), None)
