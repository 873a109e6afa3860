from typing import Self

import pytest

from firmware.emulation.ntag213 import PAGES, State, Tag
from firmware.iso14443 import (
    FIELD_GUARD_NS,
    GET_VERSION,
    HLTA,
    REQA,
    WUPA,
    Frame,
    anticollision,
    bcc,
    crc_holds,
    from_bits,
    levels,
    read,
    select,
    to_bits,
)

UID = bytes.fromhex("044a7232214b80")
ONE, TWO = levels(UID)


class Fed:
    """A tag in a field that has been on long enough."""

    def __init__(self, uid: bytes = UID) -> None:
        self.tag = Tag(uid)
        self.tag.power(on=True, at_ns=0)
        self.now_ns = FIELD_GUARD_NS

    def tell(self, *frames: Frame) -> bytes | None:
        reply = None
        for frame in frames:
            self.now_ns += 1_000_000
            reply = self.tag.hear(tuple(to_bits(frame.data, frame.bits)), self.now_ns)
        return None if reply is None else from_bits(reply.bits)

    def answer(self, *frames: Frame) -> bytes:
        """What it answers to the last of the frames, which is not silence."""
        answer = self.tell(*frames)
        assert answer is not None
        return answer

    def activate(self) -> Self:
        self.tell(REQA, select(0, ONE), select(1, TWO))
        assert self.tag.state is State.ACTIVE
        return self


def test_answers_only_when_the_field_has_fed_it_for_five_milliseconds() -> None:
    tag = Tag(UID)
    tag.power(on=True, at_ns=0)
    request = tuple(to_bits(REQA.data, 7))
    assert tag.hear(request, FIELD_GUARD_NS - 1) is None
    assert tag.hear(request, FIELD_GUARD_NS) is not None


def test_the_whole_way_to_active() -> None:
    fed = Fed()
    assert fed.tell(REQA) == b"\x44\x00"
    assert fed.tell(anticollision(0, [])) == ONE + bytes((bcc(ONE),))
    assert fed.answer(select(0, ONE))[0] == 0x04
    assert fed.tell(anticollision(1, [])) == TWO + bytes((bcc(TWO),))
    sak = fed.answer(select(1, TWO))
    assert sak[0] == 0x00
    assert crc_holds(sak)
    assert fed.tag.state is State.ACTIVE


def test_the_rest_of_the_identifier_follows_known_bits_and_others_get_silence_but_another_try() -> None:
    fed = Fed()
    fed.tell(REQA)
    bits = to_bits(ONE + bytes((bcc(ONE),)))
    assert fed.tell(anticollision(0, bits[:13])) == from_bits(bits[13:])
    assert fed.tell(anticollision(0, [*bits[:12], 1 - bits[12]])) is None
    assert fed.tell(anticollision(0, bits[:12])) == from_bits(bits[12:])


@pytest.mark.parametrize(
    "unexpected",
    [REQA, WUPA, HLTA, read(4), anticollision(1, []), select(0, bytes(4)), Frame(select(0, ONE).data[:-1] + b"\0")],
    ids=["REQA", "WUPA", "HLTA", "READ", "other level", "other card", "wrong CRC"],
)
def test_what_a_ready_tag_does_not_expect_sends_it_back_to_idle_unanswered(unexpected: Frame) -> None:
    fed = Fed()
    fed.tell(REQA)
    assert fed.tell(unexpected) is None
    assert fed.tag.state is State.IDLE
    assert fed.tell(REQA) is not None


def test_a_halted_tag_wakes_for_wupa_only_and_falls_back_to_halt() -> None:
    fed = Fed().activate()
    assert fed.tell(HLTA) is None
    assert fed.tag.state is State.HALT
    assert fed.tell(REQA) is None
    assert fed.tell(WUPA) is not None
    assert fed.tell(REQA) is None
    assert fed.tag.state is State.HALT


@pytest.mark.parametrize(("gap_ns", "state"), [(100_000, State.HALT), (5_000_000, State.IDLE)])
def test_only_a_real_gap_of_the_field_makes_it_forget(gap_ns: int, state: State) -> None:
    fed = Fed().activate()
    fed.tell(HLTA)
    fed.tag.power(on=False, at_ns=fed.now_ns)
    fed.tag.power(on=True, at_ns=fed.now_ns + gap_ns)
    assert fed.tag.state is state


def test_memory_begins_with_the_identifier_and_its_checks() -> None:
    content = Fed().activate().answer(read(0))
    assert crc_holds(content)
    assert content[:9] == UID[:3] + bytes((0x88 ^ UID[0] ^ UID[1] ^ UID[2],)) + UID[3:] + bytes((bcc(UID[3:]),))
    assert content[12:16].hex() == "e1101200"


def test_reading_past_the_last_page_goes_on_with_the_first() -> None:
    content = Fed().activate().answer(read(PAGES - 1))
    assert content[4:7] == UID[:3]


def test_version_and_refusals() -> None:
    assert Fed().activate().answer(GET_VERSION)[:8].hex() == "0004040201000f03"
    assert Fed().activate().tell(read(PAGES)) == b"\x00"
    assert Fed().activate().tell(Frame(b"\x30\x00\x00\x00")) == b"\x01"
    refused = Fed().activate()
    refused.tell(read(PAGES))
    assert refused.tag.state is State.IDLE


def test_a_read_of_page_0_passes_over_the_anticollision() -> None:
    fed = Fed()
    fed.tell(REQA)
    assert fed.answer(read(0))[:3] == UID[:3]
    assert fed.tag.state is State.ACTIVE


def test_a_tag_that_leaves_hears_no_more() -> None:
    fed = Fed()
    fed.tag.frames_left = 1
    assert fed.tell(REQA) is not None
    assert fed.tell(anticollision(0, [])) is None


@pytest.mark.parametrize(("uid", "first_sak"), [("01020304", 0x00), ("01020304050607080910", 0x04)])
def test_foreign_cards_have_other_sizes(uid: str, first_sak: int) -> None:
    fed = Fed(bytes.fromhex(uid))
    fed.tell(REQA)
    assert fed.answer(select(0, levels(bytes.fromhex(uid))[0]))[0] == first_sak
