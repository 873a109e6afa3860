"""The facts of a race that people can see on the table and put right by `set`, one by one."""

from typing import NamedTuple

from companion.lang import Catalogue, catalogue
from companion.rules.race import Car, Race
from companion.sentences.say import DOMAIN, card_name

NONE = "none"
PAGE = "page"


class Fact(NamedTuple):
    """What the referee believes."""

    car: str
    """Empty where it is no car's."""
    name: str
    """As `set` names it."""
    value: str
    """As a record writes it."""
    text: str
    """In words."""


def facts(race: Race, language: str) -> tuple[Fact, ...]:
    """Every fact, in the order in which they may be put right: one that ends the race comes last."""
    words, cards = catalogue(language, PAGE), catalogue(language, DOMAIN)
    setup = race.setup
    turn = "" if race.turn is None else setup.players[race.turn]
    cars = [fact for n, car in enumerate(race.cars) for fact in _of_car(setup.cars[n], car, race, words, cards)]
    return (
        *(fact for fact in cars if fact.name != "km"),
        Fact("", "dispenser", str(race.dispenser), str(race.dispenser)),
        Fact("", "turn", turn, turn or "–"),
        *(fact for fact in cars if fact.name == "km"),
    )


def _of_car(name: str, car: Car, race: Race, words: Catalogue, cards: Catalogue) -> list[Fact]:
    edition = race.setup.edition.name
    nothing = words.text("page.fact.nothing")

    def whether(fact: str, *, so: bool) -> Fact:
        value = "yes" if so else "no"
        return Fact(name, fact, value, words.text(f"page.fact.{value}"))

    hazard = card_name(car.stopped_by, edition, cards) if car.stopped_by else nothing
    safeties = ", ".join(card_name(card, edition, cards) for card in car.safeties)
    return [
        Fact(name, "km", str(car.km), words.text("page.km", km=car.km)),
        whether("started", so=car.started),
        Fact(name, "stopped-by", car.stopped_by or NONE, hazard),
        whether("limited", so=car.limited),
        Fact(name, "safeties", ",".join(car.safeties) or NONE, safeties or nothing),
    ]


def differences(before: Race, after: Race, language: str) -> list[tuple[Fact, Fact]]:
    """The facts that are not the same in two states of a race."""
    pairs = zip(facts(before, language), facts(after, language), strict=True)
    return [(old, new) for old, new in pairs if old.value != new.value]
