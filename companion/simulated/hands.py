"""What robots' hands do at the table: lay a card until it was seen, draw, tidy up, say a word to the referee."""

import time
from collections.abc import Callable, Sequence
from threading import Event
from typing import NamedTuple
from uuid import uuid4

from companion.moment import Moment
from companion.referee.bulletin import Bulletin
from companion.referee.snapshot import Snapshot
from companion.rules import inputs
from companion.rules.cards import Card
from companion.rules.inputs import Input
from companion.rules.race import Race
from companion.rules.ruling import Ruling, Verdict
from companion.rules.write import write_input
from companion.simulated.places import Area
from companion.simulated.strategy import Choice
from companion.simulated.world import World
from companion.touch.seating import DISCARD, pad_of

PATIENCE_S = 3.0
"""How long hands wait before nobody believes any more that a card was seen."""
AGAIN_S = 0.5
"""How long a card that was not seen is lifted: a reader forgets it within that time."""
TRIES = 2

Submit = Callable[[Sequence[str], str], object]
"""Has lines of RECORD.md judged, under a command id; raises when they are not taken."""


class Deed(NamedTuple):
    """What a robot did, and how it was ruled, if it was."""

    choice: Choice | None
    ruling: Ruling | None


class Hands:
    """Everybody's hands. Acts raise `Misplaced` when a card is not where it was, and what `submit` raises."""

    def __init__(self, world: World, bulletin: Bulletin, submit: Submit, stopping: Event) -> None:
        """Once `stopping` is set nothing is waited for any more."""
        self._world, self._bulletin, self._submit, self._stopping = world, bulletin, submit, stopping

    def rest(self, seconds: float) -> None:
        """Do nothing for a while."""
        self._stopping.wait(seconds)

    def cards(self, race: Race, seat: int) -> tuple[Card, ...]:
        """What a player holds."""
        return self._world.cards(Area.HAND, race.setup.players[seat])

    def clear_pads(self) -> None:
        """Take back what lies on the antennas and does not count: nobody knows whether it was seen."""
        game = self._bulletin.latest().game
        asked = game.question.tap.card if game.question else None
        for card, place in self._world.lying():
            if place.area is Area.PAD and card not in game.race.played and card != asked:
                self._world.take_back(place.at, card)

    def lay(self, snapshot: Snapshot, choice: Choice, look_s: float) -> Deed:
        """Lay the card until it was seen; if it never is, leave it there and enter it by hand.

        So it is entered for a car that has no pad, as in a race that was begun at a larger table. A refused card is
        taken back after `look_s`.
        """
        setup = snapshot.game.race.setup
        player, pad = setup.players[choice.seat], DISCARD if choice.car is None else pad_of(choice.car)
        by_hand = write_input(choice.tap._replace(by=choice.seat), setup)
        if pad not in self._world.pads:
            return _deed(self._enter(snapshot, by_hand), choice)
        for _ in range(TRIES):
            self._world.lay(player, choice.card, pad)
            ruled = self._ruled(snapshot, choice.tapped)
            if ruled is not None or self._stopping.is_set():
                break
            self._world.take_back(pad, choice.card)
            self.rest(AGAIN_S)
        else:
            self._world.lay(player, choice.card, pad)
            ruled = self._enter(snapshot, by_hand)
        if ruled is not None and ruled.ruling.verdict is Verdict.ILLEGAL:
            self.rest(look_s)
            self._world.take_back(pad, choice.card)
        return _deed(ruled, choice)

    def tidy(self, snapshot: Snapshot) -> Deed | None:
        """A hazard that a stroke has cancelled is thrown out; what was undone goes back to the hand."""
        race = snapshot.game.race
        for card, place in self._world.lying():
            if card in race.cancelled and place.at != DISCARD:
                self._world.throw_out(card)
                return _deed(self._ruled(snapshot, Choice(0, card, None).tapped))
            if card not in race.played and place.area is Area.BESIDE and place.owner:
                self._world.take_back(place.at, card)
        return None

    def draw(self, snapshot: Snapshot, seat: int) -> Deed:
        """Draw for a seat; a card that is in the hand already and was never seen is entered by hand."""
        race = snapshot.game.race
        seen = race.setup.draws_seen
        if seen and len(self.cards(race, seat)) > race.hands[seat]:
            return self.say(snapshot, "draw")
        if not self._world.cards(Area.DISPENSER):
            return self.say(snapshot, "set dispenser 0")
        self._world.draw(race.setup.players[seat])
        return _deed(self._ruled(snapshot, lambda entered: isinstance(entered, inputs.Draw)) if seen else None)

    def say(self, snapshot: Snapshot, line: str) -> Deed:
        """A line of the record, as pressed on the page."""
        return _deed(self._enter(snapshot, line))

    def owner(self, card: Card | None) -> str | None:
        """Who laid a card that lies at a pad."""
        return next((place.owner for lying, place in self._world.lying() if lying == card), None)

    def _enter(self, snapshot: Snapshot, line: str) -> Moment | None:
        self._submit([line], uuid4().hex)
        return self._ruled(snapshot, lambda _entered: True)

    def _ruled(self, since: Snapshot, sought: Callable[[Input], bool]) -> Moment | None:
        """The moment of an input after `since`; None if it does not come in time, or another race was begun."""
        last = time.monotonic() + PATIENCE_S
        while True:
            latest = self._bulletin.latest()
            if latest.race != since.race:
                return None
            for moment in latest.moments:
                if moment.n > since.game.n and sought(moment.entry.input):
                    return moment
            left_s = last - time.monotonic()
            if left_s <= 0 or self._stopping.is_set():
                return None
            self._bulletin.wait(latest.id, min(left_s, AGAIN_S))


def _deed(ruled: Moment | None, choice: Choice | None = None) -> Deed:
    return Deed(choice, ruled.ruling if ruled else None)
