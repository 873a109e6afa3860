"""Where all cars share one pad it tells of one: of whom it is asked, who has won, or who is on turn."""

from dataclasses import replace
from itertools import combinations

import pytest

from companion.lights.palette import LOOKS
from companion.lights.situation import Mark, Situation, Tap
from companion.lights.sketch import Refusal
from firmware.picture import luminance
from hardware.description import Layout
from tests.companion.film import (
    T0_MS,
    film,
    most_flashes_in_a_second,
    strips_light,
)
from tests.companion.lights.moments import IDLE, MOMENTS, looks_like, states, unlike

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
