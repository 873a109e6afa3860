"""`mille-bornes replay`: a record judged again, line by line (RECORD.md, Replay)."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from companion.editions import editions
from companion.lang import Catalogue
from companion.moment import Moment, moment
from companion.rules.fold import begin
from companion.rules.malformed import Malformed
from companion.rules.record import Record, read_record
from companion.sentences.printable import json_line, printable
from companion.sentences.report import race_object, ruling_object
from companion.sentences.say import malformed_sentence, say, say_end

MALFORMED_EXIT = 2


def moments(record: Record) -> Iterator[Moment]:
    """Every input of a record with its ruling, in order."""
    game = begin(record.setup)
    for line, entry in record.entries:
        ruled = moment(line, game, entry)
        game = ruled.after
        yield ruled


def replay(names: list[str], catalogue: Catalogue, *, as_json: bool, out: TextIO, err: TextIO) -> int:
    """Replays each file (`-`: standard input) and answers with the exit status: 2 if one was malformed, else 0."""
    status = 0
    for name in names:
        try:
            record = read_record(_read(name), editions())
        except Malformed as error:
            err.write(f"{printable(name)}:{error.line}: {malformed_sentence(error, catalogue)}\n")
            status = MALFORMED_EXIT
            continue
        out.writelines(_lines(name, record, catalogue, as_json=as_json))
    return status


def _read(name: str) -> bytes:
    if name == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(name).read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise Malformed("unreadable", 1, reason=reason) from None


def _lines(name: str, record: Record, catalogue: Catalogue, *, as_json: bool) -> Iterator[str]:
    race = begin(record.setup).race
    for ruled in moments(record):
        race = ruled.after.race
        if as_json:
            yield json_line({"line": ruled.n} | ruling_object(ruled, catalogue)) + "\n"
        else:
            verdict = catalogue.text(f"verdict.{ruled.ruling.verdict}")
            yield printable(f"{name}:{ruled.n}: {verdict}: {say(ruled, catalogue)}") + "\n"
    if as_json:
        yield json_line({"race": {"file": name} | race_object(race)}) + "\n"
    elif race.over:
        yield printable(f"{name}: {say_end(race, catalogue)}") + "\n"
