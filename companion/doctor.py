"""What is well with a table and what is not, each finding with its cure; and the probes of deck and data folder."""

import json
import os
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple, Protocol, TextIO

from companion.deck.deck import Deck
from companion.deck.enrolment import Box, missing
from companion.deck.registry import Registry, RegistryError
from companion.deck.view import WORDS, missing_cards
from companion.lang import catalogue
from companion.sentences.printable import json_line

OK, WARNING, FAULT = "ok", "warning", "fault"
_MARKS = {OK: "✓", WARNING: "!", FAULT: "✕"}
_ROOM_MB, _LEAST_MB = 200, 20


class Finding(Protocol):
    """What was found by a probe, of metal or not."""

    @property
    def part(self) -> str:
        """What was looked at."""
        ...

    @property
    def code(self) -> str:
        """What was found: a key of the catalogue, `doctor.CODE` and, unless all is well, `doctor.CODE.cure`."""
        ...

    @property
    def level(self) -> str:
        """`ok`, `warning` or `fault`."""
        ...

    @property
    def facts(self) -> Mapping[str, object]:
        """What the sentence names."""
        ...


class Found(NamedTuple):
    """A finding of the probes here."""

    part: str
    code: str
    level: str
    facts: Mapping[str, object]


def look_at_deck(data: Path, box: Box, language: str, edition: str) -> Found:
    """Whether every card of the box has a sticker."""
    try:
        deck = Registry(data).deck
    except RegistryError as error:
        return Found("deck", "deck-unreadable", FAULT, {"detail": str(error)})
    return _deck(deck, box, language, edition)


def _deck(deck: Deck, box: Box, language: str, edition: str) -> Found:
    lacking = list(missing(deck, box))
    if not len(deck):
        return Found("deck", "deck-empty", WARNING, {})
    if lacking:
        facts = {"count": len(lacking), "cards": missing_cards(lacking, language, edition)}
        return Found("deck", "deck-short", WARNING, facts)
    return Found("deck", "deck", OK, {"count": len(deck)})


def look_at_folder(data: Path) -> list[Found]:
    """Whether the data folder can be written, and has room."""
    there = next(folder for folder in (data, *data.absolute().parents) if folder.exists())
    if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        return [Found("data", "data-closed", FAULT, {"path": str(data)})]
    free_mb = shutil.disk_usage(there).free >> 20
    level = FAULT if free_mb < _LEAST_MB else WARNING if free_mb < _ROOM_MB else OK
    code = "room" if level == OK else "room-short"
    return [
        Found("data", "data", OK, {"path": str(data)}),
        Found("data", code, level, {"free_mb": free_mb, "path": str(there)}),
    ]


def report(findings: Iterable[Finding], out: TextIO, language: str, *, as_json: bool) -> int:
    """Tell the findings as they come; the exit status: 1 when there is a fault."""
    words = catalogue(language, WORDS)
    counts = dict.fromkeys((OK, WARNING, FAULT), 0)
    for finding in findings:
        level = str(finding.level)
        counts[level] += 1
        text = words.text(f"doctor.{finding.code}", **finding.facts)
        cure = None if level == OK else words.text(f"doctor.{finding.code}.cure", **finding.facts)
        if as_json:
            told = {"part": finding.part, "code": finding.code, "level": level, "text": text, "cure": cure}
            print(json_line({**told, "facts": dict(finding.facts)}), file=out, flush=True)
            continue
        print(f"{_MARKS[level]} {finding.part}: {text}", file=out, flush=True)
        if cure:
            print(f"    → {cure}", file=out, flush=True)
    if as_json:
        print(json.dumps({"summary": counts}), file=out)
    else:
        print(words.text("doctor.summary", ok=counts[OK], warnings=counts[WARNING], faults=counts[FAULT]), file=out)
    return 1 if counts[FAULT] else 0
