"""The texts written on a tag (NFC Forum: Type 2 Tag, NDEF, RTD Text). Pure and strict: what is not whole is refused."""

from collections.abc import Iterator

_NULL, _MESSAGE, _END, _LONG = 0x00, 0x03, 0xFE, 0xFF  # tags of blocks; and the length that two more bytes follow
_BEGIN, _LAST, _CHUNK, _SHORT, _HAS_ID, _TNF = 0x80, 0x40, 0x20, 0x10, 0x08, 0x07
_EMPTY, _WELL_KNOWN, _UNCHANGED, _RESERVED = 0, 1, 6, 7
_UTF_16, _RESERVED_BIT, _LANGUAGE = 0x80, 0x40, 0x3F


class NdefError(ValueError):
    """The memory holds no whole message; the text says what is wrong. The only error of this module."""


class _Bytes:
    """Bytes taken one after the other."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def take(self, count: int) -> bytes:
        taken = self._data[self._at : self._at + count]
        if len(taken) < count:
            raise NdefError(f"ends after {len(self._data)} bytes, {count - len(taken)} too early")
        self._at += count
        return taken

    def number(self, size: int = 1) -> int:
        return int.from_bytes(self.take(size))

    @property
    def left(self) -> int:
        return len(self._data) - self._at


def texts(memory: bytes) -> tuple[str, ...]:
    """The text records of every message in a tag's user memory (from page 4 on), in order. Raises NdefError."""
    return tuple(text for message in _messages(_Bytes(memory)) for text in _texts(_Bytes(message)))


def _messages(memory: _Bytes) -> Iterator[bytes]:
    while memory.left:
        block = memory.number()
        if block == _END:
            return
        if block == _NULL:
            continue
        length = memory.number()
        value = memory.take(memory.number(2) if length == _LONG else length)
        if block == _MESSAGE and value:
            yield value


def _texts(message: _Bytes) -> Iterator[str]:
    first = True
    while True:
        header = message.number()
        kind = header & _TNF
        if bool(header & _BEGIN) is not first:
            raise NdefError("a record that is not the first begins the message, or the first does not")
        if header & _CHUNK or kind in (_UNCHANGED, _RESERVED):
            raise NdefError("a record in pieces")
        type_length = message.number()
        payload_length = message.number(1 if header & _SHORT else 4)
        id_length = message.number() if header & _HAS_ID else 0
        record_type, _, payload = message.take(type_length), message.take(id_length), message.take(payload_length)
        if kind == _EMPTY and (record_type or payload):
            raise NdefError("an empty record that is not")
        if kind == _WELL_KNOWN and record_type == b"T":
            yield _text(_Bytes(payload))
        if header & _LAST:
            break
        first = False
    if message.left:
        raise NdefError(f"{message.left} bytes after the last record")


def _text(payload: _Bytes) -> str:
    status = payload.number()
    if status & _RESERVED_BIT:
        raise NdefError("a text with a reserved bit set")
    language = payload.take(status & _LANGUAGE)
    if not language.isascii():
        raise NdefError("a language that is no code")
    written = payload.take(payload.left)
    marked = written[:2] in (b"\xfe\xff", b"\xff\xfe")  # without a mark the first byte is the higher
    try:
        return written.decode("utf-8" if not status & _UTF_16 else "utf-16" if marked else "utf-16-be")
    except UnicodeDecodeError as error:
        raise NdefError(f"a text that cannot be read: {error.reason}") from error
