"""The cars as everybody sees them: piles as they lie, and what each car needs next."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from companion.lang import Catalogue
from companion.lights.palette import LOOKS
from companion.rules.cards import (
    BATTLE_HAZARDS,
    BATTLE_REMEDIES,
    DISTANCE_KM,
    END_OF_LIMIT,
    GREEN_LIGHT,
    LIMIT,
    LIMIT_KM,
    REMEDY_OF,
    RIGHT_OF_WAY,
    SAFETY_OF,
)
from companion.rules.laws import MOST_TWO_HUNDREDS
from companion.rules.race import GOAL_KM, STEP_KM, Car, Race
from companion.sentences.say import card_name
from companion.touch.seating import Seating

JSON = dict[str, Any]
_BATTLE = frozenset({*BATTLE_HAZARDS, *BATTLE_REMEDIES})
_SPEED = frozenset({LIMIT, END_OF_LIMIT})


def car_views(race: Race, words: Catalogue, seating: Seating) -> list[JSON]:
    """Every car of the race, in seat order."""
    return [_car(race, number, letter, words, seating) for number, letter in enumerate(letters(race.setup.cars))]


def _car(race: Race, number: int, letter: str, words: Catalogue, seating: Seating) -> JSON:
    setup, car, name = race.setup, race.cars[number], race.setup.cars[number]
    look = LOOKS[number]
    counts = Counter(car.laid)

    def named(cards: Iterable[str]) -> list[JSON]:
        return [{"id": card, "name": card_name(card, setup.edition.name, words)} for card in cards]

    return {
        "name": name,
        "letter": letter,
        "colour": look.hex,
        "shape": look.shape,
        "pad": seating.pad_of(number),
        "players": [
            {"name": player, "hand": hand}
            for player, hand, of in zip(setup.players, race.hands, setup.car_of, strict=True)
            if of == number
        ],
        "km": car.km,
        "space": car.km // STEP_KM,
        "to_go": GOAL_KM - car.km,
        "started": car.started,
        "stopped_by": named([car.stopped_by])[0] if car.stopped_by else None,
        "limited": car.limited,
        "two_hundreds": car.two_hundreds,
        "on_turn": race.turn is not None and setup.car_of[race.turn] == number,
        "battle": named(card for card in car.laid if card in _BATTLE),
        "speed": named(card for card in car.laid if card in _SPEED),
        "distances": [{"km": km, "count": counts[card]} for card, km in DISTANCE_KM.items()],
        "safeties": [{**safety, "stroke": safety["id"] in car.strokes} for safety in named(car.safeties)],
        "needs": _needs(race, car, name, words),
    }


def letters(names: tuple[str, ...]) -> list[str]:
    """A letter for each car, its initial where no car before has it."""
    found: list[str] = []
    for name in names:
        own = [letter.upper() for letter in name if letter.isalnum()] or list("ABCDEF")
        found.append(next((letter for letter in [*own, *"ABCDEF"] if letter not in found), own[0]))
    return found


def _needs(race: Race, car: Car, name: str, words: Catalogue) -> str:
    edition = race.setup.edition.name
    facts: dict[str, object] = {
        "car": name,
        "green_light": card_name(GREEN_LIGHT, edition, words),
        "right_of_way": card_name(RIGHT_OF_WAY, edition, words),
        "end_of_limit": card_name(END_OF_LIMIT, edition, words),
        "most_km": _most_km(car),
    }
    starts_too = ".right-of-way" if race.setup.right_of_way_starts and RIGHT_OF_WAY not in car.safeties else ""
    if car.km == GOAL_KM or race.over:
        return words.text("needs.nothing", **facts) if car.km == GOAL_KM else ""
    if car.stopped_by:
        facts["remedy"] = card_name(REMEDY_OF[car.stopped_by], edition, words)
        facts["safety"] = card_name(SAFETY_OF[car.stopped_by], edition, words)
        starting = not car.started and REMEDY_OF[car.stopped_by] != GREEN_LIGHT
        return words.text("needs.remedy.start" if starting else "needs.remedy", **facts)
    if not car.started:
        return words.text(f"needs.start{starts_too}", **facts)
    return words.text("needs.drive.limited" if car.limited else "needs.drive", **facts)


def _most_km(car: Car) -> int:
    """The longest distance card that may be laid once the car is not stopped."""
    most = min(GOAL_KM - car.km, LIMIT_KM if car.limited else GOAL_KM)
    fits = [km for km in DISTANCE_KM.values() if km <= most and (km < 200 or car.two_hundreds < MOST_TWO_HUNDREDS)]
    return max(fits, default=0)
