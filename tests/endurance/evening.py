"""One table on one virtual clock: emulated readers and beam below the real firmware, above it the real sitting."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from companion.deck.deck import simulated_deck
from companion.editions import editions
from companion.moment import Moment
from companion.referee.sitting import Sitting
from companion.referee.snapshot import Snapshot
from companion.referee.tabletop import Tabletop
from companion.rules.race import Race
from companion.store.journal import Journal
from companion.touch.seating import DISCARD
from firmware.clock import now_ms
from firmware.emulation.agenda import Agenda
from firmware.emulation.ntag213 import Tag
from firmware.emulation.table import EmulatedTable
from firmware.messages import Message, Scan
from tests.firmware.tables import with_pads

PLAYERS = ("Mario", "Luigi", "Peach", "Toad")
HEAD = f"cars {' '.join(PLAYERS)}\ndraws seen"
PADS = ("seat-1", "seat-2", "seat-3", "seat-4", DISCARD)
REST_MS = 24
"""After each sweep: a round of five pads then takes as long as that of seven on a Zero 2 W, the slowest Pi."""
DECK = simulated_deck(editions()["mario-kart"])
UIDS = {card: uid for uid in DECK if (card := DECK.card(uid)) is not None}


class Evening:
    """A race is played at four pads and the discard pile; `wait` and `until` let the table work meanwhile."""

    def __init__(self, folder: Path, pads: Sequence[str] = PADS) -> None:
        self.clock = Agenda()
        self.now_ms: Callable[[], int] = partial(now_ms, self.clock)
        self.moments: list[Moment] = []
        self.heard: list[Message] = []
        self._queue: list[Message] = []
        self._dark: set[str] = set()
        description = with_pads(*pads)
        self.table = EmulatedTable(description, self._queue.append, DECK.knows, clock=self.clock)
        assert description.beam_pin is not None
        self.table._beam.open(description.beam_pin, self.table._pins)  # `start` would begin a thread of its own
        self._journal = Journal(folder / "races.db")
        self.sitting = Sitting(self._journal, DECK, HEAD, self.now_ms, pads)
        self._tabletop = Tabletop(self.sitting)
        self._sweep()

    def close(self) -> None:
        self.table.stop()
        self._journal.close()

    @property
    def shown(self) -> Snapshot:
        return self.sitting.snapshot

    @property
    def race(self) -> Race:
        return self.shown.game.race

    def wait(self, duration_ms: float) -> None:
        """Time passes."""
        self.until(lambda: False, duration_ms)

    def until(self, reached: Callable[[], bool], longest_ms: float) -> bool:
        """Time passes until something is so, but no longer than that; whether it is."""
        end_ms = self.now_ms() + longest_ms
        while not reached():
            if self.now_ms() >= end_ms:
                return False
            self._sweep()
        return True

    def say(self, *lines: str) -> None:
        """Somebody says lines of a record on the page."""
        self.sitting.enter(lines, self.now_ms())
        self._remember()

    def lay(self, pad: str, uid: bytes) -> None:
        self.table.fields[pad].lay(Tag(uid))

    def lift(self, pad: str, uid: bytes) -> None:
        self.table.fields[pad].lift(uid)

    def darken(self, by: str, *, dark: bool) -> None:
        """A card, or a fault, takes the light from the beam or gives it back."""
        (self._dark.add if dark else self._dark.discard)(by)
        self.table.darken_beam(dark=bool(self._dark))

    def heard_at(self, pad: str, uid: bytes) -> bool:
        """Whether the latest scan was that card's."""
        scans = [each for each in (*self.heard[-20:], *self._queue) if isinstance(each, Scan)]
        return bool(scans) and (scans[-1].pad, scans[-1].uid) == (pad, uid)

    def _sweep(self) -> None:
        self.table.sweep()
        self.clock.sleep_ns(REST_MS * 1_000_000)
        for message in self._queue:
            self.heard.append(message)
            self._tabletop.take(message)
            self._remember()
        self._queue.clear()
        self._tabletop.look_again()
        self._remember()

    def _remember(self) -> None:
        last = self.moments[-1].n if self.moments else 0
        self.moments += [moment for moment in self.shown.moments if moment.n > last]
