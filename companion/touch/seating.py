"""Which car plays at which pad: the cars sit in the order of the record; a dead pad's car borrows a free one."""

import json
from collections.abc import Container
from typing import NamedTuple

DISCARD = "discard"
ANY = "any"
"""The one pad of the one-reader table."""
_SEAT = "seat-"
SIX_SEATS = (*(f"{_SEAT}{n}" for n in range(1, 7)), DISCARD)


def pad_of(car: int) -> str:
    """The pad of a car: the cars sit in the order of the record, the first at seat-1."""
    return f"{_SEAT}{car + 1}"


def seat_of(name: str) -> int | None:
    """The number of the seat that a pad or a button belongs to, from 0; None for one of no seat."""
    number = name.removeprefix(_SEAT)
    return int(number) - 1 if name.startswith(_SEAT) and number.isdecimal() and int(number) else None


class Seating(NamedTuple):
    """The table's pads, and which of them are lent to a car whose own is dead."""

    pads: tuple[str, ...] = SIX_SEATS
    lent: tuple[tuple[int, str], ...] = ()
    """Cars and the pads that they play at meanwhile."""

    @property
    def one_reader(self) -> bool:
        """Whether all cards are tapped on one pad."""
        return ANY in self.pads

    def pad_of(self, car: int) -> str:
        """Where the car plays now."""
        return ANY if self.one_reader else dict(self.lent).get(car, pad_of(car))

    def car_at(self, pad: str, cars: int) -> int | None:
        """The car that plays at a pad, of so many; None where nobody sits. Its own pad stays a car's."""
        if (borrower := next((car for car, lent in self.lent if lent == pad), None)) is not None:
            return borrower
        seat = seat_of(pad)
        return seat if seat is not None and seat < cars else None

    def free(self, cars: int, dead: Container[str]) -> tuple[str, ...]:
        """The pads that a car may borrow: nobody sits there, and they work."""
        seats = [pad for pad in self.pads if seat_of(pad) is not None and pad not in dead]
        return tuple(pad for pad in seats if self.car_at(pad, cars) is None)

    def lend(self, car: int, pad: str) -> "Seating":
        """The car plays at that pad until it is given back."""
        return self._replace(lent=(*self.give_back(car).lent, (car, pad)))

    def give_back(self, car: int) -> "Seating":
        """The car plays at its own pad again."""
        return self._replace(lent=tuple(each for each in self.lent if each[0] != car))

    def of_race(self, cars: int) -> "Seating":
        """What of it still stands in a race of so many cars."""
        lent = tuple((car, pad) for car, pad in self.lent if car < cars <= (seat_of(pad) or 0) and pad in self.pads)
        return self._replace(lent=lent)

    def text(self) -> str:
        """What is lent, to be kept."""
        return json.dumps(self.lent)

    def with_text(self, text: str | None) -> "Seating":
        """With what was kept."""
        return self._replace(lent=tuple((int(car), str(pad)) for car, pad in json.loads(text or "[]")))
