"""How fast the rules and the odds are, for the benchmark: whole races of legal plays, and the time to a given error."""

import time
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from companion.odds.child import Child
from companion.odds.orders import Order
from companion.odds.position import NOW, Position, position
from companion.odds.rollout import Hidden
from companion.rules.cards import Card
from companion.rules.edition import Edition
from companion.rules.fold import begin
from companion.rules.judge import is_legal
from companion.rules.play import accept
from companion.rules.race import Race, start
from companion.rules.reading import Play, Tap, readings
from companion.rules.setup import Setup

CARS = ("Mario", "Luigi", "Peach", "Bowser")
ANSWER_S = 60.0


class Recorded(NamedTuple):
    """A whole race, numbered cards and strokes included, as the taps that a table would see."""

    setup: Setup
    taps: tuple[Tap, ...]


class Reached(NamedTuple):
    """What a child took until every chance was known well enough."""

    seconds: float
    rollouts: int
    error: float
    """The greatest standard error then."""


def races(edition: Edition, count: int, seed: int = 1) -> list[Recorded]:
    """Races of four cars, played sensibly to their end."""
    setup = Setup(edition, CARS, tuple((car,) for car in CARS))
    random = Random(seed)  # noqa: S311 - a benchmark wants the same races again
    return [_recorded(setup, random) for _ in range(count)]


def _recorded(setup: Setup, random: Random) -> Recorded:
    copies = dict.fromkeys(setup.edition.deck, 0)
    taps = []
    for play, _race in _played(position(begin(setup)), random):
        copies[play.card.id] += 1
        taps.append(Tap(play.car, Card(play.card.id, copies[play.card.id]), play.player))
    return Recorded(setup, tuple(taps))


def _played(stands: Position, random: Random) -> list[tuple[Play, Race]]:
    """Every play of a race, with the race after it."""
    race, table, plays = stands.race, Hidden(stands, random), []
    while (play := None if race.over else table.next_play(race)) is not None:
        race = accept(race, play, NOW)
        plays.append((play, race))
    return plays


def plays_a_second(recorded: Sequence[Recorded]) -> float:
    """Taps that were read, judged and accepted in a second of processor time; stroke windows are part of all three."""
    begun, plays = time.process_time(), 0
    for setup, taps in recorded:
        race = start(setup)
        for tap in taps:
            (play,) = readings(race, tap, NOW)
            if is_legal(race, play):
                race, plays = accept(race, play, NOW), plays + 1
    return plays / (time.process_time() - begun)


def middle(edition: Edition, seed: int = 1) -> Position:
    """A race of four cars when half of its cards have gone from the dispenser."""
    setup = Setup(edition, CARS, tuple((car,) for car in CARS))
    stands = position(begin(setup))
    plays = _played(stands, Random(seed))  # noqa: S311 - a benchmark wants the same race again
    half = next(race for _play, race in plays if 2 * race.dispenser <= stands.race.dispenser)
    return position(begin(setup)._replace(race=half))


def reach(stands: Position, error: float) -> Reached:
    """Has a child, which is up already, roll the position until every standard error is at most `error`."""
    child = Child()
    try:
        child.order(Order(0, stands, 1.0, 0.0))
        _ = child.answer(ANSWER_S)
        begun = time.monotonic()
        child.order(Order(1, stands, error, ANSWER_S))
        while time.monotonic() - begun < ANSWER_S:
            answer = child.answer(ANSWER_S)
            if answer is not None and answer.number == 1 and answer.done:
                return Reached(time.monotonic() - begun, answer.chances.rollouts, max(answer.chances.errors))
    finally:
        child.end()
    raise TimeoutError(f"no answer in {ANSWER_S:.0f} s")
