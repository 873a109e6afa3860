"""The composition root of the doctor: which probes look at which table."""

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

from companion.compose.readers import opened
from companion.compose.setup import chosen_table, refuse
from companion.deck.enrolment import box_of
from companion.deck.view import WORDS
from companion.doctor import Finding, look_at_deck, look_at_folder, report
from companion.editions import editions
from companion.lang import catalogue
from companion.pads import obey_beside
from companion.rules.head import DEFAULT_EDITION
from companion.store.folder import CannotRunError, data_folder, held
from firmware.board import model
from firmware.doctor import boot, machine, packages, parts, taps
from firmware.doctor.finding import warning
from firmware.messages import Message
from firmware.open import openers
from firmware.readers.contract import ReaderError
from firmware.strips.choose import opener
from hardware.description import Table, TableError

ROOT = Path("/")


def run_doctor(options: argparse.Namespace) -> int:
    """Looks at the table, tells what it finds and answers with the exit status."""
    try:
        table, emulated = chosen_table(options)
    except TableError as error:
        return refuse(error)
    findings = _findings(options, table, emulated=emulated)
    return report(findings, sys.stdout, options.lang, as_json=options.json)


def look_beside(table: Table, data: Path, *, emulated: bool) -> Iterator[Finding]:
    """What can be looked at also while the table runs."""
    found = model(ROOT)
    yield machine.board(ROOT)
    yield from packages.packages(on_a_pi=bool(found))
    yield from look_at_folder(data)
    if emulated:
        return
    yield from machine.groups(ROOT, os.getgroups(), os.geteuid())
    yield from machine.nodes(ROOT, table)
    if found:
        yield from boot.boot(ROOT, table, found)
    if table.strip is not None and machine.by_spi(table.strip):
        yield machine.buffer(ROOT, table.strip)


def _findings(options: argparse.Namespace, table: Table, *, emulated: bool) -> Iterator[Finding]:
    found, edition, data = model(ROOT), editions()[DEFAULT_EDITION], data_folder(options.data)
    dead: set[str] = set()
    for finding in look_beside(table, data, emulated=emulated):
        yield finding
        if finding.code in machine.NO_NODE:
            dead.add(finding.part)
    yield look_at_deck(data, box_of(edition, table.help_cards), options.lang, edition.name)
    try:
        with held(data):
            if not emulated:
                yield from _parts(table, dead, found, try_them=options.try_parts)
            if options.taps:
                yield from _taps(options, table, emulated=emulated)
    except (CannotRunError, ReaderError):
        yield warning("table", "table-runs")


def _parts(table: Table, dead: set[str], board: str, *, try_them: bool) -> Iterator[Finding]:
    """What can be tried only while no other program holds the metal; nothing whose device is not even there."""
    yield from parts.readers({pad: each for pad, each in openers(table).items() if f"reader {pad}" not in dead})
    if board:
        yield from parts.buttons(table.buttons)
        if table.beam_pin is not None:
            yield parts.beam(table.beam_pin, lit_high=table.beam_lit_high)
        if table.buzzer_pin is not None:
            yield parts.buzzer(table.buzzer_pin, play=try_them)
    if table.strip is not None and "strip" not in dead:
        yield parts.strip(opener(table.strip, board), table.strip.layout.pixels, walk=try_them)


def _taps(options: argparse.Namespace, table: Table, *, emulated: bool) -> Iterator[Finding]:
    words, pads = catalogue(options.lang, WORDS), [pad.name for pad in table.pads]
    messages: SimpleQueue[Message] = SimpleQueue()
    with opened(table, messages.put, lambda _uid: False, emulated=emulated) as hands:
        if hands is not None:
            obey_beside(sys.stdin, hands, words, sys.stderr)
        print(words.text("doctor.tap-now", pads=", ".join(pads), seconds=f"{options.taps:g}"), file=sys.stderr)
        yield from taps.taps(pads, messages, options.taps, lambda pad: print(f"✓ {pad}", file=sys.stderr, flush=True))
