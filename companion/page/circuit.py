"""The track as drawn: a closed circuit of START and 40 spaces, and where pawns stand on it. Lengths are SVG units."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import atan2, cos, degrees, pi, radians, sin, tan
from typing import NamedTuple

SPACES = 40
GRID = 3
"""START is a starting grid of three rows of two, as long as three spaces; it begins at the finish line."""


class Pawn(NamedTuple):
    """Where a pawn stands: its centre, its radius."""

    x: float
    y: float
    r: float


class Mark(NamedTuple):
    """A point beside or on the road: the km written there, and how it is turned, in degrees."""

    x: float
    y: float
    km: int
    turn: float


@dataclass(frozen=True)
class _Line:
    start: complex
    end: complex

    @property
    def length(self) -> float:
        return abs(self.end - self.start)

    def at(self, way: float) -> tuple[complex, float]:
        """Return the point at `way` along it, and the heading in radians."""
        step = (self.end - self.start) / self.length
        return self.start + way * step, atan2(step.imag, step.real)


@dataclass(frozen=True)
class _Arc:
    centre: complex
    radius: float
    from_angle: float
    turn: float

    @property
    def length(self) -> float:
        return abs(self.turn) * self.radius

    def at(self, way: float) -> tuple[complex, float]:
        """Return the point at `way` along it, and the heading in radians."""
        angle = self.from_angle + self.turn * way / self.length
        on = self.centre + self.radius * complex(cos(angle), sin(angle))
        return on, angle + (pi / 2 if self.turn > 0 else -pi / 2)


@dataclass(frozen=True)
class Circuit:
    """A closed way through `corners` (x, y, radius of the bend), clockwise, from the finish line at the first of them.

    The first corner must lie on a straight line between its neighbours.
    """

    width: int
    height: int
    road: int
    """How broad the road is."""
    corners: tuple[tuple[float, float, float], ...]

    @cached_property
    def _way(self) -> tuple[_Line | _Arc, ...]:
        points = [complex(x, y) for x, y, _ in self.corners]
        way: list[_Line | _Arc] = []
        at = points[0]
        for before, here, after, (_, _, radius) in zip(
            points[:-1], points[1:], [*points[2:], points[0]], self.corners[1:], strict=True
        ):
            come, go = (here - before) / abs(here - before), (after - here) / abs(after - here)
            turn = atan2((come.conjugate() * go).imag, (come.conjugate() * go).real)
            cut = radius * tan(abs(turn) / 2)
            side = 1j if turn > 0 else -1j
            start, centre = here - cut * come, here - cut * come + radius * side * come
            way += [_Line(at, start), _Arc(centre, radius, _angle(start - centre), turn)]
            at = here + cut * go
        return (*way, _Line(at, points[0]))

    @cached_property
    def unit(self) -> float:
        """The length of a space."""
        return sum(part.length for part in self._way) / (SPACES + GRID)

    def at(self, units: float, across: float = 0) -> tuple[float, float, float]:
        """Return x, y and heading in degrees, `units` spaces from the finish line, `across` to the right of the way."""
        rest = units * self.unit
        for part in self._way:
            if rest <= part.length or part is self._way[-1]:
                point, heading = part.at(rest)
                point += across * complex(cos(heading + pi / 2), sin(heading + pi / 2))
                return round(point.real, 1), round(point.imag, 1), round(degrees(heading), 1)
            rest -= part.length
        raise AssertionError

    @cached_property
    def path(self) -> str:
        """The middle of the road as SVG path data."""
        x, y, _ = self.at(0)
        data = [f"M{x} {y}"]
        for part in self._way:
            end, _ = part.at(part.length)
            to = f"{end.real:.1f} {end.imag:.1f}"
            if isinstance(part, _Arc):
                data.append(f"A{part.radius} {part.radius} 0 0 {int(part.turn > 0)} {to}")
            else:
                data.append(f"L{to}")
        return "".join(data) + "Z"

    @cached_property
    def marks(self) -> tuple[Mark, ...]:
        """Where every hundredth km is written: inside the road, further off where the figures lie across."""
        return tuple(self._mark(space) for space in range(4, SPACES + 1, 4))

    def _mark(self, space: int) -> Mark:
        _, _, heading = self.at(GRID + space - 0.5)
        x, y, _ = self.at(GRID + space - 0.5, self.road / 2 + 18 + 8 * abs(sin(radians(heading))))
        return Mark(x, y, 25 * space, 0)

    @cached_property
    def boxes(self) -> tuple[Mark, ...]:
        """The six boxes of the starting grid, the foremost first."""
        return tuple(
            Mark(*self.at(GRID - 0.5 - n // 2, (-1, 1)[n % 2] * self.road / 4)[:2], km=0, turn=self.at(GRID / 2)[2])
            for n in range(6)
        )

    def pawns(self, spaces: Sequence[int]) -> tuple[Pawn, ...]:
        """Return where each pawn stands, when `spaces` says on which space (0 is START). None hides another."""
        return tuple(self._pawn(n, space, spaces) for n, space in enumerate(spaces))

    def _pawn(self, n: int, space: int, spaces: Sequence[int]) -> Pawn:
        if space == 0:
            box = self.boxes[n]
            return Pawn(box.x, box.y, round(self.unit * 0.44, 1))
        here = [other for other, taken in enumerate(spaces) if taken == space]
        rows = 1 if len(here) <= 3 else 2
        lanes = -(-len(here) // rows)
        row, lane = divmod(here.index(n), lanes)
        along, across = (row - (rows - 1) / 2) / rows, (lane - (lanes - 1) / 2) / lanes
        x, y, _ = self.at(GRID + space - 0.5 + along, across * self.road)
        return Pawn(x, y, round(min(self.unit * 0.5 / rows, self.road / lanes / 2), 1))


def _angle(of: complex) -> float:
    return atan2(of.imag, of.real)


LANDSCAPE = Circuit(
    width=960,
    height=500,
    road=88,
    corners=(
        (620, 448, 0),
        (52, 448, 130),
        (52, 52, 130),
        (350, 52, 105),
        (480, 160, 125),
        (610, 52, 105),
        (908, 52, 130),
        (908, 448, 130),
    ),
)
"""For broad screens."""

PORTRAIT = Circuit(
    width=360,
    height=540,
    road=66,
    corners=((40, 320, 0), (40, 40, 84), (320, 40, 84), (320, 500, 84), (40, 500, 84)),
)
"""For a phone held upright."""
