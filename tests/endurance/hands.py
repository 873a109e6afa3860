"""People at an evening's table: they draw, lay cards, tap again what was not seen, and slam safeties on hazards."""

from collections import Counter
from functools import partial
from random import Random

from companion.rules import inputs
from companion.rules.cards import Card
from companion.rules.fold import enter
from companion.rules.game import Game
from companion.rules.inputs import Entry
from companion.rules.ruling import Verdict
from companion.rules.write import write_input
from companion.simulated.places import Area, Place, deal, home
from companion.simulated.strategy import Choice, best, second_hazard, stroke, temptation
from companion.touch.seating import DISCARD, pad_of
from firmware.messages import Fault
from tests.endurance.evening import PLAYERS, UIDS, Evening
from tests.endurance.taps import Tap, hold
from tests.endurance.troubles import Troubles

TEMPTED = 1 / 10
LOOK_MS = 400
"""How long people look for a card's light after they have lifted it."""
AGAIN_MS = 600
PATIENCE_MS = 8000
"""How long people with a stroke wait for a dead reader before they tell the page what they do."""
FOR_EVER_MS = 60_000


class Hands:
    """Everybody's hands. What they decide depends on the seed and the race alone, never on what goes wrong.

    `pace` is how fast people are beside holding a card: 1 as people, less for people who never think.
    """

    def __init__(self, evening: Evening, seed: int, *, pace: float) -> None:
        self.meant: list[Choice] = []
        """Every card that was tapped."""
        self.missed = 0
        """Taps that had to be repeated, since nothing was seen."""
        self.went_dead = 0
        """Taps that had to be repeated, since the reader fell silent just then, and the pad showed it."""
        self.asked: Counter[str] = Counter()
        """What the table had people do."""
        self.waited_ms: list[int] = []
        """For readers that were seen to be dead."""
        self.troubles: Troubles | None = None
        self._evening, self._pace = evening, pace
        self._places = deal(evening.race, Random(f"cards {seed}"))  # noqa: S311 - a shuffle that repeats
        self._whims = Random(f"whims {seed}")  # noqa: S311 - people's, that repeat
        self._hand = Random(f"hands {seed}")  # noqa: S311 - likewise
        self._drawn = 0
        self._held_until_ms: dict[Card, int] = {}
        self._decided = False

    def play(self) -> None:
        """Play the race to its end."""
        while not self._evening.race.over:
            self._step()

    @property
    def game(self) -> Game:
        """The race as people know it: with the draws that no sensor saw."""
        game = self._evening.shown.game
        seen = sum(isinstance(each.entry.input, inputs.Draw) for each in self._evening.moments)
        for _ in range(self._drawn - seen):
            game, _ = enter(game, Entry(inputs.Draw()))
        return game

    def _step(self) -> None:
        race, now = self.game.race, self._evening.sitting.running.clock.now()
        assert race.turn is not None
        hands = {seat: self._places.cards(Area.HAND, player) for seat, player in enumerate(PLAYERS)}
        if (struck := stroke(race, hands, now)) is not None:
            self._evening.wait(self._hand.uniform(300, 1200))  # in haste at any pace
            return self._tap(struck)
        for card in sorted(race.cancelled):
            if self._places[card].at != DISCARD:
                self._think(500, 1000)
                return self._tap(Choice(0, card, None))
        seat = race.turn
        if race.open:
            if (second := second_hazard(race, hands[seat], now)) is not None:
                self._think(800, 2000)
                return self._tap(second)
            if not race.owed:
                seat = race.setup.left_of(seat)
        if race.dispenser and (race.owed or race.open):
            return self._draw(race.owed[0].player if race.owed else seat)
        tempted = not self._decided and self._whims.random() < TEMPTED
        choice = temptation(race, seat, hands[seat], now, self._whims) if tempted else None
        choice = choice or best(race, seat, hands[seat], now)
        assert choice is not None
        self._decided = not choice.legal
        self._think(800, 3000)
        return self._tap(choice)

    def _think(self, shortest_ms: float, longest_ms: float) -> None:
        self._evening.wait(self._pace * self._hand.uniform(shortest_ms, longest_ms))

    def _draw(self, seat: int) -> None:
        self._think(500, 1500)
        card = self._places.cards(Area.DISPENSER)[-1]
        self._places.move(card, home(card, PLAYERS[seat]))
        self._drawn += 1
        clock, passing_ms = self._evening.clock, self._hand.uniform(60, 250)
        clock.after_ms(1, lambda: self._evening.darken("card", dark=True))
        clock.after_ms(1 + passing_ms, lambda: self._evening.darken("card", dark=False))
        self._evening.wait(passing_ms + 350)

    def _tap(self, choice: Choice) -> None:
        """Tap until the referee has said what comes of it."""
        pad, evening = DISCARD if choice.car is None else pad_of(choice.car), self._evening
        self.meant.append(choice)
        while True:
            evening.wait(self._held_until_ms.get(choice.card, 0) + AGAIN_MS - evening.now_ms())
            if not self._reader_works(pad, PATIENCE_MS if self._is_stroke(choice) else FOR_EVER_MS):
                self.asked["say it on the page: the pad is dead"] += 1
                evening.say(write_input(choice.tap._replace(by=choice.seat), evening.race.setup))
                break
            clumsy = self.troubles.clumsy if self.troubles is not None else []
            how = clumsy.pop(0) if clumsy else Tap.WELL
            heard, n = len(evening.heard), evening.shown.game.n
            held_ms = hold(evening, pad, self._cards(choice, how), how, self._hand)
            self._held_until_ms[choice.card] = evening.now_ms() + int(held_ms)
            if evening.until(partial(self._answered, n), held_ms + LOOK_MS) and self._ruled(choice, n):
                break
            if evening.shown.game.n > n:
                continue
            told = [each for each in evening.heard[heard:] if isinstance(each, Fault) and not each.over]
            if "two-cards" in (fault.code for fault in told):
                self.asked["lift both cards"] += 1
            elif (f"reader {pad}", "offline") in ((fault.part, fault.code) for fault in told):
                self.went_dead += 1
            else:
                self.missed += 1
        ruled = evening.moments[-1].ruling
        if ruled.verdict is not Verdict.ILLEGAL:
            self._places.move(choice.card, Place(Area.BESIDE, pad, PLAYERS[choice.seat]))

    def _cards(self, choice: Choice, how: Tap) -> tuple[bytes, ...]:
        second = [card for card in self._places.cards(Area.HAND, PLAYERS[choice.seat]) if card != choice.card]
        cards = (choice.card, *second[:1]) if how is Tap.TOGETHER else (choice.card,)
        return tuple(UIDS[card] for card in cards)

    def _reader_works(self, pad: str, patience_ms: int) -> bool:
        """People see that a pad is dead before they lay a card there, and wait for it, but not for ever."""
        evening = self._evening
        if pad not in evening.shown.dead_pads:
            return True
        begun_ms = evening.now_ms()
        works = evening.until(lambda: pad not in evening.shown.dead_pads, patience_ms)
        self.waited_ms.append(evening.now_ms() - begun_ms)
        return works

    def _is_stroke(self, choice: Choice) -> bool:
        return any(window.car == choice.car for window in self.game.race.windows)

    def _answered(self, n: int) -> bool:
        """Whether there is something to be seen: a ruling or a question."""
        return self._evening.shown.asked is not None or self._evening.shown.game.n > n

    def _ruled(self, choice: Choice, n: int) -> bool:
        """Answer what was asked; whether the card has been ruled on as people know it must be."""
        evening = self._evening
        if evening.shown.asked is not None:
            self.asked["whose card it was"] += 1
            self._think(1000, 2000)
            evening.say(f"by {PLAYERS[choice.seat]}")
        ruled = evening.moments[-1]
        assert ruled.n > n
        if ruled.ruling.code == "undrawn" and choice.code != "undrawn":
            self.asked["say that it was drawn"] += 1
            evening.say("draw")
            return False
        return True
