"""The chances over the race as curves of a drawing. Pure geometry."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

WIDTH, HEIGHT = 640, 300
LEFT, RIGHT, TOP, BOTTOM = 52, 590, 14, 272
"""Where the curves may be; what is said of them stands around."""
APART = 25
"""Between the middles of two pawns at the end of curves."""
DASHES = ("", "14 5", "3 4", "14 4 3 4", "7 4", "14 4 3 4 3 4")
"""So that curves are told apart without their colours."""
GRID = tuple((percent, BOTTOM - percent * (BOTTOM - TOP) / 100) for percent in (0, 25, 50, 75, 100))
"""Percent, and where its line is."""


class Curve(NamedTuple):
    """A car's chances, from the first input known to the last."""

    car: Mapping[str, Any]
    path: str
    """As SVG path data."""
    dash: str
    end: tuple[float, float]
    """Where its pawn stands: beside the end, or as near as other pawns let it."""
    first: int
    last: int
    least: int
    most: int
    """In percent."""


def curves(cars: Sequence[Mapping[str, Any]], line: Sequence[Mapping[str, Any]]) -> list[Curve]:
    """Return a curve for each car; none before there are two inputs to go from and to."""
    if len(line) < 2:
        return []
    begin, end = line[0]["input"], line[-1]["input"]
    along = [LEFT + (point["input"] - begin) * (RIGHT - LEFT) / (end - begin) for point in line]
    shares = [[point["chances"][number] for point in line] for number in range(len(cars))]
    ends = _spread([_height(of[-1]) for of in shares])
    return [
        Curve(
            car,
            "M" + "L".join(f"{x:.1f} {_height(share):.1f}" for x, share in zip(along, of, strict=True)),
            DASHES[number % len(DASHES)],
            (RIGHT + 24, ends[number]),
            *(round(100 * share) for share in (of[0], of[-1], min(of), max(of))),
        )
        for number, (car, of) in enumerate(zip(cars, shares, strict=True))
    ]


def _height(share: float) -> float:
    return BOTTOM - share * (BOTTOM - TOP)


def _spread(heights: Sequence[float]) -> list[float]:
    """Return the heights so that no two are nearer than `APART`, in their order, and none is out of the drawing."""
    placed = list(heights)
    order = sorted(range(len(placed)), key=placed.__getitem__)
    for above, below in pairwise(order):
        placed[below] = max(placed[below], placed[above] + APART)
    if order and placed[order[-1]] > BOTTOM:
        placed[order[-1]] = BOTTOM
    for below, above in pairwise(reversed(order)):
        placed[above] = min(placed[above], placed[below] - APART)
    return [round(height, 1) for height in placed]
