"""The composition root of the simulated table: emulated metal, the hands at it, and their page."""

import contextlib
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from flask import Blueprint

from companion.compose.enrol import Put
from companion.deck.deck import simulated_deck
from companion.deck.enrolling import Enrolling
from companion.desk import Desk
from companion.editions import editions
from companion.page.late import Late
from companion.referee.referee import Referee
from companion.rules.head import DEFAULT_EDITION
from companion.simulated.following import Following
from companion.simulated.one_reader import OneReader
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

if TYPE_CHECKING:
    from companion.simulated.robots import Robots

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
        self._description, self._world, self._bulletin, self._desk = description, world, bulletin, desk
        self._following = Following(world, bulletin)
        self._robots: Robots | None = None
        self.roll = Stickers(metal, enrolling, pads[-1], self._rest)
        page = Late("simulated", ("/table",), self._page, package="companion.simulated", templates="templates")
        self.pages = (page,)

    def _page(self) -> Blueprint:
        from companion.simulated.page import table_blueprint  # noqa: PLC0415 - loads when somebody opens it

        strip = self._description.strip
        layout = strip.layout if strip is not None else None
        hold_undo = self._hold_undo if UNDO in dict(self._description.buttons) else None
        return table_blueprint(self._world, self._bulletin, self._desk, self._call_robots(), layout, hold_undo)

    def _call_robots(self) -> "Robots":
        """The robots, who come when they are first called."""
        from companion.simulated.robots import Robots  # noqa: PLC0415 - loads when somebody calls them

        if self._robots is None:
            self._robots = Robots(self._world, self._bulletin, self._desk.submit)
        return self._robots

    def _rest(self) -> None:
        """Robots that have come rest."""
        if self._robots is not None:
            self._robots.stop()

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
                self._call_robots().start(robots)
            yield
        finally:
            self._rest()
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
