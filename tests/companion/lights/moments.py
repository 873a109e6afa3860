"""Moments of a race that the lights show, any situation that can be, and how unlike two films are in grey."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from hypothesis import strategies as st

from companion.lights.palette import LOOKS
from companion.lights.refusals import DRAWINGS
from companion.lights.situation import Mark, Pawn, Situation, Stroke, Tap
from companion.lights.sketch import HAZARD_MARKS, Refusal
from firmware.picture import luminance
from tests.companion.film import (
    LAYOUT,
    T0_MS,
    film,
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


Film = list[tuple[float, ...]]


@cache
def looks_like(colour: bytes, car: int) -> bool:
    """Whether this is the car's colour, at a fifth of its light or more."""
    wanted = LOOKS[car].colour
    size, full = (sum(v * v for v in light) ** 0.5 for light in (colour, wanted))
    alike = sum(a * b for a, b in zip(colour, wanted, strict=True)) / (size * full or 1)
    return size >= full / 5 and alike > 0.985


def grey(now: Situation, car: int, pixels: Sequence[int]) -> Film:
    """Brightness of these pixels in time, a tenth of a second apart, the car's own colour being full light."""
    full = luminance(LOOKS[car].colour)
    frames = film(now, 6, step_ms=100)[2:]
    return [tuple(min(1.0, strips_light(frame[3 * n : 3 * n + 3]) / full) for n in pixels) for frame in frames]


def unlike(one: Film, other: Film, *, frames_a_second: int = 10) -> float:
    """How much the pixels that change differ, in the second in which they do most, however the films are shifted."""
    live = [n for n in range(len(one[0])) if len({row[n] for row in one + other}) > 1]
    second, least = frames_a_second, 1.0
    for shift in range(-2 * second, 2 * second + 1) if live else ():
        pairs = zip(one, other[shift:] + other[:shift], strict=True)
        apart = [sum(abs(a[n] - b[n]) for n in live) / len(live) for a, b in pairs]
        least = min(least, max(sum(apart[at : at + second]) / second for at in range(len(apart) - second)))
    return least if live else 0.0


def pad_of(car: int) -> Sequence[int]:
    return dict(LAYOUT.pads)[f"seat-{car + 1}"]


def track(_car: int) -> Sequence[int]:
    return range(41)
