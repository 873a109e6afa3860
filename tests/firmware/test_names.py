"""The texts on tags, as the bus brings them: only while somebody wants them, and whatever is written there."""

from collections.abc import Iterator

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from firmware.emulation.clock import VirtualClock
from firmware.emulation.field import Echo
from firmware.emulation.ntag213 import Tag
from firmware.emulation.phone import text_on_tag
from firmware.emulation.table import EmulatedTable
from firmware.messages import Fault, Message, Scan
from tests.firmware.tables import with_pads

UID = bytes.fromhex("044a7232214b80")
READ_BITS = 144


class Named:
    """A table of one pad, led sweep by sweep, whose names are read while `wanted`."""

    def __init__(self, *, wanted: bool = True) -> None:
        self.wanted = wanted
        self.messages: list[Message] = []
        self.reads = 0
        self.clock = VirtualClock()
        self.table = EmulatedTable(with_pads("seat-1"), self.messages.append, lambda _uid: True, clock=self.clock)
        self.table.fields["seat-1"].disturb = self._heard
        self.sweep()

    def sweep(self, count: int = 1) -> None:
        for _ in range(count):
            self.table.sweep()
            self.clock.sleep_ns(10_000_000)

    def _heard(self, echo: Echo) -> Echo:
        self.reads += len(echo.bits) == READ_BITS
        return echo

    def tap(self, written: bytes) -> tuple[str, ...] | None:
        """The texts of the one Scan that a card with this memory makes."""
        before = len(self.messages)
        self.table.fields["seat-1"].lay(Tag(UID, written))
        self.sweep(3)
        self.table.lift("seat-1", UID)
        self.sweep(40)
        scan, _removed = self.messages[before:]
        assert isinstance(scan, Scan)
        assert scan.uid == UID
        return scan.texts


@pytest.fixture
def named() -> Iterator[Named]:
    named = Named()
    named.table.read_names(lambda: named.wanted)
    yield named
    named.table.stop()


def test_a_race_never_reads_names() -> None:
    named = Named()
    assert named.tap(text_on_tag("gas/1")) is None
    assert named.reads == 0
    named.table.stop()


def test_names_are_read_while_they_are_wanted_and_once_a_tap(named: Named) -> None:
    named.wanted = False
    assert named.tap(text_on_tag("gas/1")) is None
    assert named.reads == 0
    named.wanted = True
    assert named.tap(text_on_tag("gas/1")) == ("gas/1",)
    assert named.reads == 10
    named.wanted = False
    assert named.tap(text_on_tag("gas/1")) is None
    assert named.reads == 10


def test_a_blank_sticker_has_no_text_and_a_spoilt_one_none_that_can_be_read(named: Named) -> None:
    assert named.tap(b"") == ()
    assert named.tap(text_on_tag("gas/1").replace(b"\xd1", b"\x51")) is None


@pytest.mark.parametrize("size", [0, 1, 137, 138, 300])
def test_texts_of_any_length_are_whole_or_not_there(named: Named, size: int) -> None:
    text = "x" * size
    assert named.tap(text_on_tag(text)) == ((text,) if size < 137 else None)


def test_a_reader_that_dies_while_a_name_is_read_costs_the_name_and_not_the_tap(named: Named) -> None:
    wire = named.table.wires["seat-1"]

    def die(echo: Echo) -> Echo:
        if len(echo.bits) == READ_BITS:
            wire.dead = 0xFF
        return echo

    named.table.fields["seat-1"].disturb = die
    named.table.lay("seat-1", UID, "gas/1")
    named.sweep(3)
    scan, *_faults = named.messages
    assert scan == Scan("seat-1", UID, scan.at_ms)
    wire.dead = None
    named.table.fields["seat-1"].disturb = None
    named.sweep(50)
    assert not [each for each in named.messages[1:] if not isinstance(each, Fault)], "still the same tap"


NAMED = Named()
NAMED.table.read_names(lambda: True)


@pytest.mark.slow
@settings(max_examples=60)  # a whole table is swept each time
@given(st.binary(max_size=144))
@example(bytes.fromhex("1402 00 ffffffffffffff 0002"))
@example(b"\x03\xff\xff\xff" + b"\xd1" * 140)
@example(text_on_tag("\x1b[2J<script>\u202e")[:-1])
def test_whatever_is_written_a_tap_is_a_tap(written: bytes) -> None:
    found = NAMED.tap(written)
    assert found is None or all(isinstance(text, str) for text in found)
