"""Writes what a record says: its head and its inputs (RECORD.md)."""

from fractions import Fraction

from companion.rules import inputs
from companion.rules.inputs import Input
from companion.rules.reading import Tap
from companion.rules.setup import Setup
from companion.rules.vocabulary import seconds_text
from companion.rules.words import quote


def write_head(setup: Setup) -> list[str]:
    """The head's lines of a race at that table."""
    cars = [
        f"{quote(car)}={'+'.join(map(quote, crew))}" if setup.in_teams else quote(car)
        for car, crew in zip(setup.cars, setup.crews, strict=True)
    ]
    lines = [f"edition {setup.edition.name}", f"cars {' '.join(cars)}"]
    if setup.first:
        lines.append(f"first {quote(setup.first)}")
    lines.append(f"draws {'seen' if setup.draws_seen else 'assumed'}")
    return [*lines, *(f"switch {switch} on" for switch in sorted(setup.switches))]


def write_input(entered: Input, setup: Setup) -> str:
    """The input as a record writes it."""
    match entered:
        case Tap(car, tapped, by, tag):
            pad = "discard" if car is None else quote(setup.cars[car])
            line = f"{pad} {tapped or f'tag:{tag}'}"
            return line if by is None else f"{line} by {quote(setup.players[by])}"
        case inputs.Pass(car):
            return f"pass {quote(setup.cars[car])}"
        case inputs.By(player):
            return f"by {quote(setup.players[player])}"
        case inputs.SetTurn(player):
            return f"set turn {quote(setup.players[player])}"
        case inputs.SetDispenser(cards):
            return f"set dispenser {cards}"
        case inputs.SetCar(car, fact, value):
            return f"set {quote(setup.cars[car])} {fact.replace('_', '-')} {_value_text(value=value)}"
        case alone:
            return type(alone).__name__.lower()


def _value_text(*, value: int | bool | str | tuple[str, ...] | None) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ",".join(value) or "none"
    return "none" if value is None else str(value)


def write_line(text: str, after: Fraction, comment: str = "") -> str:
    """An input's words with the time since the one before, left out where it is 0, and a comment, if there is one."""
    line = f"+{seconds_text(after)} {text}" if after else text
    return f"{line} # {comment}" if comment else line
