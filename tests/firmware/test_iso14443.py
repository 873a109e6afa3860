import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.iso14443 import (
    HLTA,
    REQA,
    SEL,
    Frame,
    answer_air_ns,
    anticollision,
    bcc,
    crc_a,
    crc_holds,
    from_bits,
    levels,
    read,
    select,
    to_bits,
    uid_of,
    with_crc,
)

uids = st.sampled_from([4, 7, 10]).flatmap(lambda size: st.binary(min_size=size, max_size=size))


@pytest.mark.parametrize(("data", "check"), [("0000", "a01e"), ("1234", "26cf"), ("5000", "57cd"), ("3000", "02a8")])
def test_crc_a_gives_the_standards_examples(data: str, check: str) -> None:
    assert crc_a(bytes.fromhex(data)).hex() == check
    assert crc_holds(bytes.fromhex(data + check))


@given(st.binary(min_size=1, max_size=16), st.data())
def test_crc_a_notices_every_single_wrong_bit(data: bytes, draw: st.DataObject) -> None:
    bits = to_bits(with_crc(data))
    place = draw.draw(st.integers(0, len(bits) - 1))
    bits[place] ^= 1
    assert not crc_holds(from_bits(bits))


def test_frames_are_those_of_the_standard() -> None:
    assert HLTA.data.hex() == "500057cd"
    assert read(4).data[:2].hex() == "3004"
    part = bytes.fromhex("88044a72")
    assert select(0, part).data[:7].hex() == "937088044a72b4"
    assert anticollision(1, []) == Frame(bytes.fromhex("9520"), 0)
    known = to_bits(part)[:13]
    assert anticollision(0, known) == Frame(bytes((0x93, 0x35, 0x88, 0x04)), 5)
    assert anticollision(0, known).bits == 16 + 13


def test_air_times_are_those_of_the_limit_of_a_tap() -> None:
    times_us = [
        REQA.air_ns,
        answer_air_ns(16),
        anticollision(0, []).air_ns,
        answer_air_ns(40),
        select(0, b"\0" * 4).air_ns,
    ]
    assert [round(time / 1000) for time in times_us] == [94, 189, 198, 444, 793]
    assert round(answer_air_ns(24) / 1000) == 274


@given(uids)
def test_an_identifier_survives_its_cascade_levels(uid: bytes) -> None:
    parts = levels(uid)
    assert len(parts) == {4: 1, 7: 2, 10: 3}[len(uid)] <= len(SEL)
    cut_short = len(uid) == 4 and uid[0] == 0x88
    assert uid_of(parts) == (None if cut_short else uid)


def test_a_level_that_is_no_head_is_no_head() -> None:
    assert uid_of([bytes.fromhex("04112233"), bytes.fromhex("44556677")]) is None
    assert uid_of([bytes.fromhex("88112233")]) is None


def test_identifiers_of_other_sizes_are_refused() -> None:
    with pytest.raises(ValueError, match="4, 7 or 10 bytes, not 5"):
        levels(bytes(5))


@given(st.binary(min_size=4, max_size=4))
def test_the_block_check_makes_the_whole_level_cancel_out(part: bytes) -> None:
    assert bcc(part + bytes((bcc(part),))) == 0
