"""Where things lie on the board: the track, its template, the pads."""

import math
import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

from hardware.guide.board import HEIGHT, PITCH, WIDTH, spaces
from hardware.guide.places import DISCARD_COIL, pad_places
from hardware.guide.template import sheets, template
from tests.hardware.drawn import SVG, texts


def test_the_track_is_a_walk_of_one_pitch_a_space() -> None:
    lights = [space.light for space in spaces()]
    assert len(lights) == 41
    steps = [abs(x2 - x1) + abs(y2 - y1) for (x1, y1), (x2, y2) in pairwise(lights)]
    assert steps == pytest.approx([PITCH] * 40)
    assert spaces()[40].km == 1000


def test_no_two_spaces_overlap() -> None:
    boxes = [space.box for space in spaces()]
    for nth, (left, top, width, height) in enumerate(boxes):
        assert 0 < left < left + width < WIDTH
        assert 0 < top < top + height < HEIGHT
        for other_left, other_top, other_width, other_height in boxes[:nth]:
            apart_x = min(left + width, other_left + other_width) - max(left, other_left)
            apart_y = min(top + height, other_top + other_height) - max(top, other_top)
            assert min(apart_x, apart_y) < 0.001


def test_the_template_is_to_scale_with_a_hole_a_space() -> None:
    root = ET.fromstring(template())  # noqa: S314 - our own
    box = [float(word) for word in root.attrib["viewBox"].split()]
    assert root.attrib["width"] == f"{box[2]:g}mm"
    assert root.attrib["height"] == f"{box[3]:g}mm"
    holes = [(float(hole.attrib["cx"]), float(hole.attrib["cy"])) for hole in root.iter(f"{SVG}circle")]
    assert holes == [pytest.approx(space.light, abs=0.01) for space in spaces()]
    assert {"START", *(str(25 * n) for n in range(1, 41))} <= set(texts(template()))


def test_the_sheets_are_a4_and_show_the_whole_board() -> None:
    places = []
    for sheet in sheets():
        root = ET.fromstring(sheet)  # noqa: S314 - our own
        assert (root.attrib["width"], root.attrib["height"]) == ("297mm", "210mm")
        moved = next(group.attrib["transform"] for group in root.iter(f"{SVG}g") if "transform" in group.attrib)
        x, y = (10 - float(word) for word in re.findall(r"-?[\d.]+", moved))
        places.append((x, y))
    assert len(places) == 4
    assert max(x for x, _ in places) + 277 >= WIDTH
    assert max(y for _, y in places) + 190 >= HEIGHT
    assert sorted({x for x, _ in places})[1] <= 277 - 10
    assert sorted({y for _, y in places})[1] <= 190 - 10


# Places


def test_pads_are_far_apart_and_near_enough_for_their_cables() -> None:
    coils = [*(pad.coil for pad in pad_places()), DISCARD_COIL]
    assert min(math.dist(one, other) for nth, one in enumerate(coils) for other in coils[:nth]) >= 150
    assert min(math.dist(pad.pile, coil) for pad in pad_places() for coil in coils) >= 100
    assert max(math.hypot(*coil) for coil in coils) <= 400, "a cable of 500 mm must also go down, in and round"
    assert math.hypot(*DISCARD_COIL) >= 100, "no coil above the Pi"


def test_the_left_neighbour_of_a_seat_is_next() -> None:
    """Seen from above, y downward: who sits below looks up, and the left hand is on the left."""
    x1, y1, x2, y2 = (place for pad in pad_places()[:2] for place in pad.middle)
    assert (y1, x2 < x1) == (y2, True)
    around = [math.atan2(y, x) % math.tau for x, y in (pad.middle for pad in pad_places())]
    assert around == sorted(around)
