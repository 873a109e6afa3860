"""Texts on tags: read when they are whole, refused by one error when they are not."""

import contextlib

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from firmware.ndef import NdefError, texts


def record(payload: bytes, *, record_type: bytes = b"T", tnf: int = 1, flags: int = 0xC0, ident: bytes = b"") -> bytes:
    short = len(payload) < 256
    header = flags | tnf | (0x10 if short else 0) | (0x08 if ident else 0)
    size = len(payload).to_bytes(1 if short else 4)
    return (
        bytes((header, len(record_type)))
        + size
        + (bytes((len(ident),)) if ident else b"")
        + record_type
        + ident
        + payload
    )


def text(words: str, language: bytes = b"en", *, utf_16: bool = False) -> bytes:
    status = len(language) | (0x80 if utf_16 else 0)
    return bytes((status,)) + language + words.encode("utf-16" if utf_16 else "utf-8")


def block(value: bytes, tag: int = 3) -> bytes:
    size = bytes((len(value),)) if len(value) < 255 else b"\xff" + len(value).to_bytes(2)
    return bytes((tag,)) + size + value


MEMORY = block(record(text("red-light/3"))) + b"\xfe"


def test_a_text_is_read_as_a_phone_writes_it() -> None:
    assert texts(bytes.fromhex("0312D1010E5402656E7265642D6C696768742F33FE")) == ("red-light/3",)
    assert texts(MEMORY) == ("red-light/3",)


@given(words=st.lists(st.text(max_size=300), max_size=4), utf_16=st.booleans(), ident=st.binary(max_size=3))
def test_whatever_is_written_is_read(*, words: list[str], utf_16: bool, ident: bytes) -> None:
    records = [
        record(
            text(each, utf_16=utf_16),
            ident=ident,
            flags=(0x80 if n == 0 else 0) | (0x40 if n == len(words) - 1 else 0),
        )
        for n, each in enumerate(words)
    ]
    assert texts(block(b"".join(records)) + b"\xfe") == tuple(words)


def test_sixteen_bits_without_a_mark_are_high_byte_first() -> None:
    assert texts(block(record(b"\x82en\x00g\x00a\x00s"))) == ("gas",)


def test_other_blocks_and_records_are_passed_over() -> None:
    lock_control = block(b"\xa0\x0c\x34", tag=1)
    link = record(b"\x04example.org", record_type=b"U", flags=0x80)
    name = record(text("gas/1"), flags=0x40)
    assert texts(b"\x00\x00" + lock_control + block(link + name) + b"\xfe" + b"\x03\xff") == ("gas/1",)


@pytest.mark.parametrize(
    "memory", [b"", b"\xfe", b"\x00\x00", block(b"") + b"\xfe", block(record(b"", tnf=0, record_type=b""))]
)
def test_a_tag_without_a_text_has_none(memory: bytes) -> None:
    assert texts(memory) == ()


@pytest.mark.parametrize(
    "memory",
    [
        b"\x03",
        b"\x03\x05\xd1",
        b"\x03\xff\x00",
        block(record(text("gas"))[:-1]),
        block(record(text("gas")) + b"\x00"),
        block(record(text("gas"), flags=0x40)),
        block(record(text("gas"), flags=0x80)),
        block(record(text("gas"), flags=0x80) + record(text("gas"))),
        block(record(text("gas"), flags=0xE0)),
        block(record(text("gas"), tnf=6)),
        block(record(text("gas"), tnf=7)),
        block(record(b"x", tnf=0, record_type=b"")),
        block(record(b"")),
        block(record(b"\x3f" + b"en")),
        block(record(b"\x42" + b"en")),
        block(record(b"\x01\xff" + b"gas")),
        block(record(b"\x02en\xff")),
        block(record(b"\x82en\x00")),
        b"\x14\x02\x00" + b"\xff" * 7 + b"\x00\x02",
    ],
)
def test_what_is_not_whole_is_refused(memory: bytes) -> None:
    with pytest.raises(NdefError):
        texts(memory)


@given(st.binary(max_size=200))
@example(bytes.fromhex("1402 00 ffffffffffffff 0002"))
def test_any_bytes_are_read_or_refused(memory: bytes) -> None:
    with contextlib.suppress(NdefError):
        assert all(isinstance(each, str) for each in texts(memory))


@given(st.data())
def test_a_spoilt_tag_is_read_or_refused(data: st.DataObject) -> None:
    memory = bytearray(MEMORY)
    for _ in range(data.draw(st.integers(1, 4))):
        memory[data.draw(st.integers(0, len(memory) - 1))] = data.draw(st.integers(0, 255))
    with contextlib.suppress(NdefError):
        texts(bytes(memory[: data.draw(st.integers(0, len(memory)))]))
