"""The head of a record, from what the form of a new race says."""

import shlex

from companion.page.body import Body
from companion.page.feed import Choices
from companion.page.refusal import Refused

NOT_IN_NAMES = "=+/:"
"""What has a meaning in a record's `cars`; there a name with one of them would be read as a team."""
DRAWS = ("seen", "assumed")


def head(form: Body, choices: Choices, draws: str) -> str:
    """Return the head (RECORD.md) of the race that `form` asks for.

    `form` has `edition`, `cars` (each with `players`, and in teams a `name`), and maybe `first`, `switches` and
    `draws` (`seen` or `assumed`; the present race's unless it says otherwise). Names are checked where
    every record's are, but for what would not get there as a name.
    """
    editions = [edition["id"] for edition in choices["editions"]]
    edition = form.text("edition")
    if edition not in editions:
        raise Refused(400, "page.error.edition", edition=edition, editions=", ".join(editions))
    crews = [(car, [_name(player) for player in car.texts("players")]) for car in form.parts("cars")]
    lines = [
        f"edition {edition}",
        " ".join(["cars", *(_car(n, car, players) for n, (car, players) in enumerate(crews, 1))]),
    ]
    if form.has("first"):
        first = form.text("first")
        if not any(first in players for _, players in crews):
            raise Refused(400, "page.error.begins")
        lines.append(f"first {shlex.quote(first)}")
    if form.has("draws") and (draws := form.text("draws")) not in DRAWS:
        raise Refused(400, "page.error.draws", draws=draws, choices=", ".join(DRAWS))
    lines.append(f"draws {draws}")
    lines += [f"switch {shlex.quote(switch)} on" for switch in form.texts("switches")]
    return "\n".join(lines) + "\n"


def _car(n: int, car: Body, players: list[str]) -> str:
    if not players:
        raise Refused(400, "page.error.team", team=n)
    if not car.has("name") or [car.text("name")] == players:
        if len(players) > 1:
            raise Refused(400, "page.error.team", team=n)
        return shlex.quote(players[0])
    return shlex.quote(f"{_name(car.text('name'))}={'+'.join(players)}")


def _name(name: str) -> str:
    if any(mark in name for mark in NOT_IN_NAMES):
        raise Refused(400, "page.error.name-mark", name=name, marks=" ".join(NOT_IN_NAMES))
    if name != " ".join(name.split()):
        raise Refused(400, "page.error.name-blanks", name=name)
    return name
