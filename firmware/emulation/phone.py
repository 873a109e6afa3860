"""What a phone writes on a sticker (NFC Forum: Type 2 Tag, NDEF, RTD Text)."""

_LONG = 255


def text_on_tag(text: str, language: str = "en") -> bytes:
    """The user memory, from page 4 on, of a tag with this one text."""
    payload = bytes((len(language),)) + language.encode() + text.encode()
    short = len(payload) <= _LONG
    record = bytes((0xD1 if short else 0xC1, 1)) + len(payload).to_bytes(1 if short else 4) + b"T" + payload
    size = bytes((len(record),)) if len(record) < _LONG else b"\xff" + len(record).to_bytes(2)
    return b"\x03" + size + record + b"\xfe"
