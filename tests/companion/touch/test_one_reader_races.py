"""Whole races at the table of one reader, by hands that know the rules: with buttons, and with command cards alone."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from companion.rules.cards import HELP, Card, Kind
from companion.rules.race import Race
from companion.simulated.strategy import Choice, best, second_hazard, stroke, temptation
from tests.companion.table import DECK, ONE_READER, Table

LONG = 2000
"""More things to do than a race has."""


class Evening:
    """Players with real hands. `tap` is how they say whose area a card is meant for."""

    def __init__(self, table: Table, tap: Callable[["Evening", Choice], None], end: str) -> None:
        self.table, self._tap, self._end = table, tap, end
        self.random = Random(7)  # noqa: S311 - a shuffle, no secret
        stock = [card for uid in DECK if (card := DECK.card(uid)) is not None and card.id != HELP]
        self.random.shuffle(stock)
        players = table.race.setup.players
        self.hands: dict[int, list[Card]] = {seat: [stock.pop() for _ in range(6)] for seat in range(len(players))}
        self.stock = stock
        self.refused = 0

    @property
    def race(self) -> Race:
        return self.table.race

    def name(self, seat: int) -> str:
        return self.race.setup.players[seat]

    def play(self) -> None:
        for _ in range(LONG):
            if self.race.over:
                return
            self.step()
            self.table.wait(2)

    def step(self) -> None:
        race = self.race
        assert race.turn is not None
        now = self.table.sitting.standing(self.table.now_ms)
        clock = now.game.now + now.after
        if (struck := stroke(race, self.hands, clock)) is not None:
            return self.lay(struck)
        seat = race.turn
        if race.open:
            if (second := second_hazard(race, self.hands[seat], clock)) is not None:
                return self.lay(second)
            if not race.owed and not race.setup.draws_seen:
                self.table.press(self.name(seat)) if self._end == "button" else self.table.tap("end")
                return None
            seat = race.owed[0].player if race.owed else race.setup.left_of(seat)
        if self.draw(seat):
            return None
        if self.random.random() < 0.1 and (wrong := temptation(race, seat, self.hands[seat], clock, self.random)):
            self.lay(wrong)
            self.table.wait(0.5)
            return None
        choice = best(race, seat, self.hands[seat], clock)
        assert choice is not None
        return self.lay(choice)

    def draw(self, seat: int) -> bool:
        """Whether somebody had a card to draw."""
        race = self.race
        drawer = race.owed[0].player if race.owed else seat
        owed = bool(race.owed or race.open) if race.setup.draws_seen else len(self.hands[drawer]) < 7
        if not owed or not self.stock or not race.dispenser:
            return False
        self.hands[drawer].append(self.stock.pop())
        if race.setup.draws_seen:
            self.table.draw()
        return race.setup.draws_seen

    def lay(self, choice: Choice) -> None:
        self._tap(self, choice)
        self.table.lift(str(choice.card), off="any")
        if self.table.shown.game.question is not None:
            self.table.press(self.name(choice.seat)) if self._end == "button" else self.claim(choice.seat)
        last = self.table.last
        if choice.card in self.race.played:
            self.hands[choice.seat].remove(choice.card)
            assert last.ruling.player == choice.seat
            assert last.ruling.car == choice.car
        else:
            assert choice.code is not None, (choice, last.ruling)
            self.refused += 1
        if self.table.race.dispenser == 0:
            self.stock.clear()

    def claim(self, seat: int) -> None:
        """The attacker says `mine`; the next player just plays on, or says so on the page."""
        self.table.tap("mine") if seat == self.race.turn else self.table.say(f"by {self.name(seat)}")


def with_buttons(evening: Evening, choice: Choice) -> None:
    """Press the seat's button, or the one of the discard pile, then tap."""
    evening.table.press("discard" if choice.car is None else evening.name(choice.car))
    evening.table.tap(str(choice.card))


def with_command_cards(evening: Evening, choice: Choice) -> None:
    """No buttons at all: a hazard is tapped until the right pawn is lit; the rest needs no word, or the page's."""
    table, card = evening.table, str(choice.card)
    if choice.card.kind is not Kind.HAZARD:
        own = evening.race.setup.car_of[choice.seat]
        on_turn = evening.race.next if evening.race.open else evening.race.turn
        if choice.car != own or choice.seat != on_turn:
            table.say(f"{'discard' if choice.car is None else evening.name(choice.car)} {card}")
        else:
            table.tap(card)
        return
    table.tap(card)
    while (asked := table.shown.asked) is not None:
        if asked.answers[asked.proposed].car == choice.car:
            table.tap("end")
        else:
            table.tap(card)


@pytest.mark.parametrize("draws", ["seen", "assumed"])
@pytest.mark.parametrize(("tap", "end"), [(with_buttons, "button"), (with_command_cards, "card")])
def test_a_whole_race(tmp_path: Path, tap: Callable[[Evening, Choice], None], end: str, draws: str) -> None:
    table = Table(tmp_path, f"cars Mario Luigi Peach\ndraws {draws}", ONE_READER)
    evening = Evening(table, tap, end)
    evening.play()
    assert table.race.over
    assert evening.refused
    table.journal.close()
