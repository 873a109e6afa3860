"""Reading what is written on one card, over anything that exchanges frames. Pure.

Sources: NTAG213/215/216 data sheet, 8.5 and 10.3; NFC Forum Type 2 Tag, capability container.
"""

from firmware.iso14443 import CASCADE_BIT, HLTA, WUPA, levels, read
from firmware.readers.anticollision import Exchange, acknowledged, whole

TRIES = 3  # each takes up where the one before ended
CONTAINER_PAGE = 3  # the capability container; what is written follows it
PAGE = 4
READ_BITS = 8 * (4 * PAGE + 2)
LONGEST = 144  # bytes: all that an NTAG213 holds


def memory(exchange: Exchange, uid: bytes) -> bytes | None:
    """What is written on this card, which is in the field: the first LONGEST bytes of its user memory.

    Empty where the card says that it holds no NDEF; None when it left or cannot be read. Other cards may be there:
    only this one is selected. It is left halted.
    """
    found = b""
    for _ in range(TRIES):
        if not _woken(exchange, uid):
            continue
        while (pages := whole(exchange(read(CONTAINER_PAGE + len(found) // PAGE), READ_BITS), READ_BITS)) is not None:
            found += pages
            end = PAGE + _size(found[:PAGE])
            if len(found) >= end:
                exchange(HLTA, 0)
                return found[PAGE:end]
    return None


def _woken(exchange: Exchange, uid: bytes) -> bool:
    """Wake this card and select it. A card that still awaits a command is sent to sleep by the first WUPA."""
    if exchange(WUPA, 16) is None and exchange(WUPA, 16) is None:
        return False
    *heads, last = levels(uid)
    for level, part in enumerate(heads):
        sak = acknowledged(exchange, level, part)
        if sak is None or not sak & CASCADE_BIT:
            return False
    sak = acknowledged(exchange, len(heads), last)
    return sak is not None and not sak & CASCADE_BIT


def _size(container: bytes) -> int:
    """Bytes of NDEF memory that everybody may read, at most LONGEST."""
    magic, version, eighths, access = container
    return min(8 * eighths, LONGEST) if magic == 0xE1 and version >> 4 == 1 and access >> 4 == 0 else 0
