"""Robots that play a race on the simulated table, with the same cards, pads and dispenser as people.

They look at the snapshot and the cards afresh before each thing that they do, so people may interfere at any time.
Now and then they try an illegal card first, see it refused and take it back.
"""

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from random import Random
from threading import Event, Lock, Thread

from companion.referee.bulletin import Bulletin
from companion.referee.snapshot import Snapshot
from companion.rules.cards import Card
from companion.rules.race import Race
from companion.rules.words import quote
from companion.simulated.hands import AGAIN_S, Deed, Hands, Submit
from companion.simulated.strategy import best, second_hazard, stroke, temptation
from companion.simulated.tally import waiting
from companion.simulated.world import Misplaced, World

TEMPTED = 1 / 8
"""Turns in which a robot tries an illegal card first."""
SPEED = 2.0

_log = logging.getLogger(__name__)


class Robots:
    """All players of the running race. Start and stop may be called from any thread."""

    def __init__(
        self,
        world: World,
        bulletin: Bulletin,
        submit: Submit,
        *,
        speed: float = SPEED,
        seed: int | None = None,
        now_ms: Callable[[], int] = lambda: time.monotonic_ns() // 1_000_000,
    ) -> None:
        """`speed`: things done a second, at most (a draw takes what the beam needs); `now_ms`: the snapshots' clock."""
        self.speed = speed
        self._world, self._bulletin, self._now_ms = world, bulletin, now_ms
        self._random = Random(seed)  # noqa: S311 - a player's whims
        self._stopping = Event()
        self._hands = Hands(world, bulletin, submit, self._stopping)
        self._switch = Lock()
        self._thread: Thread | None = None
        self._decided = False
        self._eager = False

    def start(self, speed: float | None = None) -> None:
        """Begin to play, or go on at another speed; they stop by themselves when the race is over."""
        with self._switch:
            self.speed = speed or self.speed
            if not self.running:
                self._stopping.clear()
                self._thread = Thread(target=self._run, name="robots", daemon=True)
                self._thread.start()

    def stop(self) -> None:
        """Stop after what is being done."""
        with self._switch:
            self._stopping.set()
            if self._thread is not None:
                self._thread.join()

    def wait(self, timeout_s: float) -> None:
        """Wait until they stop, at most so long."""
        if self._thread is not None:
            self._thread.join(timeout_s)

    @property
    def running(self) -> bool:
        """Whether they play."""
        return self._thread is not None and self._thread.is_alive()

    def _run(self) -> None:
        self._eager = True  # who has just begun to watch sees a card refused at once
        with suppress(Misplaced):  # a person was faster
            self._hands.clear_pads()
        while not self._stopping.is_set():
            began = time.monotonic()
            try:
                if self.step() is None:
                    return
            except Exception as problem:  # noqa: BLE001 - a person was faster, or the journal is full: look again
                _log.info("robots: %r", problem)
                self._hands.rest(AGAIN_S)
            self._hands.rest(1 / self.speed - (time.monotonic() - began))

    def step(self) -> Deed | None:
        """Do the next thing that the table waits for; None when there is nothing more to do.

        Raises `Misplaced` when a card is not where it was any more, and what `submit` raises.
        """
        snapshot = self._bulletin.latest()
        self._world.follow(snapshot)
        race = snapshot.game.race
        if race.over or race.turn is None:
            return None
        if snapshot.paused:
            self._bulletin.wait(snapshot.id, AGAIN_S)
            return Deed(None, None)
        if snapshot.game.question is not None:
            return self._answer(snapshot)
        now = Fraction(snapshot.clock_ms + self._now_ms() - snapshot.at_ms, 1000)
        hands = {seat: self._hands.cards(race, seat) for seat in range(len(race.hands))}
        if (struck := stroke(race, hands, now)) is not None:
            return self._hands.lay(snapshot, struck, 1 / self.speed)
        if (tidied := self._hands.tidy(snapshot)) is not None:
            return tidied
        if self._world.even_out():
            return Deed(None, None)
        seat = race.turn
        if race.open:
            if (second := second_hazard(race, hands[seat], now)) is not None:
                return self._hands.lay(snapshot, second, 1 / self.speed)
            if not race.owed:
                if not race.setup.draws_seen and self._random.random() < 1 / 2:
                    return self._hands.say(snapshot, "end")
                seat = race.setup.left_of(seat)
        if race.dispenser and (drawer := self._drawer(race)) is not None:
            return self._hands.draw(snapshot, drawer)
        return self._play(snapshot, seat, hands, now)

    def _play(self, snapshot: Snapshot, seat: int, hands: dict[int, tuple[Card, ...]], now: Fraction) -> Deed | None:
        race, hand = snapshot.game.race, hands[seat]
        if not hand:  # cards went astray by corrections: the referee counts some that are not there
            after = quote(race.setup.players[race.setup.left_of(seat)])
            return self._hands.say(snapshot, f"set turn {after}") if any(hands.values()) else None
        tempted = not self._decided and (self._eager or self._random.random() < TEMPTED)
        self._decided, self._eager = True, False
        choice = temptation(race, seat, hand, now, self._random) if tempted else None
        choice = choice or best(race, seat, hand, now)
        if choice is None:  # somebody did something meanwhile
            self._bulletin.wait(snapshot.id, AGAIN_S)
            return Deed(None, None)
        deed = self._hands.lay(snapshot, choice, 1 / self.speed)
        self._decided = not choice.legal
        return deed

    def _answer(self, snapshot: Snapshot) -> Deed:
        question, players = snapshot.game.question, snapshot.game.race.setup.players
        assert question is not None
        asked = [players[play.player] for play in question.plays if play.player is not None]
        return self._hands.say(snapshot, f"by {quote(self._hands.owner(question.tap.card) or asked[-1])}")

    def _drawer(self, race: Race) -> int | None:
        """The seat that has a card to draw now, by hand."""
        if race.setup.draws_seen:
            return waiting(race)
        return next((race.setup.players.index(player) for player in self._world.tally().due), None)
