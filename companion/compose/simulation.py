"""The composition root of the simulated table: emulated metal, the hands at it, and their page."""

import contextlib
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from threading import Thread

from companion.compose.enrol import Put
from companion.deck.deck import simulated_deck
from companion.deck.enrolling import Enrolling
from companion.desk import Desk
from companion.editions import editions
from companion.referee import Referee
from companion.rules.head import DEFAULT_EDITION
from companion.simulated.following import Following
from companion.simulated.one_reader import OneReader
from companion.simulated.page import table_blueprint
from companion.simulated.robots import Robots
from companion.simulated.stickers import Stickers
from companion.simulated.world import World
from companion.touch.presses import ADMITS_MS, UNDO
from companion.touch.seating import ANY, SIX_SEATS
from firmware.emulation.table import EmulatedTable, open_emulated
from firmware.lamp import Lamp
from firmware.messages import Fault
from firmware.open import open_lamp
from firmware.strips.beside import Beside
from firmware.strips.budget import within
from firmware.strips.emulated import EmulatedStrip
from firmware.strips.terminal_strip import TerminalStrip
from hardware.description import Table

HELD_MS = ADMITS_MS + 300
SILENT = 0xFF
"""What a reader without power answers."""


class Simulation:
    """The emulated table, the hands at it, and its page."""

    def __init__(
        self, description: Table, put: Put, enrolling: Enrolling, desk: Desk, referee: Referee, state: Path
    ) -> None:
        strip, pads = description.strip, [pad.name for pad in description.pads]
        self.table = open_emulated(description, put, enrolling.registry.knows)
        chain = EmulatedStrip(strip) if strip is not None else None
        if strip is None or chain is None:
            self.lamp = open_lamp(description, put)
        else:
            here = strip.driver == "terminal"
            open_strip = (lambda: Beside(chain.open(), TerminalStrip(strip.layout))) if here else chain.open
            self.lamp = Lamp(open_strip, strip.layout, put, within=partial(within, strip=strip))
        metal, bulletin = _SimulatedMetal(self.table, chain), referee.bulletin
        cards = simulated_deck(editions()[DEFAULT_EDITION])  # what lies on the table, whatever of it is enrolled
        self._only = OneReader(metal, dict(description.buttons)) if ANY in pads else None
        places = SIX_SEATS if self._only else pads
        world = World(self._only or metal, cards, state, bulletin.latest(), pads=places)
        if world.damaged is not None:
            fault = Fault("hands", "hands-set-aside", str(world.damaged), bulletin.latest().at_ms)
            referee.tell(lambda sitting: sitting.fault(fault))
        self._following = Following(world, bulletin)
        self._robots = Robots(world, bulletin, desk.submit)
        self.roll = Stickers(metal, enrolling, pads[-1], self._robots.stop)
        layout = strip.layout if strip is not None else None
        hold_undo = self._hold_undo if UNDO in dict(description.buttons) else None
        self.pages = (table_blueprint(world, bulletin, desk, self._robots, layout, hold_undo),)

    def _hold_undo(self) -> None:
        """A hand holds the undo button as long as it takes to let a phone in; nobody waits for it."""
        Thread(target=self.table.press, args=(UNDO, HELD_MS), daemon=True).start()

    @contextlib.contextmanager
    def playing(self, robots: float | None) -> Iterator[None]:
        """Hands follow what the referee rules; robots play at this speed, if at any."""
        if self._only is not None:
            self._only.at_work = True
        self._following.start()
        try:
            if robots:
                self._robots.start(robots)
            yield
        finally:
            self._robots.stop()
            self._following.stop()


class _SimulatedMetal:
    """The emulated readers, beam and strip as the simulated table's hands need them."""

    def __init__(self, table: EmulatedTable, chain: EmulatedStrip | None) -> None:
        self.lay, self.lift = table.lay, table.lift
        self.trip_beam, self.press = table.trip_beam, table.press
        self._wires = table.wires
        self.pixels = chain.pixels if chain is not None else bytes

    def break_reader(self, pad: str, *, broken: bool) -> None:
        """The pad's reader answers no more, or it does again."""
        self._wires[pad].dead = SILENT if broken else None
