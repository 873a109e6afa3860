"""Rulings and races as the JSON objects of RECORD.md."""

from companion.lang import Catalogue
from companion.moment import Moment
from companion.rules.race import Race
from companion.sentences.say import say


def ruling_object(moment: Moment, catalogue: Catalogue) -> dict[str, object]:
    """The object of one input, without its line."""
    ruling, setup = moment.ruling, moment.after.race.setup
    return {
        "verdict": str(ruling.verdict),
        "code": ruling.code,
        "play": str(ruling.play),
        "player": None if ruling.player is None else setup.players[ruling.player],
        "car": None if ruling.car is None else setup.cars[ruling.car],
        "card": ruling.card,
        "say": say(moment, catalogue),
    }


def race_object(race: Race) -> dict[str, object]:
    """The object of a race, without its file."""
    setup = race.setup
    return {
        "edition": setup.edition.name,
        "over": race.over,
        "winners": [setup.cars[car] for car in race.winners],
        "reason": race.reason,
        "turn": None if race.turn is None else setup.players[race.turn],
        "open": race.open,
        "dispenser": race.dispenser,
        "discards": race.discards,
        "hands": dict(zip(setup.players, race.hands, strict=True)),
        "cars": {
            name: {
                "km": car.km,
                "started": car.started,
                "stopped_by": car.stopped_by,
                "limited": car.limited,
                "safeties": list(car.safeties),
                "strokes": list(car.strokes),
                "two_hundreds": car.two_hundreds,
            }
            for name, car in zip(setup.cars, race.cars, strict=True)
        },
    }
