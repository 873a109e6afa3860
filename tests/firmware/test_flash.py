"""The guard against flashing: neighbours that are alike are judged together, and each as if it were alone."""

from itertools import accumulate

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.flash import FlashGuard
from firmware.light import WAVE, Glow, Run, Scene, Track
from firmware.picture import render
from hardware.description import Layout

PIXELS = 9
COLOURS = [bytes(colour) for colour in ((0, 0, 0), (255, 255, 255), (200, 10, 10), (210, 15, 10), (30, 30, 30))]


@st.composite
def frames(draw: st.DrawFn) -> bytes:
    """A frame of a few runs of pixels."""
    ends = sorted(draw(st.sets(st.integers(1, PIXELS - 1), max_size=PIXELS - 1)))
    colours = st.sampled_from(COLOURS)
    return b"".join(draw(colours) * (end - begin) for begin, end in zip([0, *ends], [*ends, PIXELS], strict=True))


@settings(max_examples=200)
@given(st.lists(st.tuples(frames(), st.sampled_from((10, 33, 100, 400))), min_size=20, max_size=60))
def test_each_pixel_is_held_as_if_it_were_alone(shown: list[tuple[bytes, int]]) -> None:
    chain, alone = FlashGuard(PIXELS), [FlashGuard(1) for _ in range(PIXELS)]
    for (frame, _), t_ms in zip(shown, accumulate(wait_ms for _, wait_ms in shown), strict=True):
        expected = [guard.pass_on(frame[3 * n : 3 * n + 3], t_ms) for n, guard in enumerate(alone)]
        assert chain.pass_on(frame, t_ms) == b"".join(expected)
        assert chain.holding == any(guard.holding for guard in alone)


def test_what_was_told_apart_is_judged_together_again() -> None:
    layout = Layout(PIXELS, tuple(range(n, n + 1) for n in range(PIXELS)))
    guard = FlashGuard(PIXELS)
    runner = Scene((Glow(Track(0, PIXELS - 1), (200, 10, 10), drawing=Run(1000)),))
    wave = Scene((Glow(Track(0, PIXELS - 1), (200, 10, 10), rhythm=WAVE),))
    for t_ms in range(0, 3000, 33):
        guard.pass_on(render(runner, t_ms, layout), t_ms)
    assert len(guard._runs) > 1
    for t_ms in range(3000, 12_000, 33):
        guard.pass_on(render(wave, t_ms, layout), t_ms)
    assert len(guard._runs) == 1
