"""The simulated table as its page draws it, in one language: what lies where, and what may be done with it."""

from collections.abc import Iterable, Mapping
from typing import Any

from companion.lang import catalogue
from companion.page.circuit import GRID, Circuit
from companion.rules.cards import DISTANCE_KM, Card
from companion.rules.race import Race
from companion.sentences.say import DOMAIN, card_name
from companion.simulated.metal import Layout
from companion.simulated.places import Area
from companion.simulated.world import World
from companion.touch.seating import DISCARD

Picture = dict[str, Any]

LONG = 11
"""Letters of a word that fit on a card in small type only."""


def picture(world: World, race: Race, view: Mapping[str, Any], layout: Layout | None, language: str) -> Picture:
    """Seats with their hands and pads, the discard pad and the dispenser; `view` is the page's, of the same race.

    `recount` is what a referee that miscounts should take the dispenser to hold.
    """
    words = catalogue(language, DOMAIN)
    lamps = dict(layout.pads) if layout else {}

    def named(cards: Iterable[Card]) -> list[Picture]:
        return [
            {
                "card": str(card),
                "id": card.id,
                "kind": str(card.kind),
                "name": (name := card_name(card.id, race.setup.edition.name, words)),
                "long": max(map(len, name.replace("-", " ").split())) >= LONG,
                "km": DISTANCE_KM.get(card.id),
            }
            for card in cards
        ]

    def pad(name: str) -> Picture:
        on, beside = world.cards(Area.PAD, name), world.cards(Area.BESIDE, name)
        return {
            "name": name,
            "lamp": list(lamps.get(name, ())),
            "on": named(on)[0] if on else None,
            "top": named(beside[-1:])[0] if beside else None,
            "beside": len(beside),
            "foreign": world.is_foreign(name),
            "broken": world.is_broken(name),
            "unread": world.is_unread(name) and not race.played.issuperset(on),
            "can_take_back": world.is_foreign(name)
            or any(card not in race.played and card in owned for card in (*beside, *on)[-1:]),
            "throw_out": named(card for card in (*on, *beside) if card in race.cancelled and name != DISCARD),
        }

    tally, owned = world.tally(), {card for card, place in world.lying() if place.owner}
    dispenser = len(world.cards(Area.DISPENSER))
    return {
        "dispenser": dispenser,
        "even": tally.even,
        "recount": race.dispenser + tally.stock if tally.even and tally.stock else None,
        "discard": pad(DISCARD),
        "seats": [
            {
                "car": car,
                "pad": pad(car["pad"]),
                "players": [
                    {
                        "name": player["name"],
                        "hand": named(world.cards(Area.HAND, player["name"])),
                        "help": named(world.cards(Area.SEAT, player["name"])),
                        "on_turn": view["turn"] is not None and view["turn"]["player"] == player["name"],
                        "due": player["name"] in tally.due,
                        "welcome": player["name"] in tally.welcome,
                        "beyond": (beyond := tally.hands.get(player["name"], 0)),
                        "put_back": beyond > 0 and dispenser < race.dispenser,
                    }
                    for player in car["players"]
                ],
            }
            for car in view["cars"]
        ],
    }


def pixels_on(circuit: Circuit, layout: Layout) -> list[tuple[int, float, float]]:
    """Each pixel of the track, with x and y on the circuit as drawn."""
    spots = []
    for space, pixels in enumerate(layout.track):
        start, length = (0.0, float(GRID)) if space == 0 else (GRID + space - 1.0, 1.0)
        for nth, pixel in enumerate(pixels):
            x, y, _heading = circuit.at(start + length * (nth + 0.5) / len(pixels))
            spots.append((pixel, x, y))
    return spots
