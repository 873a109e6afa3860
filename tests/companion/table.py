"""A table in a test: cards are laid by name, time passes by command, and the program may be killed at any moment."""

from collections.abc import Sequence
from pathlib import Path
from weakref import finalize

from companion.deck.deck import simulated_deck
from companion.editions import editions
from companion.moment import Moment
from companion.referee.sitting import Sitting
from companion.referee.snapshot import Snapshot
from companion.referee.tabletop import Tabletop
from companion.rules.race import Race
from companion.store.journal import Journal
from companion.touch.seating import SIX_SEATS
from firmware.messages import Drawn, Fault, Pressed, Removed, Scan

DECK = simulated_deck(editions()["mario-kart"])
UID = {str(card): uid for uid in DECK if (card := DECK.card(uid)) is not None}
COMMAND = {command.name: uid for uid in DECK if (command := DECK.command(uid)) is not None}
FOREIGN = bytes.fromhex("04DEADBEEF0000")
HEAD = "cars Mario Luigi Peach"
ONE_READER = ("any",)


class Table:
    """Mario at seat 1, Luigi at seat 2, Peach at seat 3, unless `head` seats others."""

    def __init__(self, folder: Path, head: str = HEAD, pads: Sequence[str] = SIX_SEATS) -> None:
        self.folder, self._head, self._pads = folder, head, pads
        self.now_ms = 1_000_000
        self.sees_draws = True
        self._sit()

    def _sit(self) -> None:
        self.journal = Journal(self.folder / "races.db")
        finalize(self, self.journal.close)  # Python 3.13 warns of a file that nobody closes
        self.sitting = Sitting(
            self.journal, DECK, self._head, lambda: self.now_ms, self._pads, sees_draws=self.sees_draws
        )
        self.tabletop = Tabletop(self.sitting)

    def tap(self, card: str, *, on: str = "any") -> None:
        """The numbered card, or a command card by its name, touches a pad."""
        uid = COMMAND.get(card) or UID.get(card, FOREIGN)
        self.tabletop.take(Scan(self._pad(on), uid, self.now_ms))

    def lay(self, card: str, *, on: str = "any") -> Moment:
        """The same; answers with the latest input."""
        self.tap(card, on=on)
        return self.last

    @property
    def last(self) -> Moment:
        """The latest input."""
        return self.sitting.snapshot.moments[-1]

    def lift(self, card: str, *, off: str) -> None:
        """The card is taken from the pad on which it lay."""
        self.tabletop.take(Removed(self._pad(off), UID[card], self.now_ms))

    def press(self, button: str, *, held_s: float = 0.0) -> None:
        """The button before a player, or `discard` or `undo`."""
        players = self.race.setup.players
        name = button if button not in players else f"seat-{players.index(button) + 1}"
        self.tabletop.take(Pressed(name, self.now_ms, round(held_s * 1000)))

    def draw(self) -> None:
        """The dispenser's sensor sees a card leave."""
        self.tabletop.take(Drawn(self.now_ms))

    def breaks(self, part: str, *, back: bool = False) -> None:
        """The sensor (`beam`) or a player's pad is dead, or works again."""
        part = part if part == "beam" else f"reader {self._pad(part)}"
        self.tabletop.take(Fault(part, "offline", "no answer", self.now_ms, over=back))

    def say(self, *lines: str, command: str = "") -> list[dict[str, object]]:
        """Somebody says lines of a record on the page."""
        return self.sitting.enter(lines, self.now_ms, command)

    def wait(self, seconds: float) -> None:
        """Time passes, and the referee does what is due."""
        self.tabletop.look_ms()
        self.now_ms += round(seconds * 1000)
        self.tabletop.look_again()

    def pull_the_plug(self, off_s: float = 3600) -> None:
        """The program is gone in mid-breath; after `off_s` it starts again, its clock beginning anew."""
        self.journal.close()
        self.now_ms = round(off_s * 1000) % 7919
        self._sit()

    def _pad(self, name: str) -> str:
        cars = self.race.setup.cars
        return name if name not in cars else f"seat-{cars.index(name) + 1}"

    @property
    def race(self) -> Race:
        return self.shown.game.race

    @property
    def shown(self) -> Snapshot:
        """What everybody sees."""
        return self.sitting.snapshot

    @property
    def lines(self) -> list[str]:
        """The record so far, without its head and times."""
        lines = self.sitting.record().splitlines()
        head = sum(line.split()[0] in ("edition", "cars", "first", "draws", "switch") for line in lines if line)
        return [line.split(" ", 1)[1] if line.startswith("+") else line for line in lines[head:]]

    @property
    def told(self) -> list[str]:
        """The codes of what is told about parts of the table."""
        return [fault.code for fault in self.shown.faults]
