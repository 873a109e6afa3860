"""The composition root of what is done at the pads before a race: watching them, enrolling cards."""

import argparse
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from types import FrameType

from companion.compose.setup import CANNOT_RUN_EXIT, chosen_table, refuse
from companion.deck.enrolling import Enrolling
from companion.deck.enrolment import box_of
from companion.deck.registry import Registry, RegistryError
from companion.deck.sheet import sheet
from companion.deck.terminal import Inbox, enrol_here, listen
from companion.deck.text import read_deck, write_deck
from companion.deck.view import outcome_sentence
from companion.editions import editions
from companion.lang import catalogue
from companion.pads import WORDS, Hands, obey, obey_beside, silence, watch
from companion.rules.head import DEFAULT_EDITION
from companion.rules.malformed import Malformed
from companion.sentences.say import DOMAIN, malformed_sentence
from companion.store.folder import CannotRunError, data_folder, held
from firmware.bus import Bus
from firmware.clock import MonotonicClock, now_ms
from firmware.emulation.table import EmulatedTable, open_emulated
from firmware.messages import Message
from firmware.open import openers, rest_ms
from hardware.description import Table, TableError

MALFORMED_EXIT = 2

Put = Callable[[Message], None]


def run_pads(options: argparse.Namespace) -> int:
    """Tells what happens at the pads until it is told to stop, or nobody reads it any more; answers with 0 then."""
    words = catalogue(options.lang, WORDS)
    messages: SimpleQueue[Message] = SimpleQueue()
    try:
        description, emulated = chosen_table(options)
        deck = Registry(data_folder(options.data)).deck
    except (TableError, RegistryError) as error:
        return refuse(error)
    with _ended_by_signals(), opened(description, messages.put, deck.knows, emulated=emulated) as hands:
        if hands is not None:
            print(words.text("pads.emulated"), file=sys.stderr, flush=True)
            obey_beside(sys.stdin, hands, words, sys.stderr)
        print(words.text("pads.ready", pads=_names(description)), file=sys.stderr, flush=True)
        try:
            watch(messages, sys.stdout, words, as_json=options.json)
        except BrokenPipeError:
            silence(sys.stdout)
    return 0


def run_enrol(options: argparse.Namespace) -> int:
    """Enrols cards, or exports, imports or prints the deck; answers with the exit status."""
    data = data_folder(options.data)
    try:
        if options.export:
            sys.stdout.write(write_deck(Registry(data).deck))
            return 0
        description, emulated = chosen_table(options)
        edition = editions()[DEFAULT_EDITION]
        box = box_of(edition, description.help_cards)
        if options.sheet:
            sys.stdout.write(sheet(Registry(data).deck, box, options.lang, edition.name))
            return 0
        with held(data):
            registry = Registry(data)
            enrolling = Enrolling(registry, box, lambda: now_ms(MonotonicClock()))
            if options.import_file:
                return _import(options, enrolling)
            inbox: Inbox = SimpleQueue()
            with (
                _ended_by_signals(),
                opened(description, inbox.put, registry.knows, enrolling.names, emulated=emulated) as hands,
            ):
                words = catalogue(options.lang, WORDS)
                listen(obey(sys.stdin, hands, words, sys.stderr) if hands else sys.stdin, inbox)
                enrol_here(enrolling, inbox, sys.stdout, options.lang, edition.name, names=options.names)
    except (TableError, RegistryError, CannotRunError) as error:
        return refuse(error, language=options.lang)
    return 0


def _import(options: argparse.Namespace, enrolling: Enrolling) -> int:
    named, words = options.import_file, catalogue(options.lang, DOMAIN)
    edition = editions()[DEFAULT_EDITION]
    try:
        text = sys.stdin.read() if named == "-" else Path(named).read_text("utf-8")
        enrolling.exchange(read_deck(text, edition))
    except OSError as error:
        return refuse(f"{named}: {words.text('malformed.unreadable', reason=error.strerror)}", MALFORMED_EXIT)
    except UnicodeDecodeError:
        return refuse(f"{named}: {words.text('malformed.not-utf8')}", MALFORMED_EXIT)
    except Malformed as error:
        sentence = malformed_sentence(error, words)
        return refuse(f"{named}:{error.line or 1}: {sentence}", MALFORMED_EXIT)
    outcome = enrolling.stand().outcome
    assert outcome is not None, "an import has an outcome"
    print(outcome_sentence(outcome, options.lang, edition.name))
    return CANNOT_RUN_EXIT if outcome.problem else 0


@contextmanager
def opened(
    description: Table,
    put: Put,
    known: Callable[[bytes], bool],
    names: Callable[[], bool] = lambda: False,
    *,
    emulated: bool,
) -> Iterator[Hands | None]:
    """The table's readers at work, which read the texts on tags while `names` says so; the hands of an emulated one."""
    if emulated:
        emulation = open_emulated(description, put, known)
        emulation.read_names(names)
        with _running(emulation):
            yield emulation
        return
    bus = Bus(openers(description), put, known, groups=description.groups, rest_ms=rest_ms(description))
    bus.read_names(names)
    with _running(bus):
        yield None


@contextmanager
def _running(part: EmulatedTable | Bus) -> Iterator[None]:
    part.start()
    try:
        yield
    finally:
        part.stop()


@contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Ctrl-C and SIGTERM end what is inside, and are no failure."""

    class Ended(BaseException):
        pass

    def end(_signal: int, _frame: FrameType | None) -> None:
        raise Ended

    before = {which: signal.signal(which, end) for which in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    except Ended:
        pass
    finally:
        for which, how in before.items():
            signal.signal(which, how)


def _names(description: Table) -> str:
    return ", ".join(pad.name for pad in description.pads)
