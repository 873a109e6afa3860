"""Every scene that the table can show, drawn at 100 frames a second and looked at as WCAG 2.3.1 and a person would."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.lights.palette import LOOKS
from companion.lights.scene import SAVING_MS, scene
from companion.lights.situation import Pawn, Situation
from firmware.picture import Picture, luminance
from hardware.description import Layout
from tests.companion.film import (
    LAYOUT,
    T0_MS,
    WIDE,
    check_calm,
    check_no_harm,
    film,
    guarded,
    most_flashes_in_a_second,
    strips_light,
)
from tests.companion.lights.moments import (
    IDLE,
    MOMENTS,
    grey,
    looks_like,
    pad_of,
    situations,
    states,
    track,
    unlike,
)


def test_the_counter_counts_flashes() -> None:
    assert most_flashes_in_a_second([1.0 if at % 25 < 12 else 0.0 for at in range(300)]) == 4
    assert most_flashes_in_a_second([1.0 if at % 25 < 12 else 0.95 for at in range(300)]) == 0
    assert most_flashes_in_a_second([at / 300 for at in range(300)]) == 0


@pytest.mark.parametrize("name", MOMENTS)
def test_nothing_flashes_more_than_three_times_in_a_second_and_no_saturated_red(name: str) -> None:
    check_no_harm(film(MOMENTS[name]))


@pytest.mark.slow
@settings(max_examples=25)
@given(situations)
def test_nor_does_any_scene_as_the_lamp_shows_it(now: Situation) -> None:
    check_no_harm(guarded(film(now)))


@pytest.mark.parametrize("name", MOMENTS)
def test_calm_lights_only_fade(name: str) -> None:
    check_calm(MOMENTS[name], fastest=0.12)


@pytest.mark.slow
@settings(max_examples=25)
@given(situations)
def test_so_do_they_in_any_scene(now: Situation) -> None:
    check_calm(now, fastest=0.2)


def longest_gap_ms(now: Situation, seconds: float, layout: Layout) -> int:
    """For how long a pawn is not to be seen, at the worst."""
    frames, worst = film(now, seconds, layout, 40), 0
    for car, pawn in enumerate(now.pawns):
        pixels = layout.track[pawn.km // 25]
        shown = [any(looks_like(frame[3 * n : 3 * n + 3], car) for n in pixels) for frame in frames]
        times = [-1, *(at for at, seen in enumerate(shown) if seen), len(shown)]
        worst = max(worst, *(40 * (b - a - 1) for a, b in pairwise(times)))
    return worst


@pytest.mark.slow
@settings(max_examples=25)
@given(situations, st.sampled_from([LAYOUT, WIDE]))
def test_every_pawn_is_seen_on_its_space_within_a_moment(now: Situation, layout: Layout) -> None:
    assert longest_gap_ms(now, 4, layout) <= 1500
    assert longest_gap_ms(replace(now, calm=True), 9, layout) <= 4500


def test_six_on_one_space_are_each_seen_within_a_second_and_a_half() -> None:
    assert longest_gap_ms(replace(MOMENTS["start of a race of six"], pawns=(Pawn(500),) * 6), 4, LAYOUT) <= 1500


@pytest.mark.parametrize("calm", [False, True], ids=["lively", "calm"])
@pytest.mark.parametrize("car", range(4))
@pytest.mark.parametrize("where", [pad_of, track])
def test_states_are_told_apart_in_grey(where: Callable[[int], Sequence[int]], car: int, calm: bool) -> None:  # noqa: FBT001 - parametrised
    films = {name: grey(replace(now, calm=calm), car, where(car)) for name, now in states(car).items()}
    alike = [(a, b) for a, b in combinations(films, 2) if unlike(films[a], films[b]) < 0.05]
    assert alike == []


@pytest.mark.parametrize("calm", [False, True], ids=["lively", "calm"])
def test_the_number_of_a_phone_is_told_apart_from_every_state_in_grey_and_stays_lit(calm: bool) -> None:  # noqa: FBT001 - parametrised
    asks = grey(replace(IDLE, phones=(17,), calm=calm), 0, track(0))
    assert all(frame[17] == 1 for frame in asks)
    for name, now in states(0).items():
        assert unlike(asks, grey(replace(now, calm=calm), 0, track(0))) >= 0.05, name


def test_a_scene_ends_its_marks_by_itself_and_is_then_still() -> None:
    picture = Picture(scene(MOMENTS["refused"]), LAYOUT)
    assert picture.moves(T0_MS + 500)
    assert not picture.moves(T0_MS + 2000)
    assert picture.frame(T0_MS + 2000) == Picture(scene(IDLE), LAYOUT).frame(T0_MS)


@pytest.mark.parametrize("calm", [False, True], ids=["lively", "calm"])
@pytest.mark.parametrize("where", [pad_of, track])
def test_a_card_that_is_only_seen_is_told_apart_from_every_state_in_grey(
    where: Callable[[int], Sequence[int]],
    calm: bool,  # noqa: FBT001 - parametrised
) -> None:
    seen = Picture(scene(replace(MOMENTS["seen"], calm=calm)), LAYOUT).frame(T0_MS + SAVING_MS - 1)
    full = luminance(LOOKS[0].colour)
    still = [tuple(min(1.0, strips_light(seen[3 * n : 3 * n + 3]) / full) for n in where(0))] * 60
    for name, now in states(0).items():
        assert unlike(still, grey(replace(now, calm=calm), 0, where(0))) >= 0.05, name


def test_a_card_that_is_stored_late_is_shown_to_be_saved_on_its_pad_without_another_word() -> None:
    picture = Picture(scene(MOMENTS["seen on the discard pad"]), LAYOUT)
    (pixel, *_) = dict(LAYOUT.pads)["discard"]
    times = range(0, SAVING_MS + 1800, 100)
    levels = [picture.frame(T0_MS + t_ms)[3 * pixel] for t_ms in times]
    assert all(picture.moves(T0_MS + t_ms) for t_ms in times)
    assert levels[: SAVING_MS // 100] == [255] * (SAVING_MS // 100)
    assert levels[SAVING_MS // 100 :] == [60, 60, 60, 150, 150, 150, 255, 255, 255] * 2


def test_a_card_is_seen_at_once_also_at_the_discard_pad() -> None:
    frame = Picture(scene(MOMENTS["seen on the discard pad"]), LAYOUT).frame(T0_MS)
    assert {frame[3 * n : 3 * n + 3] for n in dict(LAYOUT.pads)["discard"]} == {b"\xff\xff\xff"}


def test_the_stroke_bar_shrinks_to_nothing_at_its_deadline() -> None:
    picture = Picture(scene(MOMENTS["stroke"]), LAYOUT)
    lit = [
        sum(map(luminance, zip(*[iter(picture.frame(T0_MS + t_ms)[: 3 * 41])] * 3, strict=True)))
        for t_ms in (0, 5000, 10000, 15000)
    ]
    assert lit == sorted(lit, reverse=True)
    assert picture.frame(T0_MS + 15_000) == Picture(scene(IDLE), LAYOUT).frame(T0_MS)
