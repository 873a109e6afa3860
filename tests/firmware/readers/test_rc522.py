"""Our reader, the subclass of the real library, on the emulated chip: which cards it finds, and how fast."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware.readers.contract import Inventory
from firmware.readers.rc522 import Rc522, library
from tests.firmware.bench import Bench, MakeBench

UID = bytes.fromhex("044a7232214b80")
NEIGHBOUR = bytes.fromhex("044f7132214b80")  # the next sticker of a roll: the last four bytes are equal
FOUR = bytes.fromhex("08112233")
TEN = bytes.fromhex("04112233445566778899")
GUARD_NS = 5_000_000


@st.composite
def alike_uids(draw: st.DrawFn) -> set[bytes]:
    """Two or three identifiers that share a beginning of any length with the first, and differ in the bit after it."""
    first = b"\x04" + draw(st.binary(min_size=6, max_size=6))
    number = int.from_bytes(first, "little")  # its bits in the order of the air, the lowest first
    uids = {first}
    for place in draw(st.lists(st.integers(8, 55), min_size=1, max_size=2)):
        shared = (1 << place) - 1
        rest = draw(st.integers(0, (1 << 55 - place) - 1)) << place + 1
        uids.add((number & shared | (number ^ 1 << place) & 1 << place | rest).to_bytes(7, "little"))
    return uids


@pytest.fixture
def reader(bench: Bench) -> Rc522:
    return bench.open()


def test_it_is_the_real_library_underneath(reader: Rc522) -> None:
    assert isinstance(reader, library())
    assert reader.chip == "MFRC522 v2"
    assert reader.doubt == ""


def test_an_empty_pad_costs_nine_transfers_and_under_six_milliseconds(bench: Bench, reader: Rc522) -> None:
    bench.clock.sleep_ns(GUARD_NS)
    begun_ns = bench.clock.now_ns()
    assert bench.transfers(bench.poll, reader) == (9, Inventory())
    assert bench.clock.now_ns() - begun_ns < 6_000_000


def test_all_seven_bytes_of_a_card_within_twelve_milliseconds(bench: Bench, reader: Rc522) -> None:
    bench.clock.sleep_ns(GUARD_NS)
    bench.lay(UID)
    begun_ns = bench.clock.now_ns()
    assert bench.poll(reader) == Inventory((UID,))
    assert bench.clock.now_ns() - begun_ns < 12_000_000


def test_two_overlapping_cards_are_told_apart(bench: Bench, reader: Rc522) -> None:
    bench.lay(UID, NEIGHBOUR)
    inventory = bench.poll(reader)
    assert set(inventory.uids) == {UID, NEIGHBOUR}
    assert not inventory.unreadable


def test_cards_of_every_size_together(bench: Bench, reader: Rc522) -> None:
    bench.lay(UID, FOUR, TEN, NEIGHBOUR)
    assert set(bench.poll(reader).uids) == {UID, FOUR, TEN, NEIGHBOUR}


def test_eight_cards_at_once(bench: Bench, reader: Rc522) -> None:
    uids = {bytes((0x04, place, 0x72, 0x32, 0x21, 0x4B, 0x80 ^ place)) for place in range(8)}
    bench.lay(*uids)
    assert set(bench.poll(reader).uids) == uids


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(uids=alike_uids(), absolute=st.booleans())
def test_however_alike_their_identifiers_are(bench_with: MakeBench, uids: set[bytes], *, absolute: bool) -> None:
    bench = bench_with(collisions_absolute=absolute)
    bench.lay(*uids)
    inventory = bench.poll(bench.open())
    assert sorted(inventory.uids) == sorted(uids)
    assert not inventory.unreadable


def test_a_card_found_is_found_again_after_the_field_was_off(bench: Bench, reader: Rc522) -> None:
    bench.lay(UID)
    reader.field(on=True)
    assert reader.inventory().uids == (UID,)
    for _ in range(3):
        reader.field(on=False)
        reader.field(on=True)
        assert reader.inventory().uids == (UID,)


@pytest.mark.slow
def test_random_taps_have_all_their_seven_bytes(bench: Bench, reader: Rc522) -> None:
    assert taps_read(bench, reader, 1_000) == 1_000


@pytest.mark.slow
def test_ten_thousand_random_taps_have_all_their_seven_bytes(bench: Bench, reader: Rc522) -> None:
    assert taps_read(bench, reader, 10_000) == 10_000


def taps_read(bench: Bench, reader: Rc522, count: int) -> int:
    """How many of so many inventories hold just the cards that lie there, in one of five two or three."""
    chance = random.Random(count)  # noqa: S311  # a repeatable one is wanted
    right = 0
    for _ in range(count):
        together = chance.choice((1, 1, 1, 1, 1, 1, 1, 1, 2, 3))
        uids = {b"\x04" + chance.randbytes(6) for _ in range(together)}
        bench.lay(*uids)
        inventory = bench.poll(reader)
        right += sorted(inventory.uids) == sorted(uids) and not inventory.unreadable
        bench.clear()
    return right
