"""Goals 4 and 5: from the card in the field to the ruling, and whether every tap is read whole."""

import time
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

from companion.compose.bench.bench import Bench
from companion.compose.bench.figures import Claim, Goal, Spread, at_most, exactly, more, percentile, told
from companion.compose.bench.readers import ALONE, TOGETHER, DeadTableError, well
from companion.deck.deck import simulated_deck
from companion.editions import editions
from companion.odds.measure import CARS, races
from companion.referee.likely import likely
from companion.referee.sitting import Sitting
from companion.referee.tabletop import Tabletop
from companion.rules.cards import Card
from companion.rules.head import DEFAULT_EDITION
from companion.rules.reading import Tap
from companion.store.journal import Journal
from companion.touch.seating import DISCARD, pad_of
from firmware.clock import now_ms
from firmware.emulation import modules
from firmware.emulation.agenda import Agenda
from firmware.emulation.clock import VirtualClock
from firmware.emulation.field import Field
from firmware.emulation.ntag213 import Tag
from firmware.emulation.rc522 import Rc522
from firmware.emulation.table import EmulatedTable
from firmware.emulation.wire import Wire
from firmware.iso14443 import FIELD_GUARD_NS
from firmware.messages import Message, Scan
from firmware.open import rest_ms
from firmware.readers.rc522 import open_rc522
from hardware.description import Table

FLOOR_MS = 3.24
"""REQA, two anticollisions and two selections on the air: nobody reads seven bytes sooner (PERFORMANCE, The limits)."""
BUS = 300
WHOLE_TAPS = 10_000
PAIRS = 1_000
REST_SWEEPS = 3
MOST_SWEEPS = 100
"""A card is laid in the first, and read in that or the second."""
_DECK = simulated_deck(editions()[DEFAULT_EDITION])
_UID = {card: uid for uid in _DECK if (card := _DECK.card(uid)) is not None}


class Ruled(NamedTuple):
    """One tap."""

    wire_ms: float
    """From when the card can be ready to the scan, by the virtual clock."""
    python_ms: float
    """From the scan to the ruling, by this machine's."""


def rulings(bench: Bench) -> Goal:
    """The taps of recorded races at a table of seven pads, laid at any time of the sweep."""
    claims: list[Claim] = []
    for name, table, times in (("one field at a time", ALONE, 15), ("fields on together", TOGETHER, 3)):
        taken = list(_race(table, Path(":memory:"), races_at_most=2 * bench.rounds))
        ms = [each.wire_ms + each.python_ms for each in taken]
        p99 = Spread(percentile(ms, 99), min(ms), max(ms))
        claims += [at_most(f"p99 of {len(ms)} taps, {name}; the air's floor", p99, exactly(FLOOR_MS), "ms", times)]
        claims += [told(f"p50, {name}", exactly(percentile(ms, 50)), "ms")]
    memory = [each.python_ms for each in _race(TOGETHER, Path(":memory:"), races_at_most=1)]
    disk = [each.python_ms for each in _race(TOGETHER, bench.scratch / "taps.db", races_at_most=1)]
    stored = percentile(disk, 50) - percentile(memory, 50)
    claims += [told("of it Python, p50", exactly(percentile(memory, 50)), "ms")]
    claims += [told("shown: that much later, one sync of the journal, p50", exactly(stored), "ms")]
    return Goal(4, "card in the field to ruling, seven pads", tuple(claims))


def _race(table: Table, journal: Path, races_at_most: int) -> Iterator[Ruled]:
    recorded = races(editions()[DEFAULT_EDITION], races_at_most)
    for number, race in enumerate(recorded):
        its_own = journal.with_name(f"{number}-{journal.name}") if journal.is_absolute() else journal
        with Journal(its_own) as opened, closing(_Seated(table, opened)) as sat:
            yield from map(sat.tap, race.taps)


class _Seated:
    """A table at which a race is played: emulated readers on a virtual clock below the real sitting."""

    def __init__(self, table: Table, journal: Journal) -> None:
        self.clock = Agenda()
        self._scanned: list[Ruled] = []
        self._laid_ns = 0
        self._chance = Random(4)  # noqa: S311 - a benchmark wants the same taps again
        self._table = EmulatedTable(table, self._take, _DECK.knows, clock=self.clock)
        pads = [pad.name for pad in table.pads]
        head = f"cars {' '.join(CARS)}\ndraws assumed"
        self._sitting = Sitting(journal, _DECK, head, partial(now_ms, self.clock), pads)
        self._tabletop = Tabletop(self._sitting)
        self._rest_ns = round(rest_ms(table) * 1e6)
        self._sweep()
        begun_ns = self.clock.now_ns()
        self._sweep()
        self._sweep_ns = self.clock.now_ns() - begun_ns

    def close(self) -> None:
        """The race is over."""
        self._table.stop()

    def tap(self, tap: Tap) -> Ruled:
        """Lay the card at any time of a sweep, wait for its ruling, and lift it; then the table comes to rest."""
        assert isinstance(tap.card, Card)
        pad, uid = DISCARD if tap.car is None else pad_of(tap.car), _UID[tap.card]
        self.clock.after_ms(self._chance.uniform(0, self._sweep_ns / 1e6), partial(self._lay, pad, uid))
        self._scanned.clear()
        for _ in range(MOST_SWEEPS):
            if self._scanned:
                break
            self._sweep()
        else:
            raise DeadTableError(f"pad {pad} does not see the card that lies there")
        self._table.lift(pad, uid)
        for _ in range(REST_SWEEPS):
            self._sweep()
        return self._scanned[0]

    def _sweep(self) -> None:
        """As the readers' thread does: a sweep, then its rest."""
        self._table.sweep()
        self.clock.sleep_ns(self._rest_ns)

    def _lay(self, pad: str, uid: bytes) -> None:
        self._laid_ns = self.clock.now_ns()
        self._table.lay(pad, uid)

    def _take(self, message: Message) -> None:
        well(message)
        wire_ns = self.clock.now_ns() - self._laid_ns - FIELD_GUARD_NS
        begun = time.thread_time()
        self._tabletop.take(message)
        python_s = time.thread_time() - begun
        self._table.expect(likely(self._sitting.snapshot))
        if isinstance(message, Scan):
            self._scanned.append(Ruled(wire_ns / 1e6, python_s * 1e3))


def whole(_bench: Bench) -> Goal:
    """Fresh tags one after another before one reader, every tenth time two at once."""
    chance, read, both = Random(5), 0, 0  # noqa: S311 - a benchmark wants the same tags again
    clock = VirtualClock()
    field = Field(clock)
    modules.install()
    modules.solder(BUS, 0, Wire(Rc522(clock, field), clock))
    reader = open_rc522(BUS, 0, clock=clock)
    for number in range(WHOLE_TAPS):
        uids = {b"\x04" + chance.randbytes(6) for _ in range(1 if number % (WHOLE_TAPS // PAIRS) else 2)}
        for uid in uids:
            field.lay(Tag(uid))
        reader.field(on=True)
        found = set(reader.inventory().uids) == uids
        reader.field(on=False)
        for uid in uids:
            field.lift(uid)
        read += found
        both += found and len(uids) == 2
    reader.close()
    claims = (
        more("taps read whole; all", exactly(read), exactly(WHOLE_TAPS), "", 1),
        more("two overlapping cards both read; all", exactly(both), exactly(PAIRS), "", 1),
    )
    return Goal(5, "all seven bytes of every tap", claims)
