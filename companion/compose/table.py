"""The composition root: the one place that knows both halves and joins them by the queue."""

import argparse
import contextlib
import signal
import socket
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Event
from types import FrameType
from typing import TYPE_CHECKING

from flask import Blueprint, Flask

from companion.compose.enrol import Put, before, told
from companion.compose.kept import happened, open_registry
from companion.compose.memory import share_one_heap
from companion.compose.pages import House, pages
from companion.compose.pairing import addresses, open_door
from companion.compose.setup import AUTO, SIMULATED_TABLE, chosen_table, first_head, refuse
from companion.compose.start import shown
from companion.deck.deck import Deck, simulated_deck
from companion.deck.enrolling import Enrolling
from companion.deck.enrolment import box_of
from companion.deck.registry import Registry, RegistryError
from companion.desk import Desk
from companion.editions import editions
from companion.lang import catalogue
from companion.lights.scene import scene
from companion.log import Log, kept_log
from companion.odds.desk import SETTING, as_fault
from companion.odds.watch import Watch
from companion.page import create_app, serve
from companion.page.server import WebServer
from companion.pairing.networks import EVERY_IPV4, LOOPBACK, Hosts
from companion.past.screening import Screening
from companion.polling import Polling
from companion.referee.bulletin import Bulletin
from companion.referee.likely import likely
from companion.referee.referee import Referee
from companion.referee.safekeeping import Safekeeping
from companion.referee.safekeeping import as_fault as no_backup
from companion.referee.sitting import Sitting
from companion.referee.snapshot import Snapshot, situation
from companion.rules.head import DEFAULT_EDITION
from companion.rules.write import write_head
from companion.service import ServiceManager
from companion.start.stage import Stage
from companion.start.trial import Trial
from companion.store.folder import COMMANDS, JOURNAL, CannotRunError, data_folder, held, keep_port
from companion.store.journal import Journal, NotStoredError
from companion.store.recovery import Opened, open_journal
from firmware.clock import MonotonicClock, now_ms
from firmware.metal import Metal
from firmware.open import open_lamp, open_table
from hardware.description import Table, TableError

if TYPE_CHECKING:
    from companion.compose.simulation import Simulation


def run_table(options: argparse.Namespace) -> int:
    """Runs the table until it is told to stop; answers with the exit status."""
    share_one_heap()
    data = data_folder(options.data)
    try:
        with kept_log() as log, held(data):
            opened = open_journal(data / JOURNAL)
            with opened.journal:
                _run(options, opened, data, log)
    except (CannotRunError, NotStoredError, RegistryError, TableError) as error:
        return refuse(error, language=options.lang)
    return 0


def _stop_on_signals(closing: Event, bulletin: Bulletin) -> None:
    """Open pages are let go before the server is, which would wait for them."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        closing.set()
        bulletin.close()
        raise SystemExit(0)

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)


def _run(options: argparse.Namespace, opened: Opened, data: Path, log: Log) -> None:
    description, emulated = _described(options)
    clock_ms, edition = partial(now_ms, MonotonicClock()), editions()[DEFAULT_EDITION]
    registry, deck_aside = open_registry(data, simulated_deck(edition) if emulated else None)
    sitting = _sitting(options, opened.journal, registry.deck, clock_ms, description)
    for fault in happened(opened, deck_aside, clock_ms()):
        sitting.fault(fault)
    referee = Referee(sitting)
    log.follow(referee.bulletin)
    desk = Desk(referee, clock_ms, simulated=emulated, deck=lambda: registry.deck)
    enrolling = Enrolling(registry, box_of(edition, description.help_cards), clock_ms, told(referee, clock_ms))
    trial = Trial([pad.name for pad in description.pads], clock_ms)
    put = before(before(referee.put, trial), enrolling)
    parts: Simulation | _Real
    if emulated:
        from companion.compose import simulation  # noqa: PLC0415 - a real table has no need of it

        parts = simulation.Simulation(description, put, enrolling, desk, referee, data / "simulated.json")
    else:
        parts = _Real(description, put, registry)
    lamp, table = parts.lamp, parts.table
    table.read_names(enrolling.names)
    stage = Stage(lamp.show)
    trial.tell(shown(referee, stage, table.play, trial, clock_ms))
    screening = Screening(stage.race, clock_ms)
    referee.show_on(partial(_show, screening, table))
    referee.sound_on(table.play)
    service = ServiceManager()
    polling = Polling(table.sweeps, clock_ms, referee.put, service.beat)
    referee.prove_to(lamp.alive, polling.look, trial.rest, lambda: stage.look(clock_ms()))
    with contextlib.ExitStack() as stack:
        door = open_door(data, sitting, referee, clock_ms, simulated=emulated)
        hosts = Hosts([options.host, *options.allow_host])
        watch = Watch(referee.bulletin, as_fault(referee, clock_ms), on=sitting.setting(SETTING) != "no")
        house = House(
            referee,
            desk,
            enrolling,
            edition,
            description,
            data,
            clock_ms,
            parts.roll,
            trial,
            stage,
            table.play,
            screening,
            door,
            options.host,
            watch,
            log,
        )
        app = create_app(desk, blueprints=[*parts.pages, *pages(house)], trusted_hosts=hosts, door=door)
        server = _server(app, options)
        _stop_on_signals(app.extensions["streams"].closing, referee.bulletin)
        stack.callback(server.close)
        safekeeping = Safekeeping(data / JOURNAL, referee.bulletin, no_backup(referee, clock_ms))
        for part in (lamp, referee, table, watch, safekeeping):
            stack.callback(part.stop)
            part.start()
        stack.enter_context(parts.playing(options.robots))
        keep_port(data, server.effective_port)
        told_at = _told_at(options, server.effective_port)
        print(told_at, flush=True)
        service.ready(told_at)
        stack.callback(service.stopping)
        server.run()


def _told_at(options: argparse.Namespace, port: int) -> str:
    """Where the table is open."""
    words, (here, phones) = catalogue(options.lang, COMMANDS), addresses(options.host, port)
    return words.text("open.phones", here=here, there=", ".join(phones)) if phones else words.text("open", here=here)


def _show(screening: Screening, table: Metal, snapshot: Snapshot) -> None:
    """Lights show the snapshot; the readers look where the next card is likely."""
    screening.live(scene(situation(snapshot)))
    table.expect(likely(snapshot))


def _described(options: argparse.Namespace) -> tuple[Table, bool]:
    """The table to run, and whether it is emulated: by default it is where this machine has no SPI device."""
    if options.table == AUTO and not any(Path("/dev").glob("spidev*")):
        options.table = SIMULATED_TABLE
    description, emulated = chosen_table(options)
    options.host = options.host or (LOOPBACK if emulated else EVERY_IPV4)
    if options.robots and not emulated:
        raise CannotRunError("robots")
    if options.terminal_lights and description.strip is not None:
        description = replace(description, strip=replace(description.strip, driver="terminal"))
    return description, emulated


def _sitting(
    options: argparse.Namespace, journal: Journal, deck: Deck, clock_ms: Callable[[], int], description: Table
) -> Sitting:
    head = first_head(description)
    pads, sees_draws = [pad.name for pad in description.pads], description.beam_pin is not None
    sitting = Sitting(journal, deck, head, clock_ms, pads, sees_draws=sees_draws)
    race = sitting.snapshot.game.race
    with contextlib.suppress(NotStoredError):  # the table tells it, and shows the race as it is
        if options.calm:
            sitting.calm_lights(calm=True)
        if options.robots and race.over:
            sitting.new_race("\n".join(write_head(race.setup)), "")
    return sitting


def _server(app: Flask, options: argparse.Namespace) -> WebServer:
    try:
        socket.getaddrinfo(options.host, None)
    except socket.gaierror as error:
        raise CannotRunError("host", host=options.host, reason=error.strerror) from error
    try:
        return serve(app, options.host, options.port)
    except OSError as error:
        raise CannotRunError("port", port=options.port, reason=error.strerror) from error


class _Real:
    """The table's metal."""

    pages: tuple[Blueprint, ...] = ()
    roll = None

    def __init__(self, description: Table, put: Put, registry: Registry) -> None:
        self.lamp = open_lamp(description, put)
        self.table = open_table(description, put, registry.knows)

    def playing(self, _robots: float | None) -> contextlib.AbstractContextManager[None]:
        """People play."""
        return contextlib.nullcontext()
