from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from firmware.strips.budget import drawn_ma, within
from tests.firmware.strips.contract import DARK, PIXELS, RAINBOW, STRIP, WHITE

frames = st.binary(min_size=3 * PIXELS, max_size=3 * PIXELS)


def test_white_draws_what_the_description_says_and_dark_nothing() -> None:
    full = replace(STRIP, brightness=255)
    assert drawn_ma(WHITE, full) == 60 * PIXELS
    assert drawn_ma(WHITE, STRIP) == STRIP.peak_ma
    assert drawn_ma(DARK, full) == 0
    assert drawn_ma(b"\xff\x00\x00" + DARK[3:], full) == 20


def test_a_frame_within_the_budget_is_left_as_it_is() -> None:
    strip = replace(STRIP, limit_ma=drawn_ma(RAINBOW, STRIP))
    assert within(RAINBOW, strip) is RAINBOW
    assert within(WHITE, replace(STRIP, limit_ma=None)) is WHITE


@given(frames, st.integers(0, 255), st.integers(1, 100), st.integers(50, 5000))
def test_no_frame_draws_more_than_the_supply_leaves(
    frame: bytes, brightness: int, ma_per_pixel: int, limit_ma: int
) -> None:
    strip = replace(STRIP, brightness=brightness, ma_per_pixel=ma_per_pixel, limit_ma=limit_ma)
    assert drawn_ma(within(frame, strip), strip) <= limit_ma


@given(frames, st.integers(50, 1500))
def test_what_is_dimmed_is_dimmed_evenly_and_no_more_than_needed(frame: bytes, limit_ma: int) -> None:
    strip = replace(STRIP, limit_ma=limit_ma, brightness=255)
    share = min(1.0, limit_ma / max(1, drawn_ma(frame, strip)))
    assert all(
        -1.01 <= dimmed - value * share <= 0.01 for value, dimmed in zip(frame, within(frame, strip), strict=True)
    )
