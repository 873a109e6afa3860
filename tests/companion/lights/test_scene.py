"""Every scene that the table can show, drawn at 100 frames a second and looked at as WCAG 2.3.1 and a person would."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.lights.palette import LOOKS
from companion.lights.refusals import DRAWINGS
from companion.lights.scene import SAVING_MS, scene
from companion.lights.situation import Mark, Pawn, Situation, Stroke, Tap
from companion.lights.sketch import HAZARD_MARKS, Refusal
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

FOUR = tuple(Pawn(km) for km in (100, 350, 600, 850))
IDLE = Situation(FOUR, since_ms=T0_MS)


def tap(mark: Mark, car: int = 0) -> tuple[Tap, ...]:
    return (Tap(f"seat-{car + 1}", mark, T0_MS, car),)


def hinder(car: int, *, stopped: bool = False, limited: bool = False) -> tuple[Pawn, ...]:
    return tuple(replace(pawn, stopped=stopped, limited=limited) if n == car else pawn for n, pawn in enumerate(FOUR))


def states(car: int) -> dict[str, Situation]:
    """Each state alone, of this car; the others only sit there."""
    return {
        "seated": IDLE,
        "on turn": replace(IDLE, on_turn=car),
        "stopped": replace(IDLE, pawns=hinder(car, stopped=True)),
        "limited": replace(IDLE, pawns=hinder(car, limited=True)),
        "stopped and limited": replace(IDLE, pawns=hinder(car, stopped=True, limited=True)),
        "saving": replace(IDLE, taps=(Tap(f"seat-{car + 1}", Mark.SEEN, T0_MS - 3000, car),)),
        "accepted": replace(IDLE, taps=tap(Mark.ACCEPTED, car)),
        "refused": replace(IDLE, taps=tap(Mark.REFUSED, car)),
        "question": replace(IDLE, asked=(car, (car + 1) % 4)),
        "stroke": replace(IDLE, strokes=(Stroke(car, T0_MS + 15_000),)),
        "win": replace(IDLE, winners=(car,)),
    }


MOMENTS = {
    **states(0),
    "start of a race of six": Situation((Pawn(),) * 6, on_turn=0, since_ms=T0_MS),
    "two strokes at once": replace(IDLE, on_turn=0, strokes=(Stroke(1, T0_MS + 9_000), Stroke(2, T0_MS + 15_000))),
    "on turn, stopped and limited": replace(IDLE, on_turn=0, pawns=hinder(0, stopped=True, limited=True)),
    "refused in a crowd of six": Situation((Pawn(stopped=True),) * 6, 0, tap(Mark.REFUSED), since_ms=T0_MS),
    "seen": replace(IDLE, taps=tap(Mark.SEEN)),
    "seen on the discard pad": replace(IDLE, on_turn=2, taps=(Tap("discard", Mark.SEEN, T0_MS),)),
    "shared win": replace(IDLE, winners=(0, 3)),
    "accepted as the next turn begins": replace(IDLE, on_turn=1, taps=tap(Mark.ACCEPTED)),
    "nothing can be stored": replace(IDLE, on_turn=0, stores=False),
    "a phone asks": replace(IDLE, on_turn=0, phones=(17,)),
    "two phones ask, and whose card it is": replace(IDLE, asked=(0,), phones=(7, 10)),
    "two phones ask, one on a pawn's space": replace(IDLE, phones=(14, 40)),
    "whose area is asked": replace(IDLE, on_turn=0, asked=(1, 2, 3, 0), proposed=1),
}

pawn = st.builds(Pawn, st.integers(0, 40).map(lambda spot: 25 * spot), st.booleans(), st.booleans())
refusals = st.builds(
    Refusal,
    st.sampled_from(sorted(DRAWINGS)),
    st.none() | st.integers(0, 1),
    st.none() | st.integers(0, 1),
    st.none() | st.integers(0, 1),
    st.sampled_from(["", *HAZARD_MARKS]),
)


def possible(now: Situation) -> Situation:
    """Once somebody has won nobody is on turn, asked or attacked any more."""
    return replace(now, on_turn=None, asked=(), strokes=(), proposed=None) if now.winners else now


situations = st.integers(2, 6).flatmap(
    lambda n: st.builds(
        Situation,
        pawns=st.lists(pawn, min_size=n, max_size=n).map(tuple),
        on_turn=st.none() | st.integers(0, n - 1),
        taps=st.lists(
            st.builds(
                Tap,
                st.sampled_from(["seat-1", "seat-2", "discard"]),
                st.sampled_from(Mark),
                st.integers(T0_MS - 500, T0_MS + 1500),
                st.none() | st.integers(0, n - 1),
                st.none() | refusals,
            ),
            max_size=3,
            unique_by=lambda tap: tap.pad,
        ).map(tuple),
        asked=st.lists(st.integers(0, n - 1), max_size=2, unique=True).map(tuple),
        strokes=st.lists(
            st.builds(Stroke, st.integers(0, n - 1), st.integers(T0_MS, T0_MS + 15_000)),
            max_size=2,
            unique_by=lambda stroke: stroke.car,
        ).map(tuple),
        winners=st.lists(st.integers(0, n - 1), max_size=2, unique=True).map(tuple),
        since_ms=st.just(T0_MS),
        proposed=st.none() | st.integers(0, n - 1),
        phones=st.lists(st.integers(1, 40), max_size=2, unique=True).map(tuple),
        stores=st.booleans(),
    ).map(possible)
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


@cache
def looks_like(colour: bytes, car: int) -> bool:
    """Whether this is the car's colour, at a fifth of its light or more."""
    wanted = LOOKS[car].colour
    size, full = (sum(v * v for v in light) ** 0.5 for light in (colour, wanted))
    alike = sum(a * b for a, b in zip(colour, wanted, strict=True)) / (size * full or 1)
    return size >= full / 5 and alike > 0.985


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


Film = list[tuple[float, ...]]


def grey(now: Situation, car: int, pixels: Sequence[int]) -> Film:
    """Brightness of these pixels in time, a tenth of a second apart, the car's own colour being full light."""
    full = luminance(LOOKS[car].colour)
    frames = film(now, 6, step_ms=100)[2:]
    return [tuple(min(1.0, strips_light(frame[3 * n : 3 * n + 3]) / full) for n in pixels) for frame in frames]


def unlike(one: Film, other: Film) -> float:
    """How much the pixels that change differ, in the second in which they do most, however the films are shifted."""
    live = [n for n in range(len(one[0])) if len({row[n] for row in one + other}) > 1]
    least = 1.0
    for shift in range(-20, 21) if live else ():
        pairs = zip(one, other[shift:] + other[:shift], strict=True)
        apart = [sum(abs(a[n] - b[n]) for n in live) / len(live) for a, b in pairs]
        least = min(least, max(sum(apart[at : at + 10]) / 10 for at in range(len(apart) - 10)))
    return least if live else 0.0


def pad_of(car: int) -> Sequence[int]:
    return dict(LAYOUT.pads)[f"seat-{car + 1}"]


def track(_car: int) -> Sequence[int]:
    return range(41)


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


ONLY_PAD = Layout(3, (), (("any", range(3)),))


def at_the_only_pad(now: Situation) -> Situation:
    """The same where all cars share one pad, of three pixels and no track."""
    return replace(now, pads=("any",) * len(now.pawns), taps=tuple(replace(tap, pad="any") for tap in now.taps))


def only_pads_film(now: Situation) -> list[bytes]:
    return film(at_the_only_pad(now), 6, ONLY_PAD, step_ms=100)[2:]


def test_the_only_pad_tells_how_the_race_stands() -> None:
    full = luminance(LOOKS[0].colour)
    on_turn = {name: replace(now, on_turn=0) for name, now in states(0).items() if name != "seated"}
    frames = {name: only_pads_film(now) for name, now in on_turn.items()}
    films = {
        name: [tuple(min(1.0, strips_light(frame[at : at + 3]) / full) for at in (0, 3, 6)) for frame in shown]
        for name, shown in frames.items()
    }
    assert [(a, b) for a, b in combinations(films, 2) if unlike(films[a], films[b]) < 0.05] == []


@pytest.mark.parametrize("car", range(4))
def test_the_only_pad_has_the_colour_of_the_car_on_turn_or_of_the_one_proposed(car: int) -> None:
    for now in (replace(IDLE, on_turn=car), replace(IDLE, on_turn=(car + 1) % 4, asked=(0, 1, 2, 3), proposed=car)):
        frame = max(only_pads_film(now), key=sum)
        assert looks_like(frame[:3], car)


def test_the_only_pad_says_that_a_card_was_refused_also_when_its_car_is_on_turn() -> None:
    refused = Tap("any", Mark.REFUSED, T0_MS, 1, Refusal("not-your-turn", 1, 1, 0))
    plain = Tap("any", Mark.REFUSED, T0_MS, 1)
    frames = [only_pads_film(replace(IDLE, on_turn=0, taps=(each,))) for each in (refused, plain)]
    assert frames[0] == frames[1]


def test_the_only_pad_does_no_harm() -> None:
    for now in MOMENTS.values():
        pixel = [strips_light(frame[:3]) for frame in film(at_the_only_pad(now), layout=ONLY_PAD)]
        assert most_flashes_in_a_second(pixel) <= 3


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
