from collections.abc import Iterator
from typing import Self

import pytest

from firmware.controls.beam import BLOCKED_MS, Beam
from firmware.emulation import modules
from firmware.emulation.clock import VirtualClock
from firmware.messages import Drawn, Message
from tests.firmware.heard import faults

LINE = 18


class Slot:
    """The dispenser's slot with its beam, and hands that draw."""

    def __init__(self, *, lit_high: bool = False) -> None:
        modules.install()
        self.lit_high = lit_high
        self.messages: list[Message] = []
        self.clock = VirtualClock()
        self.pins, self.light = modules.lit_pin(LINE, lit_high=lit_high)
        self.beam = Beam(self.messages.append, clock=self.clock)

    def open(self) -> Self:
        self.beam.open(LINE, self.pins, lit_high=self.lit_high)
        return self

    def wait_ms(self, duration_ms: int) -> None:
        self.clock.sleep_ns(duration_ms * 1_000_000)
        self.beam.check(self.clock.now_ns() // 1_000_000)

    def shine(self, *, lit: bool) -> None:
        """Light arrives at the sensor, or none does."""
        (self.light.drive_high if lit == self.lit_high else self.light.drive_low)()

    def card(self, *edges_ms: int) -> None:
        """Break the beam; at each of the times after that it changes again, an odd number of times in all."""
        self.shine(lit=False)
        last = 0
        for number, at_ms in enumerate(edges_ms):
            self.wait_ms(at_ms - last)
            last = at_ms
            self.shine(lit=number % 2 == 0)


@pytest.fixture(params=[False, True], ids=["low in light", "high in light"])
def slot(request: pytest.FixtureRequest) -> Iterator[Slot]:
    slot = Slot(lit_high=request.param).open()
    yield slot
    slot.beam.close()


def test_a_card_through_the_beam_is_drawn(slot: Slot) -> None:
    slot.wait_ms(1000)
    slot.card(80)
    assert slot.messages == [Drawn(1080)]


@pytest.mark.parametrize(
    "edges_ms",
    [(1, 2, 3, 4, 5), (80, 82, 85), (60, 250, 270), (100, 350, 400, 600, 650)],
    ids=["bounce", "bounce at the end", "repeat", "long flutter"],
)
def test_bounces_and_flutter_are_one_card(slot: Slot, edges_ms: tuple[int, ...]) -> None:
    slot.card(*edges_ms)
    assert [type(message) for message in slot.messages] == [Drawn]


def test_cards_one_after_another_all_count(slot: Slot) -> None:
    for _ in range(5):
        slot.card(60)
        slot.wait_ms(300)
    assert len(slot.messages) == 5


def test_a_beam_that_stays_dark_is_a_fault_until_light_comes_and_no_card(slot: Slot) -> None:
    slot.shine(lit=False)
    slot.wait_ms(BLOCKED_MS - 1)
    assert slot.messages == []
    slot.wait_ms(1)
    slot.wait_ms(5000)
    slot.shine(lit=True)
    assert faults(slot.messages) == [("beam", "blocked", False), ("beam", "blocked", True)]
    assert len(slot.messages) == 2
    slot.wait_ms(400)
    slot.card(50)
    assert isinstance(slot.messages[-1], Drawn)


def test_a_missing_sensor_is_a_fault_at_once_and_never_a_card() -> None:
    slot = Slot()
    slot.shine(lit=False)
    slot.open()
    slot.wait_ms(60_000)
    assert faults(slot.messages) == [("beam", "blocked", False)]
    assert len(slot.messages) == 1
    slot.beam.close()


@pytest.mark.parametrize("lit_high", [False, True])
def test_a_beam_that_sees_light_at_the_start_is_no_fault(*, lit_high: bool) -> None:
    slot = Slot(lit_high=lit_high).open()
    slot.wait_ms(60_000)
    assert slot.messages == []
    slot.beam.close()


def test_a_line_in_use_is_a_fault_and_nothing_more(slot: Slot) -> None:
    other = Beam(slot.messages.append, clock=slot.clock)
    other.open(LINE, slot.pins)
    assert faults(slot.messages) == [("beam", "offline", False)]
    assert len(slot.messages) == 1
    other.check(10_000)
    other.close()
    slot.card(50)
    assert isinstance(slot.messages[-1], Drawn)
