import threading
import time
from itertools import combinations

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from firmware.controls.buzzer import GAP_MS, TONES, Buzzer
from firmware.emulation.clock import VirtualClock
from firmware.messages import Message, Tone
from tests.firmware.heard import faults

LINE = 13
Heard = list[tuple[int, int]]


class Corner:
    """A buzzer, and an ear that hears a pitch (1 where it cannot tell) for so many ms."""

    def __init__(self, *, tonal: bool) -> None:
        self.messages: list[Message] = []
        self.clock = VirtualClock()
        self.factory = MockFactory(pin_class=MockPWMPin) if tonal else MockFactory()
        self.buzzer = Buzzer(self.messages.append, clock=self.clock)
        self.buzzer.open(LINE, self.factory)

    @property
    def pin(self) -> MockPWMPin:
        return self.factory.pin(LINE)

    def pitch(self) -> int:
        return int(self.pin.frequency or self.pin.state)

    def hear(self) -> Heard:
        """Until all is silent."""
        heard: Heard = []
        while (wait_ms := self.buzzer.step()) is not None:
            heard.append((self.pitch(), wait_ms))
            self.clock.sleep_ns(wait_ms * 1_000_000)
        assert self.pitch() == 0
        return heard


@pytest.fixture
def corner() -> Corner:
    return Corner(tonal=True)


def rhythm(name: str) -> str:
    """Short and long sounds."""
    return "".join("long " if duration > 200 else "short " for pitch, duration in TONES[name] if pitch)


def test_the_table_has_six_tones() -> None:
    assert set(TONES) == {"seen", "accepted", "refused", "question", "stroke", "win"}


@pytest.mark.parametrize(("one", "other"), list(combinations(TONES, 2)))
def test_any_two_tones_differ_in_rhythm_and_in_pitch(one: str, other: str) -> None:
    assert rhythm(one) != rhythm(other)
    assert [pitch for pitch, _ in TONES[one] if pitch] != [pitch for pitch, _ in TONES[other] if pitch]


def test_tones_are_short_and_each_sound_and_rest_can_be_heard() -> None:
    for notes in TONES.values():
        assert sum(duration for _, duration in notes) <= 1000
        assert min(duration for _, duration in notes) >= 40
    assert sum(duration for _, duration in TONES["seen"]) <= 50


@pytest.mark.parametrize("name", TONES)
def test_a_tone_swings_the_line_at_its_pitches(corner: Corner, name: str) -> None:
    corner.buzzer.play(Tone(name))
    assert corner.hear() == [*TONES[name], (0, GAP_MS)]
    corner.buzzer.close()


@pytest.mark.parametrize("name", TONES)
def test_an_active_buzzer_plays_the_rhythm_alone(name: str) -> None:
    corner = Corner(tonal=False)
    corner.buzzer.play(Tone(name))
    assert corner.hear() == [*((min(1, pitch), duration) for pitch, duration in TONES[name]), (0, GAP_MS)]
    corner.buzzer.close()


def test_one_tone_waits_for_the_one_that_sounds_and_the_newest_is_it(corner: Corner) -> None:
    corner.buzzer.play(Tone("win"))
    corner.buzzer.step()
    for name in ("seen", "question", "refused"):
        corner.buzzer.play(Tone(name))
    heard = corner.hear()
    assert heard == [*TONES["win"], (0, GAP_MS), *TONES["refused"], (0, GAP_MS)]
    corner.buzzer.close()


def test_an_unknown_tone_is_a_mistake_of_who_asks(corner: Corner) -> None:
    with pytest.raises(KeyError, match="boo"):
        corner.buzzer.play(Tone("boo"))
    corner.buzzer.close()


def test_a_line_in_use_is_a_fault_and_nothing_more(corner: Corner) -> None:
    other = Buzzer(corner.messages.append, clock=corner.clock)
    other.open(LINE, corner.factory)
    other.play(Tone("win"))
    assert other.step() is not None
    assert faults(corner.messages) == [("buzzer", "offline", False)]
    corner.buzzer.close()
    other.close()


def test_a_buzzer_that_fails_is_a_fault_once(corner: Corner, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_pin: MockPWMPin, _value: int | None) -> None:
        raise RuntimeError("GPIO gone")

    with monkeypatch.context() as metal:
        metal.setattr(MockPWMPin, "_set_frequency", broken)
        for _ in range(2):
            corner.buzzer.play(Tone("accepted"))
            while (wait_ms := corner.buzzer.step()) is not None:
                corner.clock.sleep_ns(wait_ms * 1_000_000)
    assert faults(corner.messages) == [("buzzer", "offline", False)]


def test_whoever_plays_never_waits_and_the_thread_ends_silent() -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    buzzer = Buzzer(lambda _message: None)
    buzzer.open(LINE, factory)
    buzzer.start()
    pin = factory.pin(LINE)
    begun = time.monotonic()
    for _ in range(100):
        buzzer.play(Tone("win"))
    assert time.monotonic() - begun < 0.1
    until = time.monotonic() + 5
    while not pin.frequency and time.monotonic() < until:
        time.sleep(0.005)
    assert pin.frequency
    buzzer.close()
    assert not pin.frequency
    assert not [thread for thread in threading.enumerate() if thread.name == "buzzer"]
