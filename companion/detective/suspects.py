"""What may have happened at a stage of a race and was not told to it, or told wrongly. The rules judge it later."""

from collections import Counter
from collections.abc import Iterator

from companion.rules.cards import KIND_OF, SAFETY_OF, Card, Kind
from companion.rules.race import Race
from companion.rules.reading import Tap


def untapped(race: Race) -> Iterator[Tap]:
    """Every card that somebody on turn could have laid on a car, or that answers an attack; its copy is not known."""
    setup, seats = race.setup, _on_turn(race)
    own = dict.fromkeys(setup.car_of[seat] for seat in seats)
    answers = [(window.car, SAFETY_OF[window.hazard.id]) for window in race.windows]
    for card in _left(race):
        if KIND_OF[card] is Kind.HAZARD:
            # A turn that rule 14 keeps open leaves in doubt whose attack it was: here each is looked into.
            by: list[int | None] = [*seats] if race.open else [None]
            yield from (Tap(car, Card(card), by=seat) for car in range(len(race.cars)) for seat in by)
        else:
            yield from (Tap(car, Card(card)) for car in own)
    yield from (Tap(car, Card(card)) for car, card in dict.fromkeys(answers) if car not in own)


def discarded(race: Race) -> tuple[Tap, ...]:
    """Every card that could have been discarded: to the rules one is as good as the other."""
    return tuple(Tap(None, Card(card)) for card in _left(race))


def on_other_pads(tap: Tap, race: Race) -> Iterator[Tap]:
    """The same card on each other pad, the neighbours' first."""
    cars = len(race.cars)
    away = sorted(range(cars), key=lambda car: distance(tap.car, car, cars))
    yield from (tap._replace(car=car) for car in [*away, None] if car != tap.car)


def distance(pad: int | None, other: int | None, cars: int) -> int:
    """How many pads apart they are on the way round the table; the discard pile is next to nobody."""
    if pad is None or other is None:
        return cars
    return min((pad - other) % cars, (other - pad) % cars)


def by_others(tap: Tap, race: Race, charged: int | None) -> Iterator[Tap]:
    """The same card by each other player who may be on turn, or who drives that car."""
    crew = [seat for seat, car in enumerate(race.setup.car_of) if car == tap.car]
    yield from (tap._replace(by=seat) for seat in dict.fromkeys([*_on_turn(race), *crew]) if seat != charged)


def _on_turn(race: Race) -> list[int]:
    """Who is on turn, and who is next while rule 14 keeps the turn open."""
    seats = [race.turn, race.next if race.open else None]
    return [seat for seat in seats if seat is not None]


def _left(race: Race) -> list[str]:
    """The cards of which there may be one that has not been played."""
    gone = Counter(card.id for card in race.played)
    held = {safety for car in race.cars for safety in car.safeties}
    return [card for card, copies in race.setup.edition.deck.items() if gone[card] < copies and card not in held]
