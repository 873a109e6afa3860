"""Which pads a bus polls, and how often: where the next card is likely, where none can be."""

from collections.abc import Sequence
from functools import partial

import pytest

from firmware.bus import Bus
from firmware.emulation.clock import VirtualClock
from firmware.messages import Expected
from firmware.readers.contract import Inventory, Reader
from tests.firmware.heard import scans
from tests.firmware.led import RED, Led, Quiet
from tests.firmware.tables import PADS


class Polled:
    """Which pads a bus polls, in order; a card lies on one of them."""

    def __init__(self, occupied: str = "", groups: Sequence[Sequence[str]] | None = None) -> None:
        self.polls: list[str] = []
        clock = VirtualClock()
        self.bus = Bus(
            {name: partial(self._reader, name, occupied) for name in PADS},
            lambda _message: None,
            lambda _uid: True,
            groups=groups,
            clock=clock,
        )

    def _reader(self, name: str, occupied: str) -> Reader:
        polls = self.polls

        class Counted(Quiet):
            def inventory(self) -> Inventory:
                polls.append(name)
                return Inventory((RED,)) if name == occupied else Inventory()

        return Counted()

    def sweep(self) -> list[str]:
        self.polls.clear()
        self.bus.sweep()
        return self.polls


UNUSED = frozenset(("seat-5", "seat-6"))


def test_a_likely_pad_is_polled_twice_when_an_unused_one_is_left_out() -> None:
    polled = Polled()
    polled.bus.expect(Expected(("seat-2", "discard"), UNUSED))
    for left_out in ("seat-6", "seat-5", "seat-6"):
        polls = polled.sweep()
        assert polls.count("seat-2") == 2
        assert {*PADS} - {*polls} == {left_out}
        assert len(polls) == len(PADS)


def test_where_all_fields_are_on_together_unused_pads_are_left_out_in_turn() -> None:
    polled = Polled(groups=[PADS])
    polled.bus.expect(Expected(("seat-2", "discard"), UNUSED))
    for left_out in ("seat-6", "seat-5", "seat-6"):
        assert polled.sweep() == [pad for pad in PADS if pad != left_out]


def test_a_group_of_unused_pads_is_left_out_as_a_whole_and_one_with_others_in_part() -> None:
    polled = Polled(groups=[["seat-1", "seat-4"], ["seat-5", "seat-6"], ["seat-2", "seat-3", "discard"]])
    polled.bus.expect(Expected(("seat-2",), UNUSED | {"seat-4"}))
    sweeps = [list(polled.sweep()) for _ in range(2)]
    group = ["seat-2", "seat-3", "discard"]
    assert sweeps == [[*group, "seat-1", "seat-4", *group], ["seat-1", "seat-5", "seat-6", *group]]


@pytest.mark.parametrize(("likely", "seldom"), [((), ()), (PADS, ()), (("none of these",), ("nor of these",))])
def test_a_sweep_polls_every_pad_once_where_all_are_used(likely: Sequence[str], seldom: Sequence[str]) -> None:
    polled = Polled()
    polled.bus.expect(Expected(tuple(likely), frozenset(seldom)))
    assert polled.sweep() == PADS


def test_a_pad_where_a_card_lies_waits_for_none() -> None:
    polled = Polled(occupied="seat-2")
    polled.bus.expect(Expected(("seat-2",), UNUSED))
    polled.sweep()
    assert polled.sweep().count("seat-2") == 1


@pytest.mark.parametrize("pad", ["seat-1", "seat-3", "seat-6", "discard"])
def test_whatever_is_likely_a_card_that_stays_a_tenth_of_a_second_is_seen(led: Led, pad: str) -> None:
    for number, cars in enumerate((2, 3, 4, 6)):
        uid = b"\x04" + bytes((number,)) * 6
        led.table.expect(Expected(("seat-1", "seat-2", "discard"), frozenset(PADS[cars:-1])))
        led.sweep(number)
        begun_ms = led.clock.now_ns() / 1e6
        led.table.lay(pad, uid)
        while not scans(led.sweep()):
            pass
        assert led.clock.now_ns() / 1e6 - begun_ms < 100
        led.table.lift(pad, uid)
