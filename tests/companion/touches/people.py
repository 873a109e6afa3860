"""People at a table of emulated readers under the real firmware; every touch but that of a card is counted."""

from pathlib import Path

from companion.rules.cards import Card
from firmware.emulation.ntag213 import Tag
from firmware.messages import Pressed, Scan
from tests.companion.screen import Screen
from tests.companion.table import COMMAND
from tests.endurance.evening import PADS, PLAYERS, UIDS, Evening

FREE = "seat-5"
"""A pad at which nobody sits."""
HELD_MS = 400
LOOK_MS = 800
"""How long people look at what became of a card, or of a draw."""
BUS_CARD = bytes.fromhex("B1A2C3D4")


class People:
    """Mario, Luigi, Peach and Toad, whose cars have started. Draws are seen."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._buttons = 0
        self._begin()
        self.evening.say(*(f"set {name} started yes" for name in PLAYERS))

    def _begin(self) -> None:
        self.evening = Evening(self._folder, (*PADS, FREE))
        self.screen = Screen(self.evening.sitting, self.evening.now_ms)

    @property
    def touches(self) -> int:
        """So far, beyond the cards that people tap anyhow."""
        return self._buttons + self.screen.touches

    def tap(self, card: str, *, on: str) -> None:
        """A card is held over a pad, and taken away."""
        self.leave(card, on=on)
        self.take(card, off=on)

    def leave(self, *cards: str, on: str) -> None:
        """Cards are laid on a pad, and stay."""
        for card in cards:
            self.evening.table.fields[_pad(on)].lay(Tag(_uid(card)))
        self.evening.wait(HELD_MS)

    def take(self, *cards: str, off: str) -> None:
        for card in cards:
            self.evening.lift(_pad(off), _uid(card))
        self.evening.wait(LOOK_MS)

    def draw(self) -> None:
        """A card leaves the dispenser."""
        self.evening.darken("card", dark=True)
        self.evening.wait(120)
        self.evening.darken("card", dark=False)
        self.evening.wait(LOOK_MS)

    def unplug(self, pad: str, for_ms: int) -> None:
        self.evening.table.wires[_pad(pad)].dead = 0xFF
        self.evening.wait(for_ms)

    def plug(self, pad: str) -> None:
        self.evening.table.wires[_pad(pad)].dead = None
        assert self.evening.until(lambda: not self.evening.shown.dead_pads, 5000)

    def press(self, player: str) -> None:
        """The button before a player."""
        self._buttons += 1
        self.evening._tabletop.take(Pressed(_pad(player), self.evening.now_ms(), 100))

    def command(self, name: str, *, on: str) -> None:
        """A command card: it is no card of the game, so that is a touch."""
        self._buttons += 1
        self.tap(name, on=on)

    def pull_the_plug_when_seen(self, card: str, *, on: str) -> None:
        """A card is seen, and before it is judged the power is gone. It still lies there when that is back."""
        evening, scans = self.evening, list[Scan]()
        evening.table.fields[_pad(on)].lay(Tag(_uid(card)))
        while not scans:
            evening.table.sweep()
            scans = [message for message in evening._queue if isinstance(message, Scan)]
        evening._tabletop.seen(scans[0])
        evening.close()
        self._begin()
        self.leave(card, on=on)


def _uid(card: str) -> bytes:
    if card in COMMAND:
        return COMMAND[card]
    card_id, _, copy = card.partition("/")
    return BUS_CARD if card == "bus card" else UIDS[Card(card_id, int(copy))]


def _pad(name: str) -> str:
    return f"seat-{PLAYERS.index(name) + 1}" if name in PLAYERS else name
