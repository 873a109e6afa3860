import time
from itertools import pairwise

import pytest

from firmware.lamp import FRAME_MS, PROOF_MS, Lamp
from firmware.light import CALM_FADE_MS, DARK, Scene
from firmware.unattended import DUSK
from hardware.description import Layout
from tests.firmware.lamp import LAYOUT, LIT, Board, HandClock, Rig


def test_without_proof_of_life_for_two_seconds_it_shows_that_nobody_is_there() -> None:
    rig = Rig()
    rig.lamp.show(LIT)
    assert rig.at(1000) == PROOF_MS
    assert rig.at(2999, attended=False) == 1
    assert rig.lamp.frame() == b"\xff" * 9
    rig.at(3000, attended=False)
    assert rig.lamp.frame() == bytes(DUSK) + bytes(6)
    rig.at(60_000, attended=False)
    assert rig.board.frames[-1] == bytes(DUSK) + bytes(6)


def test_it_shows_the_latest_scene_as_soon_as_there_is_proof_again() -> None:
    rig = Rig()
    rig.lamp.show(DARK)
    rig.at(0)
    rig.at(5000, attended=False)
    rig.lamp.show(LIT)
    rig.at(5100, attended=False)
    assert rig.lamp.frame() == bytes(DUSK) + bytes(6)
    rig.at(5200)
    assert rig.lamp.frame() == b"\xff" * 9


def test_in_calm_light_nobody_there_fades_in() -> None:
    rig = Rig()
    rig.lamp.show(Scene(LIT.lights, calm=True))
    for ms in range(0, 2100, 100):
        rig.at(ms)
    levels = []
    for ms in range(4000, 6100, 100):
        rig.at(ms, attended=False)
        levels.append(rig.lamp.frame()[3])
    assert levels == sorted(levels, reverse=True)
    assert max(a - b for a, b in pairwise(levels)) <= 255 * 100 // CALM_FADE_MS + 1
    assert levels[-1] == 0


def test_pads_breathe_when_nobody_is_there() -> None:
    layout = Layout(3, (), (("any", range(3)),))
    board, clock = Board(), HandClock()
    lamp = Lamp(board.open, layout, lambda _fault: None, clock)
    levels = []
    for ms in range(2000, 12_000, 100):
        clock.ms = ms
        assert lamp.step() == FRAME_MS
        levels.append(lamp.frame()[0])
    assert (max(levels), min(levels)) == (DUSK[0], 0)
    assert max(abs(a - b) for a, b in pairwise(levels)) <= DUSK[0] * 100 // CALM_FADE_MS + 1


@pytest.mark.slow
def test_the_thread_itself_finds_that_nobody_is_there_and_that_somebody_is() -> None:
    board = Board()
    lamp = Lamp(board.open, LAYOUT, lambda _fault: None)
    lamp.show(LIT)
    lamp.start()
    until = time.monotonic() + 10
    while lamp.frame() != bytes(DUSK) + bytes(6) and time.monotonic() < until:
        time.sleep(0.02)
    assert lamp.frame() == bytes(DUSK) + bytes(6)
    lamp.alive()
    until = time.monotonic() + 5
    while lamp.frame() != b"\xff" * 9 and time.monotonic() < until:
        time.sleep(0.02)
    assert lamp.frame() == b"\xff" * 9
    lamp.stop()
