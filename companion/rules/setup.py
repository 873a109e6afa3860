"""Who sits where: cars, players, seats and house rules of one race. It does not change while the race runs."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from companion.rules.edition import Edition


@dataclass(frozen=True)
class Setup:
    """The table of one race. Players are numbered by seat, to the left; cars in the order of the record."""

    edition: Edition
    cars: tuple[str, ...]
    crews: tuple[tuple[str, ...], ...]
    """The players of each car, first member first."""
    first: str = ""
    """Who begins; empty for the first seat."""
    draws_seen: bool = False
    switches: frozenset[str] = frozenset()

    @cached_property
    def players(self) -> tuple[str, ...]:
        """Every player by seat: the first members of all cars, then the second members, and so on."""
        return tuple(crew[n] for n in range(len(self.crews[0])) for crew in self.crews)

    @cached_property
    def car_of(self) -> tuple[int, ...]:
        """The car of each seat."""
        return tuple(seat % len(self.cars) for seat in range(len(self.players)))

    @cached_property
    def right_of_way_starts(self) -> bool:
        """Rule 4, house rule included."""
        return self.edition.right_of_way_starts or "right_of_way_starts" in self.switches

    @cached_property
    def self_attack(self) -> bool:
        """Rule 12: the house rule that lets players attack themselves."""
        return "self_attack" in self.switches

    @property
    def in_teams(self) -> bool:
        """Whether cars are shared."""
        return len(self.crews[0]) > 1

    @property
    def first_seat(self) -> int:
        """The seat that begins."""
        return self.players.index(self.first) if self.first else 0

    def rematch(self) -> "Setup":
        """The same table once more; the start passes to the left."""
        return replace(self, first=self.players[self.left_of(self.first_seat)])

    def renamed(self, name: Callable[[str], str]) -> "Setup":
        """The same table where everybody, and every car, is called what `name` makes of its name."""
        return replace(
            self,
            cars=tuple(map(name, self.cars)),
            crews=tuple(tuple(map(name, crew)) for crew in self.crews),
            first=name(self.first) if self.first else "",
        )

    def left_of(self, seat: int) -> int:
        """The next seat."""
        return (seat + 1) % len(self.players)

    def driver(self, car: int) -> int | None:
        """The seat of a car that one player drives; None for a team's."""
        return None if self.in_teams else car

    def member_left_of(self, seat: int, car: int) -> int:
        """The first member of `car` to the left of `seat`."""
        seat = self.left_of(seat)
        while self.car_of[seat] != car:
            seat = self.left_of(seat)
        return seat
