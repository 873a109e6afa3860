"""The light shows why: a drawing for each code, short, harmless, and told apart from all others in grey."""

from dataclasses import replace
from itertools import combinations

import pytest

from companion.lights.refusals import DRAWINGS
from companion.lights.scene import scene
from companion.lights.situation import Mark, Pawn, Situation, Stroke, Tap
from companion.lights.sketch import HAZARD_MARKS, Refusal
from companion.lights.touches import refusal_of
from companion.replay import moments
from companion.rules.laws import CODES, OVERDRAWN
from firmware.picture import Picture
from tests.companion.film import LAYOUT, T0_MS, check_calm, check_no_harm, film, strips_light
from tests.companion.lights.moments import Film, pad_of, unlike
from tests.companion.rules.commented import SHOWN, record_of, recorded

PLACES_KM = {"at START": (0, 0, 0), "on the way": (300, 675, 150), "near the finish": (900, 650, 975)}
FILM_S, STEP_MS = 6, 200


def refused(code: str, km: tuple[int, ...], hazard: str = "accident", *, calm: bool = False) -> Situation:
    """Car 0's card on car 1's pad is refused while car 2 is on turn, or on its own if the card is for that."""
    others = {"protected", "target-not-started", "target-stopped", "already-limited", "wrong-pad", "second-attack"}
    about = 1 if code in others else 0
    why = Refusal(code, about, 0, 2, hazard)
    return replace(quiet(km, calm=calm), taps=(Tap(f"seat-{about + 1}", Mark.REFUSED, T0_MS, 0, why),))


def quiet(km: tuple[int, ...], *, calm: bool = False) -> Situation:
    return Situation(tuple(map(Pawn, km)), since_ms=T0_MS, calm=calm)


def track_in_grey(now: Situation) -> Film:
    frames = film(now, FILM_S, step_ms=STEP_MS)[1:]
    return [tuple(min(1.0, 2 * strips_light(frame[3 * n : 3 * n + 3])) for n in range(41)) for frame in frames]


def test_every_code_has_a_drawing_and_none_is_left_over() -> None:
    assert set(DRAWINGS) == {*CODES, OVERDRAWN}


@pytest.mark.slow
@pytest.mark.parametrize("calm", [False, True], ids=["lively", "calm"])
@pytest.mark.parametrize("place", PLACES_KM)
def test_each_is_told_apart_from_every_other_and_from_every_state(place: str, calm: bool) -> None:  # noqa: FBT001 - parametrised
    km = PLACES_KM[place]
    idle = quiet(km, calm=calm)
    films = {code: track_in_grey(refused(code, km, calm=calm)) for code in DRAWINGS}
    films |= {
        "seated": track_in_grey(idle),
        "refused without a code": track_in_grey(replace(idle, taps=(Tap("seat-1", Mark.REFUSED, T0_MS, 0),))),
        "seen": track_in_grey(replace(idle, taps=(Tap("seat-1", Mark.SEEN, T0_MS, 0),))),
        "accepted": track_in_grey(replace(idle, taps=(Tap("seat-1", Mark.ACCEPTED, T0_MS, 0),))),
        "on turn": track_in_grey(replace(idle, on_turn=0)),
        "question": track_in_grey(replace(idle, asked=(0, 1))),
        "proposed": track_in_grey(replace(idle, proposed=1)),
        "stroke": track_in_grey(replace(idle, strokes=(Stroke(0, T0_MS + 15_000),))),
        "win": track_in_grey(replace(idle, winners=(0,))),
    }
    assert [
        (a, b) for a, b in combinations(films, 2) if unlike(films[a], films[b], frames_a_second=1000 // STEP_MS) < 0.05
    ] == []


@pytest.mark.parametrize("place", PLACES_KM)
def test_the_four_hazards_have_marks_of_their_own(place: str) -> None:
    films = [track_in_grey(refused("stopped", PLACES_KM[place], hazard)) for hazard in HAZARD_MARKS]
    assert min(unlike(a, b, frames_a_second=1000 // STEP_MS) for a, b in combinations(films, 2)) >= 0.05


@pytest.mark.parametrize("code", DRAWINGS)
@pytest.mark.parametrize("place", PLACES_KM)
def test_each_is_over_within_two_and_a_half_seconds_and_does_no_harm(code: str, place: str) -> None:
    now = refused(code, PLACES_KM[place])
    picture, still = Picture(scene(now), LAYOUT), Picture(scene(quiet(PLACES_KM[place])), LAYOUT)
    assert picture.frame(T0_MS + 600) != still.frame(T0_MS + 600)
    assert picture.frame(T0_MS + 2500) == still.frame(T0_MS + 2500)
    check_no_harm(film(now))


@pytest.mark.parametrize("code", DRAWINGS)
def test_calm_ones_only_fade(code: str) -> None:
    check_calm(refused(code, PLACES_KM["on the way"]), fastest=0.12)


def test_not_your_turn_runs_to_the_pad_on_turn() -> None:
    frame = Picture(scene(refused("not-your-turn", PLACES_KM["on the way"])), LAYOUT).frame(T0_MS + 100)
    assert {frame[3 * n : 3 * n + 3] for n in pad_of(2)} == {b"\xff\xff\xff"}


def test_the_facts_come_from_the_ruling() -> None:
    drawn = set()
    for path, edition in recorded(*SHOWN):
        for ruled in moments(record_of(path, edition)):
            if (why := refusal_of(ruled)) is not None:
                drawn.add(why.code)
                assert why.hazard or why.code not in ("stopped", "target-stopped", "wrong-remedy")
                scene(Situation(tuple(Pawn() for _ in ruled.after.race.cars), taps=(Tap("", Mark.REFUSED, 0, 0, why),)))
    assert drawn == set(DRAWINGS)
