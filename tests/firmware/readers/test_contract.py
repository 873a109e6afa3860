"""What every reader chip must do. Another chip is one more entry of CHIPS: how its emulated bench is made."""

from dataclasses import replace

import pytest

from firmware.emulation.faults import first_answers, garbled, lost
from firmware.emulation.field import Disturbance
from firmware.emulation.phone import text_on_tag
from firmware.readers.contract import Inventory, Reader, ReaderError
from tests.firmware.bench import Bench, ChipSettings, MakeBench

CHIPS: dict[str, ChipSettings] = {
    "rc522": {},
    "rc522 counting collisions absolutely": {"collisions_absolute": True},
    "fm17522": {"version": 0x88},
}
WRITTEN = text_on_tag("red-light/3")
UID = bytes.fromhex("044a7232214b80")
OTHER = bytes.fromhex("044a7232214b81")


@pytest.fixture(params=CHIPS)
def bench(bench_with: MakeBench, request: pytest.FixtureRequest) -> Bench:
    return bench_with(**CHIPS[request.param])


@pytest.fixture
def reader(bench: Bench) -> Reader:
    return bench.open()


def test_says_what_it_is(reader: Reader) -> None:
    assert reader.chip
    assert not reader.doubt or reader.chip in reader.doubt, "a doubt names what is doubted"


def test_its_field_is_off_when_opened_and_follows_orders(bench: Bench, reader: Reader) -> None:
    bench.lay(UID)
    assert reader.inventory() == Inventory()
    reader.field(on=True)
    assert reader.inventory() == Inventory((UID,))
    reader.field(on=False)
    assert reader.inventory() == Inventory()


def test_waits_until_cards_can_be_ready(bench: Bench, reader: Reader) -> None:
    bench.lay(UID)
    for _ in range(3):
        assert bench.poll(reader) == Inventory((UID,))


def test_hears_a_call_that_was_made_before(bench: Bench, reader: Reader) -> None:
    bench.lay(UID)
    reader.field(on=True)
    reader.call()
    bench.clock.sleep_ns(50_000_000)
    assert reader.inventory() == Inventory((UID,))
    reader.field(on=False)
    assert bench.poll(reader) == Inventory((UID,))


def test_finds_every_card_once(bench: Bench, reader: Reader) -> None:
    bench.lay(UID, OTHER)
    inventory = bench.poll(reader)
    assert sorted(inventory.uids) == [UID, OTHER]


def test_takes_a_bounded_time_whatever_lies_there(bench: Bench, reader: Reader) -> None:
    bench.lay(*(b"\x04" + bytes((number,)) * 6 for number in range(40)))
    begun_ns = bench.clock.now_ns()
    bench.poll(reader)
    assert bench.clock.now_ns() - begun_ns < 200_000_000


def test_says_that_something_is_there_when_it_cannot_be_read(bench: Bench, reader: Reader) -> None:
    bench.lay(UID)
    bench.field.disturb = lambda echo: echo if len(echo.bits) == 16 else None
    assert bench.poll(reader) == Inventory((), unreadable=True)


def test_raises_when_the_board_is_dead(bench: Bench, reader: Reader) -> None:
    assert bench.poll(reader) == Inventory()
    bench.wire.dead = 0xFF
    with pytest.raises(ReaderError) as caught:
        bench.poll(reader)
    assert caught.value.code == "offline"
    assert str(caught.value)


def test_can_be_closed_twice_and_opened_again(bench: Bench, reader: Reader) -> None:
    reader.close()
    reader.close()
    bench.lay(UID)
    assert bench.poll(bench.open()) == Inventory((UID,))


# What is written on a card


def read(bench: Bench, reader: Reader, uid: bytes = UID) -> bytes | None:
    """As the bus does: after an inventory, the field still on."""
    reader.field(on=True)
    reader.inventory()
    memory = reader.memory(uid)
    assert reader.inventory() == Inventory(), "every card is left halted"
    reader.field(on=False)
    bench.heal()
    return memory


def test_reads_all_that_is_written(bench: Bench, reader: Reader) -> None:
    whole = bytes(range(144))
    bench.lay_written(UID, whole)
    assert read(bench, reader) == whole
    assert bench.poll(reader) == Inventory((UID,)), "and it is seen as before"


def test_reads_the_one_card_that_is_asked_for(bench: Bench, reader: Reader) -> None:
    bench.lay_written(UID, WRITTEN)
    bench.lay_written(OTHER, b"other")
    assert read(bench, reader, OTHER) == b"other".ljust(144, b"\0")
    assert read(bench, reader) == WRITTEN.ljust(144, b"\0")


def test_reads_nothing_without_a_field(bench: Bench, reader: Reader) -> None:
    bench.lay_written(UID, WRITTEN)
    assert reader.memory(UID) is None


@pytest.mark.parametrize("container", ["00000000", "e1201200", "e11012f0", "e1100000"])
def test_a_card_that_says_it_holds_no_names_holds_none(bench: Bench, reader: Reader, container: str) -> None:
    bench.lay_written(UID, WRITTEN).memory[12:16] = bytes.fromhex(container)
    assert read(bench, reader) == b""


def test_a_card_that_refuses_is_not_read(bench: Bench, reader: Reader) -> None:
    """A NAK has four bits. A greater tag's container on a lesser one would make it read past the end."""
    bench.lay_written(UID, WRITTEN).memory[14] = 0x6D
    assert read(bench, reader) == WRITTEN.ljust(144, b"\0"), "no more is asked for than an NTAG213 has"
    bench.field.disturb = lambda echo: replace(echo, bits=(0, 0, 0, 0)) if len(echo.bits) == 144 else echo
    assert read(bench, reader) is None


@pytest.mark.parametrize("place", range(0, 144, 8))
def test_a_wrong_page_is_never_taken(bench: Bench, reader: Reader, place: int) -> None:
    """Two wrong bits in a byte pass its parity, and only CRC_A notices."""
    bench.lay_written(UID, WRITTEN)
    wrong = first_answers(1, garbled(place, place + 1))
    bench.field.disturb = lambda echo: wrong(echo) if len(echo.bits) == 144 else echo
    assert read(bench, reader) == WRITTEN.ljust(144, b"\0")
    bench.field.disturb = lambda echo: garbled(place, place + 1)(echo) if len(echo.bits) == 144 else echo
    assert read(bench, reader) is None


@pytest.mark.parametrize("disturbance", [lost, garbled(1)], ids=["lost", "of wrong parity"])
def test_two_bad_answers_cost_nothing(bench: Bench, reader: Reader, disturbance: Disturbance) -> None:
    bench.lay_written(UID, WRITTEN)
    reader.field(on=True)
    reader.inventory()
    bench.field.disturb = first_answers(2, disturbance)
    assert reader.memory(UID) == WRITTEN.ljust(144, b"\0")


@pytest.mark.parametrize("frames", range(18))
def test_a_card_that_leaves_while_it_is_read_is_not_read_and_soon_given_up(
    bench: Bench, reader: Reader, frames: int
) -> None:
    tag = bench.lay_written(UID, WRITTEN)
    reader.field(on=True)
    assert reader.inventory() == Inventory((UID,))
    tag.frames_left = frames
    begun_ns = bench.clock.now_ns()
    assert reader.memory(UID) in ({None} if frames < 13 else {WRITTEN.ljust(144, b"\0")})
    assert bench.clock.now_ns() - begun_ns < 200_000_000
