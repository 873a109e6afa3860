from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.strips.contract import Strip
from firmware.strips.drawing import ansi, svg
from firmware.strips.emulated import EmulatedStrip
from hardware.description import TABLES, load
from hardware.description import Strip as Description

described = load(TABLES / "simulated.toml").strip
assert described is not None
TABLE: Description = described
FULL = replace(TABLE, brightness=255)
frames = st.binary(min_size=3 * TABLE.layout.pixels, max_size=3 * TABLE.layout.pixels)


@pytest.fixture
def chain() -> EmulatedStrip:
    return EmulatedStrip(TABLE)


@pytest.fixture
def strip(chain: EmulatedStrip) -> Iterator[Strip]:
    opened = chain.open()
    yield opened
    opened.close()


@settings(max_examples=30)
@given(st.lists(frames, min_size=1, max_size=3), st.permutations("RGB"), st.integers(0, 255))
def test_the_wire_carries_the_latest_frame_in_colour_order_and_dimmed(
    shown: list[bytes], order: list[str], brightness: int
) -> None:
    chain = EmulatedStrip(replace(TABLE, order="".join(order), brightness=brightness))
    strip = chain.open()
    for frame in shown:
        strip.show(frame)
    for pixel in range(TABLE.layout.pixels):
        rgb = dict(zip("RGB", shown[-1][3 * pixel : 3 * pixel + 3], strict=True))
        on_wire = chain.wire[3 * pixel : 3 * pixel + 3]
        assert [abs(rgb[part] * brightness / 255 - got) <= 1 for part, got in zip(order, on_wire, strict=True)] == [
            True
        ] * 3
        assert max(on_wire) <= brightness
    strip.close()
    assert not any(chain.wire)


def test_at_full_brightness_the_wire_is_the_frame_in_grb() -> None:
    chain = EmulatedStrip(FULL)
    strip = chain.open()
    frame = bytes(range(186))
    strip.show(frame)
    assert chain.wire[:6] == bytes([1, 0, 2, 4, 3, 5])
    assert chain.pixels() == frame
    strip.close()


def test_decoded_light_is_the_frames_but_for_rounding(chain: EmulatedStrip, strip: Strip) -> None:
    frame = bytes(n % 256 for n in range(0, 186 * 7, 7))
    strip.show(frame)
    assert max(abs(a - b) for a, b in zip(chain.pixels(), frame, strict=True)) <= 255 / TABLE.brightness + 1


def test_two_chains_do_not_hear_each_other(chain: EmulatedStrip, strip: Strip) -> None:
    other = EmulatedStrip(FULL)
    neighbour = other.open()
    strip.show(b"\xff" * 186)
    assert not any(other.wire)
    neighbour.show(b"\x07" * 186)
    assert min(chain.pixels()) > 250
    neighbour.close()
    assert any(chain.wire)


def test_a_broken_wire_raises_as_a_bus_would(chain: EmulatedStrip, strip: Strip) -> None:
    chain.broken = True
    with pytest.raises(OSError, match="no answer"):
        strip.show(bytes(186))
    chain.broken = False


def test_a_strip_opened_again_is_the_same_chain(chain: EmulatedStrip) -> None:
    strip = chain.open()
    strip.show(b"\xff" * 186)
    strip.close()
    assert not any(chain.pixels())
    strip = chain.open()
    strip.show(b"\xff" * 186)
    assert set(chain.pixels()) == {255}
    strip.close()


def test_people_can_look_at_a_frame() -> None:
    frame = bytes([255, 0, 10]) + bytes(183)
    assert ansi(frame, FULL.layout).startswith("\x1b[48;2;255;0;10m")
    assert ansi(frame, FULL.layout).count("\n") == 1
    assert svg(frame, FULL.layout).count("<circle") == FULL.layout.pixels
    assert 'fill="#ff000a"' in svg(frame, FULL.layout)
