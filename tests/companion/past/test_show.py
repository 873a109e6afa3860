"""A race on the board's lights: all of it within 30 s, and nobody is dazzled."""

from itertools import pairwise
from pathlib import Path

import pytest

from companion.past.screening import Cue
from companion.past.show import CUE_MS, SHOW_MS, show
from companion.past.tape import Tape
from firmware.light import Glow, Run, Track
from firmware.picture import Picture
from tests.companion.film import LAYOUT, areas, most_flashes_in_a_second, screens_light, strips_light
from tests.companion.past.past import RACES, WHOLE

T0_MS = 50_000
STEP_MS = 10
FLAPPING = b"cars A B\nA green-light\nB green-light\nA 200\n" + b"undo\nredo\n" * 3000
STROKE = RACES / "rulings" / "25-stroke.race"


def shown(record: bytes, *, calm: bool = False) -> tuple[Cue, ...]:
    tape = Tape.of(record)
    return show(tape.kept[0].race, tape.moments(), T0_MS, calm=calm)


def film(cues: tuple[Cue, ...]) -> list[bytes]:
    """Every hundredth of a second of the show."""
    frames = []
    for cue, then in pairwise((*cues, Cue(T0_MS + SHOW_MS, cues[-1].scene))):
        picture = Picture(cue.scene, LAYOUT)
        frames += [picture.frame(t_ms) for t_ms in range(cue.at_ms, then.at_ms, STEP_MS)]
    return frames


def spots(cue: Cue) -> set[int]:
    """Where pawns stand."""
    return {light.place.first for light in cue.scene.lights if isinstance(light.place, Track) and light.layer == 1}


@pytest.mark.parametrize("record", [WHOLE.read_bytes(), FLAPPING, b"cars A B\n"], ids=["whole", "flapping", "empty"])
def test_it_takes_thirty_seconds_however_long_the_race_was(record: bytes) -> None:
    cues = shown(record)
    assert cues[0].at_ms == T0_MS
    assert cues[-1].at_ms == T0_MS + SHOW_MS - 5000
    assert all(then.at_ms - cue.at_ms >= CUE_MS for cue, then in pairwise(cues))


def test_pawns_run_from_start_to_where_they_ended_and_the_winners_comet_is_last() -> None:
    cues = shown(WHOLE.read_bytes())
    assert spots(cues[0]) == {0}
    assert spots(cues[-1]) == {300 // 25, 550 // 25, 40}
    comets = [light for light in cues[-1].scene.lights if isinstance(light, Glow) and isinstance(light.drawing, Run)]
    assert [comet.place for comet in comets] == [Track(0, 40)]


def test_a_stroke_is_seen() -> None:
    runs = [
        light.since_ms
        for cue in shown(STROKE.read_bytes())[:-1]
        for light in cue.scene.lights
        if isinstance(light, Glow) and isinstance(light.drawing, Run)
    ]
    assert runs


@pytest.mark.slow
@pytest.mark.parametrize("path", [WHOLE, STROKE, None], ids=["whole", "stroke", "flapping"])
def test_nothing_flashes_more_than_three_times_in_a_second(path: Path | None) -> None:
    frames = film(shown(FLAPPING if path is None else path.read_bytes()))
    for light in (strips_light, screens_light):
        assert max(map(most_flashes_in_a_second, areas(frames, light))) <= 3


def test_calm_lights_stay_calm() -> None:
    assert all(cue.scene.calm for cue in shown(WHOLE.read_bytes(), calm=True))
