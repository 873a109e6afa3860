"""What everybody at the table may know of a race: nothing of what is in a hand or in the dispenser but how much."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from companion.rules.draft import Draft
from companion.rules.fold import settled
from companion.rules.game import Game
from companion.rules.race import Car, Draw, Owed, Race
from companion.rules.turns import deal_one, end_turn

NOW = Fraction(0)
"""From a position on no time passes: what may be answered is answered at once."""


class Position(NamedTuple):
    """A race from which it can go on, with `draws assumed`."""

    race: Race
    unseen: tuple[str, ...]
    """The card ids in hands and dispenser (and, of a deck that is short, in neither)."""


def position(game: Game, now: Fraction = NOW) -> Position:
    """The position of a game, as the next player would find it; `now` is the race's clock in seconds."""
    stands = settled(game).race
    race = Draft(stands)
    race.windows = tuple(window._replace(opened_at=NOW) for window in stands.windows if stands.window_open(window, now))
    race.played = race.cancelled = frozenset()
    race.lying = None
    if race.setup.draws_seen:
        race.setup = replace(race.setup, draws_seen=False)
        _assume_draws(race)
    return Position(race.frozen(), _unseen(stands))


def _assume_draws(race: Draft) -> None:
    """What the sensor has still to see is drawn, but for the turn's own card: that comes with the play, seen or not."""
    owed = race.owed
    race.owed = tuple(draw for draw in owed if draw.why is Draw.TURN)
    for player, why in owed:
        if why is not Draw.TURN:
            deal_one(race, player)
        if why is Draw.REFILL and player == race.turn:
            end_turn(race)
    if race.turn is not None and not race.owed and not race.attack and race.hands[race.turn]:
        race.hands[race.turn] -= 1
        race.dispenser += 1
        race.owed = (Owed(race.turn, Draw.TURN),)


def _unseen(race: Race) -> tuple[str, ...]:
    """The deck without what lies on the table."""
    unseen = Counter(race.setup.edition.deck)
    unseen -= Counter(race.discarded)
    for car in race.cars:
        unseen -= Counter(car.laid) | Counter(_known(car))
    return tuple(sorted(unseen.elements()))


def _known(car: Car) -> tuple[str, ...]:
    """Cards that must lie on the car, as its facts say; after a correction it may not be known that they were laid."""
    return car.safeties if car.stopped_by is None else (*car.safeties, car.stopped_by)
