"""Where pawns stand: each is seen, on its own space, wherever the others are."""

from itertools import combinations, pairwise
from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.page.circuit import GRID, LANDSCAPE, PORTRAIT, SPACES, Circuit

CIRCUITS = pytest.mark.parametrize("circuit", [LANDSCAPE, PORTRAIT], ids=["landscape", "portrait"])


@CIRCUITS
def test_the_way_is_closed_and_even(circuit: Circuit) -> None:
    points = [circuit.at(n / 10)[:2] for n in range(10 * (SPACES + GRID) + 1)]
    assert dist(points[0], points[-1]) < 0.2
    assert all(dist(a, b) == pytest.approx(circuit.unit / 10, abs=0.3) for a, b in pairwise(points))


@CIRCUITS
def test_the_road_stays_inside_the_picture_and_off_itself(circuit: Circuit) -> None:
    for units in range(SPACES + GRID):
        for side in (-1, 1):
            x, y, _ = circuit.at(units, side * (circuit.road / 2 + 5))
            assert 0 <= x <= circuit.width
            assert 0 <= y <= circuit.height
    for one, other in combinations(range(SPACES + GRID), 2):
        if 4 < other - one < SPACES + GRID - 4:
            assert dist(circuit.at(one)[:2], circuit.at(other)[:2]) > circuit.road


@CIRCUITS
@pytest.mark.parametrize("here", range(7))
def test_no_pawn_hides_another(circuit: Circuit, here: int) -> None:
    for space in range(SPACES):
        pawns = circuit.pawns([space] * here + [space + 1] * (6 - here))
        for one, other in combinations(pawns, 2):
            assert dist(one[:2], other[:2]) >= 0.7 * (one.r + other.r), space


@CIRCUITS
@given(spaces=st.lists(st.integers(1, SPACES), min_size=1, max_size=6))
def test_a_pawn_stands_on_its_space(circuit: Circuit, spaces: list[int]) -> None:
    for pawn, space in zip(circuit.pawns(spaces), spaces, strict=True):
        centres = {n: dist(pawn[:2], circuit.at(GRID + n - 0.5)[:2]) for n in range(1, SPACES + 1)}
        assert min(centres, key=centres.__getitem__) == space or centres[space] < circuit.road / 2


@CIRCUITS
def test_distances_are_written_on_the_grass(circuit: Circuit) -> None:
    assert [mark.km for mark in circuit.marks] == list(range(100, 1001, 100))
    way = [circuit.at(n / 4)[:2] for n in range(4 * (SPACES + GRID))]
    assert all(min(dist(mark[:2], point) for point in way) > circuit.road / 2 + 8 for mark in circuit.marks)
