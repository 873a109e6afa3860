"""The Help Card of an edition: what each card does and what lifts what, from the edition's facts."""

from collections.abc import Callable, Iterator
from typing import Any

from companion.lang import Catalogue, catalogue
from companion.lang.names import sources
from companion.rules.cards import (
    DISTANCE_KM,
    GREEN_LIGHT,
    KIND_OF,
    LIMIT,
    LIMIT_KM,
    RED_LIGHT,
    REMEDY_OF,
    RIGHT_OF_WAY,
    SAFETY_OF,
    Kind,
)
from companion.rules.edition import Edition
from companion.rules.laws import MOST_TWO_HUNDREDS
from companion.rules.race import GOAL_KM, STEP_KM
from companion.sentences.say import DOMAIN, card_name

WORDS = "start"
JSON = dict[str, Any]


def help_card(edition: Edition, language: str, *, right_of_way_starts: bool) -> JSON:
    """The card in one language; `right_of_way_starts` is rule 4 with the race's house rules."""
    words, names = catalogue(language, WORDS), catalogue(language, DOMAIN)
    translated = edition.deck.keys() - DISTANCE_KM.keys() - sources(language, edition.name).keys()

    def named(card: str) -> str:
        return card_name(card, edition.name, names)

    def kind(which: Kind) -> list[JSON]:
        return [
            {
                "id": card,
                "name": named(card),
                "count": count,
                "unverified": card in translated,
                "text": " ".join(_text(card, named, words, right_of_way_starts=right_of_way_starts)),
            }
            for card, count in edition.deck.items()
            if KIND_OF[card] is which
        ]

    safety = named(SAFETY_OF["flat-tire"])
    return {
        "edition": edition.name,
        "title": edition.title,
        "goal": words.text("help.goal", goal_km=GOAL_KM, step_km=STEP_KM),
        "turn": words.text(
            "help.turn" if edition.starts_only_with_green_light else "help.turn.free",
            hand=edition.hand,
            green_light=named(GREEN_LIGHT),
        ),
        "kinds": [
            {"name": _printed(f"help.{each}", edition, words), "cards": kind(each)}
            for each in (Kind.HAZARD, Kind.REMEDY, Kind.SAFETY)
        ],
        "distances": [
            {"id": card, "name": named(card), "count": edition.deck[card], "text": _spaces(km, words)}
            for card, km in DISTANCE_KM.items()
        ],
        "stroke": _printed(
            "help.stroke", edition, words, seconds=edition.window_s, hazard=named("flat-tire"), safety=safety
        ),
        "second": words.text("help.second", limit=named(LIMIT)) if edition.second_hazard else "",
        "unverified": names.text("names.unverified") if translated else "",
        "end": words.text("help.end.dispenser" if edition.ends_with_dispenser else "help.end.hands", goal_km=GOAL_KM),
    }


def _printed(key: str, edition: Edition, words: Catalogue, **facts: object) -> str:
    """A sentence in the edition's own words, or the common one where it has no others."""
    own = f"{key}.{edition.name}"
    text = words.text(own, **facts)
    return words.text(key, **facts) if text == own else text


def _text(card: str, named: Callable[[str], str], words: Catalogue, *, right_of_way_starts: bool) -> Iterator[str]:
    """What a hazard, a remedy or a safety does."""
    match KIND_OF[card]:
        case Kind.HAZARD:
            facts = {"remedy": named(REMEDY_OF[card]), "safety": named(SAFETY_OF[card]), "limit_km": LIMIT_KM}
            yield words.text("help.limits" if card == LIMIT else "help.stops", **facts)
        case Kind.REMEDY:
            (hazard,) = (each for each, remedy in REMEDY_OF.items() if remedy == card)
            yield words.text("help.starts" if hazard == RED_LIGHT else "help.lifts", hazard=named(hazard))
        case Kind.SAFETY:
            hazards = [named(hazard) for hazard, safety in SAFETY_OF.items() if safety == card]
            yield words.text("help.bars.two" if len(hazards) > 1 else "help.bars", hazard=hazards[0], other=hazards[-1])
            if card == RIGHT_OF_WAY and right_of_way_starts:
                yield words.text("help.starts-too", green_light=named(GREEN_LIGHT))


def _spaces(km: int, words: Catalogue) -> str:
    text = words.text("help.spaces", count=km // STEP_KM)
    return f"{text}, {words.text('help.most', most=MOST_TWO_HUNDREDS)}" if km == max(DISTANCE_KM.values()) else text
