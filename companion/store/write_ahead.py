"""The log that SQLite writes ahead: what is in it and not yet in the database is gone, silently, when it is damaged.

SQLite reads it up to the first frame that is not sound, since a power cut leaves the last transaction torn. It waits
for the disk after each: where later ones stand behind a frame that is not sound, it was no power cut (sqlite.org/
fileformat2.html, 4).
"""

import os
import shutil
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from struct import Struct
from typing import Literal, NamedTuple

ENDING = "-wal"
_BYTE_ORDERS: dict[int, Literal["<", ">"]] = {0x377F0682: "<", 0x377F0683: ">"}
"""Of the words in check sums, by how the header begins."""
_HEADER = Struct(">4I8s2I")
"""Magic, version, bytes of a page, checkpoints, salts, check sums."""
_FRAME = Struct(">2I8s2I")
"""Page, pages after a commit (0: none), salts, check sums."""
_SUMMED = 24, 8
"""Bytes of a header, and of a frame's, that go into its check sums."""
_TORN_COMMITS = 1
_WORD = 0xFFFFFFFF

Sums = tuple[int, int]


class _Header(NamedTuple):
    order: Literal["<", ">"]
    page_bytes: int
    salts: bytes
    sums: Sums


def is_damaged(database: Path) -> bool:
    """Whether its log is damaged, as no power cut leaves one; one of zeros, or of nothing, was never written to."""
    log = _read(database)
    if not any(log[: _HEADER.size]):
        return False
    return (header := _header(log)) is None or _commits_behind_a_gap(log, header) > _TORN_COMMITS


def put_damaged_aside(database: Path) -> Path | None:
    """Keeps a damaged log under another name, which is answered; None when it is sound. Raises `OSError`.

    What can still be read of it stays for SQLite.
    """
    if not is_damaged(database):
        return None
    log = database.with_name(database.name + ENDING)
    names = (log.with_name(f"{log.name}.damaged-{n}") for n in count(1))
    aside = next(name for name in names if not name.exists())
    if _header(log.read_bytes()) is None:
        log.rename(aside)
        database.with_name(f"{database.name}-shm").unlink(missing_ok=True)  # its index
    else:
        shutil.copyfile(log, aside)
        with aside.open("rb") as file:
            os.fsync(file.fileno())
    return aside


def _read(database: Path) -> bytes:
    try:
        return database.with_name(database.name + ENDING).read_bytes()
    except FileNotFoundError:
        return b""


def _header(log: bytes) -> _Header | None:
    if len(log) < _HEADER.size:
        return None
    magic, _version, page_bytes, _checkpoints, salts, *sums = _HEADER.unpack_from(log)
    order = _BYTE_ORDERS.get(magic)
    if order is None or not page_bytes or _summed(log[: _SUMMED[0]], order, (0, 0)) != tuple(sums):
        return None
    return _Header(order, page_bytes, salts, (sums[0], sums[1]))


def _commits_behind_a_gap(log: bytes, header: _Header) -> int:
    """How many transactions of this log end behind its first frame that is not sound."""
    sums, behind = header.sums, 0
    sound = True
    for at in range(_HEADER.size, len(log) - _FRAME.size - header.page_bytes + 1, _FRAME.size + header.page_bytes):
        _page, pages, salts, *told = _FRAME.unpack_from(log, at)
        own = salts == header.salts
        if sound:
            begin = at + _FRAME.size
            sums = _summed(log[at : at + _SUMMED[1]], header.order, sums)
            sums = _summed(log[begin : begin + header.page_bytes], header.order, sums)
            sound = own and sums == tuple(told)
        if not sound and own and pages:
            behind += 1
    return behind


def _summed(data: bytes, order: Literal["<", ">"], sums: Sums) -> Sums:
    one, other = sums
    words: Iterator[int] = iter(Struct(f"{order}{len(data) // 4}I").unpack(data))
    for first, second in zip(words, words, strict=True):
        one = (one + first + other) & _WORD
        other = (other + second + one) & _WORD
    return one, other
