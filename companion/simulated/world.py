"""The physical truth of a simulated table: where every card is, and what hands do with it.

What the referee makes of it comes back as snapshots (`follow`); a card that was accepted is laid beside its pad, as
hands do on a real table.
"""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from threading import RLock

from companion.deck.deck import Deck
from companion.referee.snapshot import Snapshot
from companion.rules.cards import Card
from companion.rules.inputs import Draw
from companion.rules.write import write_head
from companion.simulated.metal import Metal
from companion.simulated.places import Area, Place, deal, home
from companion.simulated.stored import load, save
from companion.simulated.tally import Tally, last_drawn, moves, tally
from companion.simulated.taps import taps
from companion.touch.seating import DISCARD

FOREIGN_TAG = bytes.fromhex("04F0E1D2C3B4A5")
"""A tag that no deck knows."""


class Misplaced(ValueError):
    """A card is not where it would have to be. `problem` is a key of the catalogue, `facts` are its names."""

    def __init__(self, problem: str, **facts: object) -> None:
        super().__init__(f"{problem}: {facts}")
        self.problem, self.facts = problem, facts


class World:
    """The cards of a simulated table. All methods may be called from any thread.

    Cards that lay on antennas when the program ended lie there again before the constructor returns: make the world
    before the readers are started, or they act anew.
    """

    def __init__(
        self, metal: Metal, deck: Deck, state: Path, snapshot: Snapshot, *, pads: Sequence[str], seed: int | None = None
    ) -> None:
        """`state` is the file that outlives the program; `pads` are the table's; `seed` makes every deal the same."""
        self.pads = tuple(pads)
        self.version = 0
        """Counts changes."""
        self.pixels = metal.pixels
        self._metal, self._state, self._seed = metal, state, seed
        self._uids = {card: uid for uid in deck if (card := deck.card(uid)) is not None}
        self._lock = RLock()
        self._foreign: set[str] = set()
        self._broken: set[str] = set()
        self._unread: set[str] = set()
        self._number = self._n = 0
        self._counted = snapshot.game.race
        self._drawing: list[str] = []
        self._race, self._places, self.damaged = load(state, set(self._uids))
        for card, place in self._places:
            if place.area is Area.PAD:
                metal.lay(place.at, self._uids[card])
        self.follow(snapshot)

    def follow(self, snapshot: Snapshot) -> None:
        """What the table says: another race is dealt anew, and what was accepted is laid beside its pad."""
        race = snapshot.game.race
        key = "\n".join([str(snapshot.race), *write_head(race.setup)])
        with self._lock:
            if (snapshot.race, snapshot.game.n) < (self._number, self._n):
                return  # another thread was here with a newer one
            seen = sum(isinstance(moment.entry.input, Draw) and moment.n > self._n for moment in snapshot.moments)
            del self._drawing[:seen]
            self._number, self._n, self._counted = snapshot.race, snapshot.game.n, race
            if key != self._race:
                self._drawing.clear()
                self._clear_antennas()
                self._race = key
                self._places = deal(race, Random() if self._seed is None else Random(f"{self._seed} {key}"))  # noqa: S311 - cards, no secrets
                self._changed()
            for card, place in self._places:
                if place.area not in (Area.PAD, Area.HAND):
                    continue
                pads = [pad for pad, n in taps(snapshot.moments, card) if n > place.since]
                if place.at in pads:
                    self._unread.discard(place.at)
                if card not in race.played:
                    continue
                if place.area is Area.PAD and place.at in pads:
                    self.put_aside(place.at)
                if place.area is Area.HAND:  # it counts by a redo or an overrule: it goes where it was tapped last
                    self._move(card, Place(Area.BESIDE, pads[-1] if pads else DISCARD, place.at))

    def draw(self, player: str) -> Card:
        """The player takes the top card; the beam sees it, if draws are seen. Raises `Misplaced` if there is none."""
        with self._lock:
            if player not in self._counted.setup.players:
                raise Misplaced("no-such-player", player=player)
            stock = self._places.cards(Area.DISPENSER)
            if not stock:
                raise Misplaced("empty")
            sensor = self._counted.setup.draws_seen
            if sensor:
                self._drawing.append(player)
            drawn = 1 + max(place.drawn for _, place in self._places)
            self._move(stock[-1], home(stock[-1], player)._replace(drawn=drawn))
        if sensor:
            self._metal.trip_beam()
        return stock[-1]

    def put_back(self, player: str) -> None:
        """The card that the player drew last goes back on top of the dispenser. `Misplaced` if none is beyond count."""
        with self._lock:
            hand = last_drawn(self._places, player)
            if not hand or self.tally().hands.get(player, 0) <= 0:
                raise Misplaced("none-over", player=player)
            self._move(hand[-1], Place(Area.DISPENSER))

    def tally(self) -> Tally:
        """How hands and dispenser compare with what the referee counts."""
        with self._lock:
            return tally(self._places, self._counted, self._drawing)

    def even_out(self) -> bool:
        """Give and take until every hand has what the referee counts, unseen by the beam; whether a card was moved."""
        with self._lock:
            found = moves(self._places, self._counted, self.tally())
            for card, to in found:
                self._lift(card, self._places[card])
                self._move(card, to)
            return bool(found)

    def lay(self, player: str, card: Card, pad: str) -> None:
        """The player lays a card on a pad; what was on its antenna is laid beside it first. Raises `Misplaced`."""
        with self._lock:
            if card not in self._places or self._places[card][:2] != home(card, player)[:2]:
                raise Misplaced("not-in-hand", player=player)
            self._put_down(card, pad, player)

    def throw_out(self, card: Card) -> None:
        """A card that lies at a car's pad goes to the discard pad: a hazard that a stroke cancelled. `Misplaced`."""
        with self._lock:
            if card not in self._places or self._places[card].area not in (Area.PAD, Area.BESIDE):
                raise Misplaced("not-lying")
            place = self._places[card]
            self._lift(card, place)
            self._put_down(card, DISCARD, place.owner)

    def take_back(self, pad: str, card: Card | None = None) -> None:
        """The card, or the one laid last at this pad, goes back to whoever laid it. Raises `Misplaced`."""
        with self._lock:
            if card is None and pad in self._foreign:
                self._foreign.remove(pad)
                self._metal.lift(pad, FOREIGN_TAG)
                self.version += 1
                return
            lying = self._places.cards(Area.PAD, pad) or self._places.cards(Area.BESIDE, pad)
            card = card or (lying[-1] if lying else None)
            if card is None or not self._lies_at(card, pad) or not self._places[card].owner:
                raise Misplaced("nothing-there")
            self._lift(card, self._places[card])
            self._move(card, home(card, self._places[card].owner))

    def put_aside(self, pad: str) -> None:
        """What is on the pad's antenna is laid beside it."""
        with self._lock:
            for card in self._places.cards(Area.PAD, pad):
                self._lift(card, self._places[card])
                self._move(card, Place(Area.BESIDE, pad, self._places[card].owner))

    def lay_foreign(self, pad: str) -> None:
        """A fault to try: a tag that is no card lies on the pad until `take_back`."""
        with self._lock:
            self._check(pad)
            self._foreign.add(pad)
            self._metal.lay(pad, FOREIGN_TAG)
            self.version += 1

    def break_reader(self, pad: str, *, broken: bool) -> None:
        """A fault to try: the pad's reader falls silent, or works again."""
        with self._lock:
            self._check(pad)
            (self._broken.add if broken else self._broken.discard)(pad)
            if not broken and self._places.cards(Area.PAD, pad):
                self._unread.add(pad)
            self._metal.break_reader(pad, broken=broken)
            self.version += 1

    def card(self, name: str) -> Card:
        """The card of that name, as `red-light/3`. Raises `Misplaced`."""
        found = next((card for card in self._uids if str(card) == name), None)
        if found is None:
            raise Misplaced("no-such-card", card=name)
        return found

    def cards(self, area: Area, at: str = "") -> tuple[Card, ...]:
        """The cards of one place, the latest last."""
        with self._lock:
            return self._places.cards(area, at)

    def lying(self) -> tuple[tuple[Card, Place], ...]:
        """Every card at a pad, the latest last."""
        with self._lock:
            return tuple((card, place) for card, place in self._places if place.area in (Area.PAD, Area.BESIDE))

    def is_foreign(self, pad: str) -> bool:
        """Whether a foreign tag lies on the pad."""
        return pad in self._foreign

    def is_broken(self, pad: str) -> bool:
        """Whether the pad's reader was broken."""
        return pad in self._broken

    def is_unread(self, pad: str) -> bool:
        """Whether the card on the pad lay there when its reader came back: for that reader it lay there already."""
        return pad in self._unread and pad not in self._broken

    def _check(self, pad: str) -> None:
        if pad not in self.pads:
            raise Misplaced("no-such-pad", pad=pad)

    def _lies_at(self, card: Card, pad: str) -> bool:
        return self._places[card].area in (Area.PAD, Area.BESIDE) and self._places[card].at == pad

    def _put_down(self, card: Card, pad: str, owner: str) -> None:
        self._check(pad)
        self.put_aside(pad)
        self._move(card, Place(Area.PAD, pad, owner, self._n))
        self._metal.lay(pad, self._uids[card])

    def _lift(self, card: Card, place: Place) -> None:
        if place.area is Area.PAD:
            self._unread.discard(place.at)
            self._metal.lift(place.at, self._uids[card])

    def _clear_antennas(self) -> None:
        for pad in self.pads:
            self._metal.lift(pad, FOREIGN_TAG)
            self.put_aside(pad)
        self._foreign.clear()

    def _move(self, card: Card, to: Place) -> None:
        self._places.move(card, to)
        self._changed()

    def _changed(self) -> None:
        self.version += 1
        save(self._state, self._race, self._places)
