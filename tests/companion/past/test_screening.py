"""The lights while they show a race gone by."""

from queue import SimpleQueue

import pytest

from companion.past.screening import Cue, Screening
from firmware.clock import MonotonicClock, now_ms
from firmware.light import DARK, Glow, Scene, Track

LIVE, LATER, FIRST, SECOND = (Scene((Glow(Track(n, n), (n, n, n)),)) for n in range(1, 5))
CLOCK = MonotonicClock()
SOON_MS, LONG_MS, LIMIT_S = 30, 60_000, 10


def now() -> int:
    return now_ms(CLOCK)


@pytest.fixture
def seen() -> "SimpleQueue[Scene]":
    return SimpleQueue()


@pytest.fixture
def screening(seen: "SimpleQueue[Scene]") -> Screening:
    screening = Screening(seen.put, now)
    screening.live(LIVE)
    assert seen.get(timeout=LIMIT_S) is LIVE
    return screening


def test_a_show_is_run_and_the_live_scene_is_back(screening: Screening, seen: "SimpleQueue[Scene]") -> None:
    at_ms = now()
    screening.play("7", [Cue(at_ms, FIRST), Cue(at_ms + SOON_MS, SECOND)], at_ms + 2 * SOON_MS)
    assert [seen.get(timeout=LIMIT_S) for _ in range(3)] == [FIRST, SECOND, LIVE]
    assert not screening.playing


def test_what_happens_at_the_table_ends_it_at_once(screening: Screening, seen: "SimpleQueue[Scene]") -> None:
    screening.play("7", [Cue(now(), FIRST), Cue(now() + SOON_MS, SECOND)], now() + LONG_MS)
    assert seen.get(timeout=LIMIT_S) is FIRST
    screening.live(LATER)
    shown = [seen.get(timeout=LIMIT_S)]
    while shown[-1] is not LATER:
        shown.append(seen.get(timeout=LIMIT_S))
    assert not screening.playing
    screening.live(LIVE)
    assert seen.get(timeout=LIMIT_S) is LIVE


def test_the_button_ends_it(screening: Screening, seen: "SimpleQueue[Scene]") -> None:
    screening.play("7", [Cue(now(), FIRST)], now() + LONG_MS)
    assert seen.get(timeout=LIMIT_S) is FIRST
    assert screening.playing == "7"
    screening.stop()
    assert seen.get(timeout=LIMIT_S) is LIVE
    screening.stop()
    assert seen.empty()


def test_another_show_takes_its_place(screening: Screening, seen: "SimpleQueue[Scene]") -> None:
    screening.play("7", [Cue(now(), FIRST), Cue(now() + LONG_MS, DARK)], now() + LONG_MS)
    assert seen.get(timeout=LIMIT_S) is FIRST
    screening.play("8", [Cue(now(), SECOND)], now() + LONG_MS)
    assert seen.get(timeout=LIMIT_S) is SECOND
    assert screening.playing == "8"
    screening.stop()
    assert seen.get(timeout=LIMIT_S) is LIVE
