"""Robots race on a virtual clock: the real referee, journal, lights and pages; firmware and web server are left out."""

import gc
import logging
import os
import sqlite3
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple

from companion.deck.deck import simulated_deck
from companion.desk import Desk
from companion.editions import editions
from companion.lang import LANGUAGES
from companion.lights.scene import scene
from companion.page import create_app
from companion.page.races import races_pages
from companion.past.desk import Past
from companion.past.library import Library
from companion.past.screening import Screening
from companion.referee.referee import Referee
from companion.referee.sitting import Sitting
from companion.referee.snapshot import Snapshot, situation
from companion.simulated.robots import Robots
from companion.simulated.world import World
from companion.store.folder import JOURNAL
from companion.store.journal import Journal
from companion.touch.seating import SIX_SEATS
from firmware.light import Scene
from firmware.messages import Drawn, Fault, Message, Pressed, Removed, Scan
from firmware.picture import render
from hardware.description import TABLES, load

PLAYERS = ("Mario", "Luigi", "Peach", "Toad", "Yoshi", "Bowser")
DEED_MS = 6000, 18_000
"""How long people take to draw, or to think and lay a card: a race of four takes them some forty minutes."""
BETWEEN_RACES_MS = 300_000
MISHAP = 1 / 20
"""Deeds after which something goes wrong, or somebody corrects something."""
EVERY_ROOM = 1 / 100
"""Deeds after which somebody opens every page."""
HOUR_MS = 3_600_000


class Footprint(NamedTuple):
    """What the program holds at the beginning of a race."""

    hour: float
    resident_bytes: int
    blocks: int
    """Of Python's memory."""
    threads: int
    files: int


class Day(NamedTuple):
    """What a day has shown."""

    footprints: tuple[Footprint, ...]
    races: int
    inputs: int
    events: int
    """Boards that an open page was sent."""
    journal_bytes: int
    most_a_race_bytes: int
    most_wal_bytes: int


class Clock:
    """Messages' time goes on when it is told to."""

    def __init__(self) -> None:
        self.now_ms = 1_000

    def __call__(self) -> int:
        return self.now_ms


class Wires:
    """Pads, dispenser and buttons that tell the referee at once what hands do: what the simulated table calls metal."""

    def __init__(self, referee: Referee, clock: Clock) -> None:
        self._put, self._clock = referee.put, clock

    def lay(self, pad: str, uid: bytes) -> None:
        self._put(Scan(pad, uid, self._clock.now_ms))

    def lift(self, pad: str, uid: bytes) -> None:
        self._put(Removed(pad, uid, self._clock.now_ms))

    def trip_beam(self) -> None:
        self._put(Drawn(self._clock.now_ms))

    def break_reader(self, pad: str, *, broken: bool) -> None:
        self._put(Fault(f"reader {pad}", "offline", "no answer", self._clock.now_ms, over=not broken))

    def pixels(self) -> bytes:
        return b""


class Table:
    """The program, but for its firmware and its web server, and people who come and go."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.clock, self._chance = Clock(), Random(f"day {seed}")  # noqa: S311 - chance that repeats
        self.journal = Journal(folder / JOURNAL)
        deck = simulated_deck(editions()["mario-kart"])
        sitting = Sitting(self.journal, deck, self._head(), self.clock)
        self.referee = Referee(sitting)
        self.desk = Desk(self.referee, self.clock, simulated=True)
        strip = load(TABLES / "simulated.toml").strip
        assert strip is not None
        self._layout = strip.layout
        screening = Screening(self._light, self.clock)
        self.referee.show_on(lambda snapshot: screening.live(scene(situation(snapshot))))
        past = Past(Library.of(folder), self.referee.bulletin, screening, self.clock, strip=True)
        self.app = create_app(self.desk, blueprints=[races_pages(past)])
        self._wires = Wires(self.referee, self.clock)
        world = World(self._wires, deck, folder / "simulated.json", self.shown, pads=SIX_SEATS, seed=seed)
        self._robots = Robots(world, self.referee.bulletin, self.desk.submit, speed=1e6, seed=seed, now_ms=self.clock)
        self._page, self._had = self._stream(), ""
        self.events = 0
        self.referee.start()

    @property
    def shown(self) -> Snapshot:
        return self.referee.bulletin.latest()

    def race(self) -> int:
        """Play the race to its end; how many inputs it had."""
        for n in range(100_000):
            deed = self._robots.step()
            if deed is None:
                self._time_passes(BETWEEN_RACES_MS)
                return self.shown.game.n
            if self._chance.random() < MISHAP:
                self._mishap(n)
            self._time_passes(self._chance.randint(*DEED_MS))
            self._look_on()
        raise AssertionError("a race without end")

    def next_race(self, number: int) -> None:
        self.desk.new_race(self._head(), f"race {number}")
        self._look_on()

    def close(self) -> None:
        self.referee.stop()
        self.journal.close()

    def _head(self) -> str:
        players = self._chance.sample(PLAYERS, self._chance.randint(2, 6))
        return f"cars {' '.join(players)}\ndraws seen"

    def _time_passes(self, duration_ms: int) -> None:
        self.referee.ask(lambda _sitting: None)
        self.clock.now_ms += duration_ms
        self.referee.tell(Sitting.keep_clock)
        self.referee.ask(lambda _sitting: None)

    def _mishap(self, n: int) -> None:
        match self._chance.randrange(5):
            case 0:
                self.desk.submit(["undo"], f"{self.shown.race} {n} undo", self.shown.undoes)
                self.desk.submit(["redo"], f"{self.shown.race} {n} redo")
            case 1:
                pad = self._chance.choice(SIX_SEATS)
                for broken in (True, False):
                    self._wires.break_reader(pad, broken=broken)
                    self._time_passes(5000)
                    self._look_on()
            case 2:
                self._put(Pressed(self._chance.choice(SIX_SEATS[-2:]), self.clock.now_ms))
            case 3:
                self._put(Scan("seat-6", bytes.fromhex("04DEADBEEF0000"), self.clock.now_ms))
            case 4:
                self.desk.calm_lights(calm=not self.shown.calm)

    def _put(self, message: Message) -> None:
        self.referee.put(message)

    def _light(self, shown: Scene) -> None:
        render(shown, self.clock.now_ms, self._layout)

    def _stream(self) -> Iterator[bytes]:
        answer = self.app.test_client().get("/events", buffered=False)
        assert answer.status_code == 200
        return iter(answer.response)  # type: ignore[arg-type] # the bytes that are sent

    def _look_on(self) -> None:
        """An open page takes the newest board; now and then somebody else opens every page."""
        while self._had != self.shown.id:
            event = next(self._page).decode()
            if event.startswith("id: "):
                self._had, self.events = event[4 : event.index("\n")], self.events + 1
        if self._chance.random() < EVERY_ROOM:
            visitor, language = self.app.test_client(), self._chance.choice(LANGUAGES)
            race = self._chance.randint(1, self.shown.race)
            for path in ("/", "/races", f"/races/{race}", "/healthz", "/api/race", "/race/current.race"):
                with visitor.get(f"{path}?lang={language}") as answer:
                    assert answer.status_code == 200, path
                    assert answer.data


def day(folder: Path, hours: float, seed: int = 0) -> Day:
    """Race after race for so many hours of the table's time, in a process of its own."""
    logging.disable()  # of many faults
    table = Table(folder, seed)
    footprints, races, inputs, sizes, wal = [], 0, 0, [0], 0
    begun_ms = table.clock.now_ms
    try:
        while (past_ms := table.clock.now_ms - begun_ms) < hours * HOUR_MS:
            footprints.append(footprint(past_ms))
            inputs += table.race()
            races += 1
            sizes.append(journal_bytes(folder / JOURNAL))
            wal = max(wal, size(folder / f"{JOURNAL}-wal"))
            table.next_race(races)
        footprints.append(footprint(past_ms))
    finally:
        table.close()
    most = max(after - before for before, after in pairwise(sizes))
    return Day(tuple(footprints), races, inputs, table.events, sizes[-1], most, wal)


def journal_bytes(journal: Path) -> int:
    """Its size, counting what is still in the write-ahead log as where it will be."""
    with closing(sqlite3.connect(f"file:{journal}?mode=ro", uri=True)) as database:
        return int(
            database.execute("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size").fetchone()[0]
        )


def size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


def footprint(past_ms: int) -> Footprint:
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    files = len(os.listdir("/proc/self/fd"))  # noqa: PTH208 - pathlib has none that counts the folder's own descriptor alike
    return Footprint(
        past_ms / HOUR_MS,
        pages * os.sysconf("SC_PAGESIZE"),
        sys.getallocatedblocks(),
        threading.active_count(),
        files,
    )
