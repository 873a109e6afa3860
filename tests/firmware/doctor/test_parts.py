"""Readers, controls and strip tried one by one, on emulated chips and pins."""

from collections.abc import Callable
from queue import SimpleQueue

import pytest
from gpiozero import DigitalInputDevice
from gpiozero.pins.mock import MockFactory, MockPin, MockPWMPin

from firmware.doctor.finding import Finding, Level
from firmware.doctor.parts import beam, buttons, buzzer, readers, strip
from firmware.doctor.taps import taps
from firmware.messages import Message, Removed, Scan
from firmware.readers.contract import Reader, ReaderError
from tests.firmware.bench import MakeBench


class GroundedPin(MockPin):  # type: ignore[misc]  # gpiozero has no type information
    """Something pulls it to ground, stronger than any pull-up."""

    def _set_pull(self, value: str) -> None:
        self._pull = value


def grounded(line: int) -> MockFactory:
    pins = MockFactory()
    pins.pin(f"GPIO{line}", pin_class=GroundedPin).drive_low()
    return pins


def codes(findings: list[Finding]) -> dict[str, str]:
    return {finding.part: finding.code for finding in findings}


def test_every_reader_is_named_by_its_chip(bench_with: MakeBench) -> None:
    good, clone, dead = bench_with(version=0x92), bench_with(version=0x12), bench_with()
    dead.wire.dead = 0xFF
    found = list(readers({"seat-1": good.open, "seat-2": clone.open, "discard": dead.open}))
    assert codes(found) == {
        "reader seat-1": "reader",
        "reader seat-2": "reader-clone",
        "reader discard": "reader-silent",
    }
    assert [finding.facts["chip"] for finding in found[:2]] == ["MFRC522 v2", "counterfeit MFRC522"]
    assert "0xFF" in str(found[2].facts["detail"])


@pytest.mark.parametrize("problem", [FileNotFoundError(2, "No such file"), ValueError("what a library may raise")])
def test_a_reader_that_cannot_be_opened_hides_no_other(bench_with: MakeBench, problem: Exception) -> None:
    def broken() -> Reader:
        raise problem

    found = list(readers({"seat-1": broken, "seat-2": bench_with().open}))
    assert codes(found) == {"reader seat-1": "reader-silent", "reader seat-2": "reader"}


def test_readers_that_another_program_uses_are_not_called_silent() -> None:
    def taken() -> Reader:
        raise ReaderError("busy", "another program has it")

    with pytest.raises(ReaderError):
        list(readers({"seat-1": taken}))


def test_buttons_that_nobody_presses_are_well() -> None:
    found = list(buttons([("seat-1", 17), ("seat-2", 27)], grounded(27)))
    assert codes(found) == {"button seat-1": "button", "button seat-2": "button-down"}
    assert found[1].level is Level.WARNING


def test_a_line_that_somebody_else_uses_is_told() -> None:
    pins = MockFactory()
    with DigitalInputDevice(17, pin_factory=pins):
        assert codes(list(buttons([("seat-1", 17)], pins))) == {"button seat-1": "line-dead"}


@pytest.mark.parametrize("lit_high", [False, True])
@pytest.mark.parametrize(("lit", "code"), [(True, "beam"), (False, "beam-dark")])
def test_the_sensor_sees_light_or_not(*, lit: bool, lit_high: bool, code: str) -> None:
    low = lit != lit_high
    assert beam(18, grounded(18) if low else MockFactory(), lit_high=lit_high).code == code


def test_lines_are_let_go_again() -> None:
    pins = MockFactory()
    for _ in range(2):
        assert beam(18, pins).code == "beam-dark"
        assert buzzer(13, pins).code == "buzzer"


def test_a_buzzer_plays_when_asked() -> None:
    pins = MockFactory(pin_class=MockPWMPin)
    pin = pins.pin("GPIO13")
    pin.clear_states()
    assert buzzer(13, pins, play=True).code == "buzzer-played"
    assert len(pin.states) > 2


class Chain:
    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.closed = False

    def show(self, frame: bytes) -> None:
        self.frames.append(frame)

    def close(self) -> None:
        self.closed = True


def test_a_walk_lights_every_pixel_once() -> None:
    chain = Chain()
    assert strip(lambda: chain, 5, walk=True, step_s=0).code == "strip-walked"
    assert [frame.index(b"\xff") // 3 for frame in chain.frames] == [0, 1, 2, 3, 4]
    assert all(sum(frame) == 3 * 255 for frame in chain.frames)
    assert chain.closed


def test_without_a_walk_the_strip_stays_dark() -> None:
    chain = Chain()
    assert strip(lambda: chain, 5, walk=False).code == "strip"
    assert chain.frames == []
    assert chain.closed


def test_a_strip_that_fails_is_told_with_its_reason() -> None:
    def broken() -> Chain:
        raise PermissionError("requires running with sudo")

    found = strip(broken, 5, walk=True)
    assert (found.code, found.facts["detail"]) == ("strip-silent", "requires running with sudo")


def heard(*messages: Message) -> "SimpleQueue[Message]":
    queue: SimpleQueue[Message] = SimpleQueue()
    for message in messages:
        queue.put(message)
    return queue


@pytest.fixture
def told() -> list[str]:
    return []


UID = bytes.fromhex("04A2245A6F6180")
PADS = ("seat-1", "discard")


def test_taps_on_every_pad_end_the_wait_at_once(told: list[str]) -> None:
    tapped: Callable[[str], None] = told.append
    messages = heard(
        Scan("discard", UID, 1), Removed("discard", UID, 2), Scan("discard", UID, 3), Scan("seat-1", UID, 4)
    )
    found = list(taps(PADS, messages, 600, tapped))
    assert codes(found) == {"reader seat-1": "tap", "reader discard": "tap"}
    assert found[0].facts == {"uid": "04A2245A6F6180"}
    assert told == ["discard", "seat-1"]


def test_a_pad_that_heard_nothing_in_time_is_a_fault(told: list[str]) -> None:
    found = list(taps(PADS, heard(Scan("seat-1", UID, 1)), 0.05, told.append))
    assert codes(found) == {"reader seat-1": "tap", "reader discard": "no-tap"}
    assert found[1].level is Level.FAULT
