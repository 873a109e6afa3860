"""What a fact that people put right by hand says, in any language."""

from collections.abc import Callable

from companion.lang import Catalogue
from companion.rules import inputs
from companion.rules.setup import Setup

Put = inputs.SetCar | inputs.SetTurn | inputs.SetDispenser


def put_right(put: Put, setup: Setup, words: Catalogue, named: Callable[[str], str]) -> str:
    """The fact as a sentence without its end; `named` says a card."""
    match put:
        case inputs.SetTurn(player):
            return words.text("set.turn", player=setup.players[player])
        case inputs.SetDispenser(cards):
            return words.text("set.dispenser", count=cards)
        case inputs.SetCar(car, fact, value):
            so = bool(value) or fact == "km"
            names = value if isinstance(value, tuple) else [value] if isinstance(value, str) else []
            told = words.text("and").join(named(card) for card in names) or value
            return words.text(f"set.{fact}" if so else f"set.not.{fact}", car=setup.cars[car], value=told)
