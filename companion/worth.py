"""How good a play is: sensibly, and no better. Robots play by it, and the odds take it that people do. Pure."""

from collections.abc import Sequence

from companion.rules.cards import DISTANCE_KM, END_OF_LIMIT, GREEN_LIGHT, REMEDY_OF, SAFETY_OF
from companion.rules.laws import MOST_TWO_HUNDREDS
from companion.rules.race import GOAL_KM, Car, Race

FEW_CARDS = 12
"""In the dispenser: it is time to lay the safeties kept for a stroke."""
_HAZARD_OF = {remedy: hazard for hazard, remedy in REMEDY_OF.items()}


def worth(race: Race, seat: int, card: str, car: int | None, hand: Sequence[str]) -> int:
    """How good it is that `seat` lays `card` of `hand` on the pad of `car` (None: the discard pile), if that is legal.

    Mend, drive far, attack the leader; keep safeties for a stroke while there is time. What is better than to discard
    is above 0.
    """
    own = race.cars[race.setup.car_of[seat]]
    if car is None:
        return -_use(race, own, card, hand)
    if card in DISTANCE_KM:
        km = DISTANCE_KM[card]
        return 10_000 if own.km + km == GOAL_KM else 100 + km
    if card in SAFETY_OF:
        return 120 + race.cars[car].km // 6
    if card == END_OF_LIMIT:
        return 180 if own.limited else 0
    if card in _HAZARD_OF:
        return 260 if own.stopped_by or not own.started else 0
    mends = own.stopped_by is not None and SAFETY_OF[own.stopped_by] == card
    return 250 if mends else 240 if race.dispenser <= FEW_CARDS else -500


def _use(race: Race, own: Car, card: str, hand: Sequence[str]) -> int:
    """What a card is still good for, which is what throwing it away costs."""
    if card in DISTANCE_KM:
        km = DISTANCE_KM[card]
        spent = km > GOAL_KM - own.km or (card == "200" and own.two_hundreds == MOST_TWO_HUNDREDS)
        return 0 if spent else 40 + km // 5
    if card in SAFETY_OF:
        barred = all(SAFETY_OF[card] in car.safeties for car in race.cars if car is not own)
        return 0 if barred else 45
    if card in _HAZARD_OF:
        more = hand.count(card) - 1
        if card == GREEN_LIGHT and not own.started:
            return 400 // (1 + more)
        return 0 if SAFETY_OF[_HAZARD_OF[card]] in own.safeties else 70 - 25 * more
    return 1000
