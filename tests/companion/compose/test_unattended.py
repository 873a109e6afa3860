"""The light of a table that nobody looks after is told from every light of a race, in grey too."""

import pytest

from companion.lights.palette import LOOKS
from companion.lights.scene import scene
from firmware.light import CALM_FADE_MS
from firmware.picture import Picture, luminance, render
from firmware.unattended import FULL_BREATH_MS, unattended
from tests.companion.film import LAYOUT, T0_MS, areas, most_flashes_in_a_second, screens_light, strips_light
from tests.companion.lights.moments import MOMENTS, Film, pad_of, track, unlike

FULL = max(luminance(look.colour) for look in LOOKS)


def grey(picture: Picture) -> Film:
    frames = [picture.frame(T0_MS + t_ms) for t_ms in range(0, 6000, 100)]
    return [tuple(luminance(frame[3 * n : 3 * n + 3]) for n in range(LAYOUT.pixels)) for frame in frames]


def only(film: Film, pixels: object) -> Film:
    assert isinstance(pixels, range)
    return [tuple(row[n] for n in pixels) for row in film]


@pytest.mark.parametrize("calm", [False, True], ids=["lively", "calm"])
@pytest.mark.parametrize("name", MOMENTS)
def test_no_moment_of_a_race_looks_like_it(name: str, calm: bool) -> None:  # noqa: FBT001 - parametrised
    nobody = grey(Picture(unattended(LAYOUT, calm=calm), LAYOUT))
    moment = grey(Picture(scene(MOMENTS[name]), LAYOUT))
    assert unlike(only(nobody, track(0)), only(moment, track(0))) > 0.05
    assert unlike(only(nobody, pad_of(0)), only(moment, pad_of(0))) > 0.05


def test_the_still_light_that_a_crash_leaves_behind_has_more_lights_than_any_race_has_pawns() -> None:
    frame = render(unattended(LAYOUT), FULL_BREATH_MS, LAYOUT)
    lit = [any(frame[3 * n : 3 * n + 3]) for n in range(LAYOUT.pixels)]
    assert [space for space in range(41) if lit[space]] == [0, 5, 10, 15, 20, 25, 30, 35, 40]
    assert all(lit[n] for _, pad in LAYOUT.pads for n in pad)
    assert sum(lit[:41]) > len(LOOKS)


def test_it_never_flashes_and_only_fades() -> None:
    picture = Picture(unattended(LAYOUT), LAYOUT)
    frames = [picture.frame(t_ms) for t_ms in range(0, 8000, 10)]
    for light in (strips_light, screens_light):
        assert max(map(most_flashes_in_a_second, areas(frames, light))) <= 1
    for series in areas(frames, strips_light):
        fastest = max((abs(a - b) for a, b in zip(series, series[10:], strict=False)), default=0)
        assert fastest <= 100 / CALM_FADE_MS * FULL + 0.01
