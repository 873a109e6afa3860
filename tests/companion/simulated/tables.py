"""A whole table in one thread: a fake metal that reads a card at once, wired straight to a real sitting."""

from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from weakref import finalize

from companion.deck.deck import simulated_deck
from companion.editions import editions
from companion.referee.bulletin import Bulletin
from companion.referee.sitting import Sitting
from companion.referee.tabletop import Tabletop
from companion.rules.cards import Card
from companion.rules.race import Race
from companion.simulated.places import Area
from companion.simulated.robots import Robots
from companion.simulated.world import World
from companion.store.journal import Journal
from companion.touch.seating import DISCARD
from firmware.messages import Scan

PADS = (*(f"seat-{n}" for n in range(1, 7)), DISCARD)
DECK = simulated_deck(editions()["mario-kart"])
UIDS = {card: uid for uid in DECK if (card := DECK.card(uid)) is not None}


class FastMetal:
    """Antennas that read what is laid on them at once, until their reader is broken."""

    def __init__(self) -> None:
        self.fields: dict[str, list[bytes]] = {pad: [] for pad in PADS}
        self.broken: set[str] = set()
        self.dark = False
        self.light = bytes(3 * 62)
        self.scanned: Callable[[str, bytes], None] = lambda _pad, _uid: None
        self.drawn: Callable[[], None] = lambda: None

    def lay(self, pad: str, uid: bytes) -> None:
        self.fields[pad].append(uid)
        if pad not in self.broken:
            self.scanned(pad, uid)

    def lift(self, pad: str, uid: bytes) -> None:
        if uid in self.fields[pad]:
            self.fields[pad].remove(uid)

    def trip_beam(self) -> None:
        if not self.dark:
            self.drawn()

    def break_reader(self, pad: str, *, broken: bool) -> None:
        (self.broken.add if broken else self.broken.discard)(pad)

    def pixels(self) -> bytes:
        return self.light


class Table:
    """The sitting, the cards, the robots; whatever is sent to the sitting is ruled before the call returns."""

    def __init__(self, folder: Path, head: str = "cars Mario Luigi\ndraws seen", *, seed: int = 1) -> None:
        clock = count(1000)
        self.now_ms: Callable[[], int] = lambda: next(clock)
        self.state = folder / "cards.json"
        self.seed = seed
        self.journal = Journal(folder / "races.db")
        finalize(self, self.journal.close)  # Python 3.13 warns of a file that nobody closes
        self.sitting = Sitting(self.journal, DECK, head, self.now_ms)
        self.tabletop = Tabletop(self.sitting)
        self.bulletin = Bulletin(self.sitting.snapshot)
        self.metal = FastMetal()
        self.world = self.made_anew()
        self.metal.scanned = self.scan
        self.metal.drawn = lambda: self.say("draw")
        self.robots = Robots(self.world, self.bulletin, self.submit, speed=float("inf"), seed=seed, now_ms=self.now_ms)

    def made_anew(self) -> World:
        """The world as a program that starts again makes it."""
        return World(self.metal, DECK, self.state, self.sitting.snapshot, pads=PADS, seed=self.seed)

    @property
    def race(self) -> Race:
        return self.sitting.snapshot.game.race

    def rulings(self) -> list[str]:
        """What the journal says of each input, as JSON."""
        stored = self.journal.last_race()
        return [row.ruling for row in stored.rows] if stored else []

    def submit(self, lines: Sequence[str], command: str) -> object:
        reply = self.sitting.enter(lines, self.now_ms(), command)
        self.bulletin.post(self.sitting.snapshot)
        return reply

    def say(self, *lines: str) -> None:
        self.submit(lines, "")

    def scan(self, pad: str, uid: bytes) -> None:
        self.tabletop.take(Scan(pad, uid, self.now_ms()))
        self.bulletin.post(self.sitting.snapshot)

    def new_race(self, head: str) -> None:
        self.sitting.new_race(head, "")
        self.bulletin.post(self.sitting.snapshot)
        self.follow()

    def follow(self) -> None:
        self.world.follow(self.sitting.snapshot)

    def hand(self, player: str) -> tuple[Card, ...]:
        return self.world.cards(Area.HAND, player)

    def held(self, player: str, card_id: str) -> Card:
        """A card of that id, changed for one of the hand by sleight of hand."""
        everywhere = [card for card, _ in self.world._places]
        card = next(card for card in everywhere if card.id == card_id and card not in self.race.played)
        places, other = self.world._places, self.hand(player)[0]
        if card not in self.hand(player):
            there, here = places[card], places[other]
            places.move(other, there)
            places.move(card, here)
        return card
