import threading
from collections.abc import Iterator

import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from firmware.controls.buttons import Buttons
from firmware.emulation.clock import VirtualClock
from firmware.messages import Message, Pressed
from tests.firmware.heard import faults

PINS = (("seat-1", 17), ("seat-2", 27), ("undo", 9))


class Front:
    """The table's front with its buttons, and the fingers on them."""

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.clock = VirtualClock(10**12)
        self.factory = MockFactory()
        self.buttons = Buttons(self.messages.append, clock=self.clock)

    def pin(self, name: str) -> MockPin:
        return self.factory.pin(dict(PINS)[name])

    def wait_ms(self, duration_ms: int) -> None:
        """Time passes as it does at the table: somebody looks now and then."""
        for _ in range(duration_ms // 10):
            self.clock.sleep_ns(10_000_000)
            self.buttons.check(self.now_ms)
        self.clock.sleep_ns(duration_ms % 10 * 1_000_000)

    @property
    def now_ms(self) -> int:
        return self.clock.now_ns() // 1_000_000

    def edges(self, name: str, *gaps_ms: int) -> None:
        """Down at once, then a change after each of these gaps."""
        self.pin(name).drive_low()
        for number, gap_ms in enumerate(gaps_ms):
            self.wait_ms(gap_ms)
            (self.pin(name).drive_low if number % 2 else self.pin(name).drive_high)()


@pytest.fixture
def front() -> Iterator[Front]:
    front = Front()
    front.buttons.open(PINS, front.factory)
    yield front
    front.buttons.close()


def test_a_short_press_is_put_when_it_is_let_go(front: Front) -> None:
    front.edges("seat-1")
    front.wait_ms(120)
    assert front.messages == []
    front.pin("seat-1").drive_high()
    assert front.messages == [Pressed("seat-1", front.now_ms, 120)]
    front.wait_ms(5000)
    assert len(front.messages) == 1


def test_a_long_press_is_put_when_a_second_and_three_are_over_and_its_end_is_nothing(front: Front) -> None:
    begun_ms = front.now_ms
    front.edges("seat-2")
    front.wait_ms(990)
    assert front.messages == []
    front.wait_ms(10)
    assert front.messages == [Pressed("seat-2", begun_ms + 1000, 1000)]
    front.wait_ms(1990)
    assert len(front.messages) == 1
    front.wait_ms(10)
    assert front.messages[1:] == [Pressed("seat-2", begun_ms + 3000, 3000)]
    front.wait_ms(2000)
    front.pin("seat-2").drive_high()
    front.wait_ms(1000)
    assert len(front.messages) == 2


def test_a_long_press_nobody_looked_at_is_put_when_it_ends(front: Front) -> None:
    front.edges("seat-2")
    front.clock.sleep_ns(1_400_000_000)
    front.pin("seat-2").drive_high()
    front.wait_ms(2000)
    assert [(press.button, press.held_ms) for press in front.messages if isinstance(press, Pressed)] == [
        ("seat-2", 1000)
    ]


@pytest.mark.parametrize(
    "gaps_ms",
    [
        (1, 1, 1, 1, 80),
        (4, 1, 60),
        (80, 2, 1, 1, 1),
        (80, 120, 60),
        (80, 299, 60),
        (60, 100, 60, 100, 60, 100, 60),
        (80, 120, 1500),
    ],
    ids=[
        "bounce",
        "late bounce",
        "bounce at the end",
        "repeat",
        "last repeat",
        "repeats in a row",
        "a repeat that stays",
    ],
)
def test_bounces_and_repeats_are_one_press(front: Front, gaps_ms: tuple[int, ...]) -> None:
    front.edges("seat-1", *gaps_ms)
    front.wait_ms(2000)
    assert [type(message) for message in front.messages] == [Pressed]


def test_a_bounce_does_not_shorten_a_long_press(front: Front) -> None:
    front.edges("seat-1", 1, 1, 2, 1)
    front.wait_ms(1500)
    assert [press.held_ms for press in front.messages if isinstance(press, Pressed)] == [1000]


def test_two_presses_with_time_between_are_two(front: Front) -> None:
    front.edges("seat-1", 60, 300, 60)
    assert len(front.messages) == 2


def test_a_spark_is_no_press(front: Front) -> None:
    front.edges("seat-1", 2)
    front.wait_ms(3000)
    assert front.messages == []
    front.edges("seat-1", 50)
    assert [type(message) for message in front.messages] == [Pressed]


def test_buttons_pressed_together_are_each_heard(front: Front) -> None:
    front.pin("seat-1").drive_low()
    front.edges("undo", 50)
    front.wait_ms(50)
    front.pin("seat-1").drive_high()
    assert [(press.button, press.held_ms) for press in front.messages if isinstance(press, Pressed)] == [
        ("undo", 50),
        ("seat-1", 100),
    ]


def test_each_press_counts_its_own_time(front: Front) -> None:
    for _ in range(2):
        front.edges("undo", 1200)
        front.wait_ms(400)
    assert [press.held_ms for press in front.messages if isinstance(press, Pressed)] == [1000, 1000]


def test_a_stuck_button_is_a_fault_until_it_is_free(front: Front) -> None:
    front.edges("seat-1")
    front.wait_ms(40_000)
    assert faults(front.messages) == [("button seat-1", "stuck", False)]
    front.edges("seat-2", 70)
    assert isinstance(front.messages[-1], Pressed)
    front.pin("seat-1").drive_high()
    assert faults(front.messages) == [("button seat-1", "stuck", False), ("button seat-1", "stuck", True)]


def test_a_button_down_at_the_start_is_no_press() -> None:
    front = Front()
    front.factory.pin(17, pin_class=Shorted)
    front.buttons.open(PINS, front.factory)
    front.wait_ms(20_000)
    assert faults(front.messages) == [("button seat-1", "stuck", False)]
    assert len(front.messages) == 1
    front.buttons.close()


def test_a_line_in_use_is_a_fault_and_the_others_work(front: Front) -> None:
    more = Front()
    more.factory = front.factory
    more.buttons.open((("seat-3", 17), ("discard", 22)), front.factory)
    assert faults(more.messages) == [("button seat-3", "offline", False)]
    pin = front.factory.pin(22)
    pin.drive_low()
    more.wait_ms(50)
    pin.drive_high()
    assert isinstance(more.messages[-1], Pressed)
    more.buttons.close()


def test_presses_from_the_pins_own_thread_are_heard(front: Front) -> None:
    finger = threading.Thread(target=front.edges, args=("undo", 50))
    finger.start()
    finger.join()
    assert [type(message) for message in front.messages] == [Pressed]


class Shorted(MockPin):  # type: ignore[misc]  # gpiozero has no type information
    """A line that is on ground whatever is pulled."""

    def _set_pull(self, value: str) -> None:
        self._pull = value
