import threading
from itertools import pairwise

import pytest

from firmware.flash import FlashGuard
from firmware.lamp import FRAME_MS, PROOF_MS, Lamp
from firmware.light import CALM_FADE_MS, DARK, Scene
from tests.firmware.lamp import LAYOUT, LIT, MOVING, Board, HandClock, Rig


def test_a_still_scene_is_sent_once_and_the_lamp_rests() -> None:
    rig = Rig()
    rig.lamp.show(LIT)
    assert rig.at(0) == PROOF_MS
    assert rig.at(500) == PROOF_MS
    assert rig.board.frames == [b"\xff" * 9]
    assert rig.lamp.frame() == b"\xff" * 9


def test_a_moving_scene_asks_for_the_next_frame() -> None:
    rig = Rig()
    rig.lamp.show(MOVING)
    assert rig.at(0) == FRAME_MS
    assert rig.at(500) == FRAME_MS
    assert len(rig.board.frames) == 2


def test_while_work_is_in_hand_that_takes_its_time_the_lamp_waits_longer_for_a_sign() -> None:
    rig = Rig()
    rig.lamp.show(Scene(LIT.lights, patience_ms=1500))
    assert rig.at(0) == PROOF_MS + 1500
    assert rig.at(PROOF_MS + 1400, attended=False) == 100
    assert rig.lamp.frame() == b"\xff" * 9
    rig.at(PROOF_MS + 1500, attended=False)
    assert rig.lamp.frame() != b"\xff" * 9


def test_a_broken_strip_is_one_fault_and_its_end() -> None:
    rig = Rig()
    rig.lamp.show(LIT)
    rig.at(0)
    rig.board.broken = True
    rig.lamp.show(DARK)
    assert rig.at(100) == 1000
    assert rig.at(1100) == 2000
    assert rig.at(1200) == 1900
    assert rig.at(3100) == PROOF_MS
    rig.board.broken = False
    assert rig.at(8000) == 100
    assert rig.at(8100) == PROOF_MS
    assert [(fault.part, fault.code, fault.over, fault.at_ms) for fault in rig.faults] == [
        ("strip", "offline", False, 100),
        ("strip", "offline", True, 8100),
    ]
    assert "the wire has gone" in rig.faults[0].detail
    assert rig.board.frames[-1] == bytes(9)
    assert (rig.board.opened, rig.board.closed) == (2, 1)


def test_a_strip_that_is_missing_at_the_start_is_the_same_fault() -> None:
    rig = Rig()
    rig.board.broken = True
    rig.lamp.show(LIT)
    rig.at(0)
    rig.at(5000)
    assert [fault.over for fault in rig.faults] == [False]
    assert rig.lamp.frame() == b"\xff" * 9


def test_a_strip_without_its_library_is_told_with_the_cure_and_its_end_by_the_same_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(_board: Board) -> Board:
        raise ImportError("board.py is board 1.0")

    with monkeypatch.context() as without:
        without.setattr(Board, "open", refuse)
        rig = Rig()
        rig.at(0)
        rig.at(1000)
    rig.lamp._open_strip = rig.board.open
    rig.at(5000)
    assert [(fault.code, fault.over) for fault in rig.faults] == [("library", False), ("library", True)]
    assert rig.faults[0].detail == "board.py is board 1.0"


def test_a_calm_scene_fades_in_from_the_one_before() -> None:
    rig = Rig()
    rig.lamp.show(Scene(LIT.lights, calm=True))
    levels = []
    for ms in range(0, CALM_FADE_MS + 1, 100):
        rig.at(ms)
        levels.append(rig.lamp.frame()[0])
    assert levels == sorted(levels)
    assert (levels[0], levels[-1]) == (0, 255)
    assert max(b - a for a, b in pairwise(levels)) <= 255 * 100 // CALM_FADE_MS + 1
    assert rig.at(CALM_FADE_MS) == PROOF_MS


def test_scenes_that_follow_each_other_fast_never_flash_four_times_in_a_second() -> None:
    rig = Rig()
    levels = []
    for ms in range(0, 3000, 20):
        rig.lamp.show(LIT if ms // 60 % 2 else DARK)
        rig.at(ms)
        levels.append(rig.lamp.frame()[0])
    turns = [at for at in range(1, len(levels)) if levels[at] != levels[at - 1]]
    assert turns
    assert max(sum(start <= at <= start + 50 for at in turns) for start in turns) <= 6


def test_what_the_guard_holds_back_is_shown_as_soon_as_it_may() -> None:
    guard = FlashGuard(1)
    for n in range(1, 7):
        assert guard.pass_on(bytes([255 * (n % 2)] * 3), n * 10) == bytes([255 * (n % 2)] * 3)
    assert guard.pass_on(b"\xff" * 3, 70) == bytes(3)
    assert guard.holding
    assert guard.pass_on(b"\xff" * 3, 1011) == b"\xff" * 3
    assert not guard.holding


def test_small_changes_are_no_flashes() -> None:
    guard = FlashGuard(1)
    for ms in range(0, 1000, 10):
        frame = bytes([200 + 12 * (ms // 10 % 2)] * 3)
        assert guard.pass_on(frame, ms) == frame


def test_what_the_supply_cannot_bear_is_never_sent() -> None:
    board, clock = Board(), HandClock()
    half = bytes(value // 2 for value in range(256))
    lamp = Lamp(board.open, LAYOUT, lambda _fault: None, clock, within=lambda frame: frame.translate(half))
    lamp.show(LIT)
    lamp.step()
    assert max(board.frames[-1]) <= 127


def test_the_thread_shows_at_once_and_stops_dark() -> None:
    board = Board()
    lamp = Lamp(board.open, LAYOUT, lambda _fault: None)
    lamp.show(LIT)
    lamp.start()
    assert board.shown.wait(5)
    lamp.stop()
    assert board.closed == 1
    assert not [thread for thread in threading.enumerate() if thread.name == "lamp"]
