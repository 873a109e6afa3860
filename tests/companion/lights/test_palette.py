from collections.abc import Sequence
from itertools import combinations, pairwise

import pytest

from companion.lights.palette import LOOKS

# Machado, Oliveira and Fernandes 2009, severity 1, on linear light.
EYES = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))


def times(matrix: Sequence[Sequence[float]], vector: Sequence[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def lab(colour: Sequence[int], eye: str) -> list[float]:
    """CIE L*a*b* (white D65) of an sRGB colour as that eye sees it."""
    parts = [value / 255 for value in colour]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    seen = [min(1.0, max(0.0, part)) for part in times(EYES[eye], linear)]
    ratios = [part / white for part, white in zip(times(XYZ, seen), (0.9505, 1.0, 1.089), strict=True)]
    x, y, z = (ratio ** (1 / 3) if ratio > 0.008856 else 7.787 * ratio + 16 / 116 for ratio in ratios)
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)]


@pytest.mark.parametrize("eye", EYES)
def test_six_colours_are_told_apart_by_every_eye(eye: str) -> None:
    assert len(LOOKS) == 6
    for one, other in combinations([lab(look.colour, eye) for look in LOOKS], 2):
        assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 > 30


def test_and_in_grey() -> None:
    lightness = sorted(lab(look.colour, "all cones")[0] for look in LOOKS)
    assert min(b - a for a, b in pairwise(lightness)) > 9


def test_each_seat_has_a_letter_and_a_shape_of_its_own() -> None:
    assert [look.letter for look in LOOKS] == list("ABCDEF")
    assert len({look.shape for look in LOOKS}) == 6
    assert LOOKS[1].hex == "#1d32f4"
