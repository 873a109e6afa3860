"""What a command card on a pad means (DESIGN.md, 8): a line of the record, never a play. Pure.

`mine` says "that card was mine" for the pad's player: it answers an open question, else it takes the latest card over,
whether that was accepted for another or refused as another's. At the one-reader table the player is who pressed a seat
button before; without one `mine` gives the card in question to the attacker (anything else gives it to the next
player), `pass` is for the oldest attack that waits, and while it is asked whose area a hazard is meant for, `mine` and
`end` say: the one that is lit. `pair` lets in the phone that asks to act as referee.
"""

from collections.abc import Sequence

from companion.moment import Moment
from companion.rules import inputs
from companion.rules.race import Race
from companion.rules.words import quote
from companion.rules.write import write_input
from companion.touch.asked import WHOSE_AREA
from companion.touch.interpret import Admit, Lines, Notice, Standing, retold
from firmware.messages import Scan

_LINES = {"undo": "undo", "overrule": "overrule", "end": "end", "drew": "draw"}


def of_command(name: str, scan: Scan, standing: Standing, moments: Sequence[Moment]) -> Lines | Notice | Admit:
    """What the card of that name, tapped there, means; `moments` are the latest inputs, oldest first."""
    asked = standing.asked
    if asked is not None and asked.code == WHOSE_AREA and name in ("mine", "end") and standing.seat is None:
        return Lines(asked.answers[asked.proposed].lines)
    if name in _LINES:
        return Lines((_LINES[name],))
    if name == "pair":
        return Admit(scan.at_ms)
    race = standing.game.race
    car = standing.seating.car_at(scan.pad, len(race.setup.cars))
    if car is None and standing.seat is not None:
        car = race.setup.car_of[standing.seat]
    match name:
        case "pass":
            now = standing.game.now + standing.after
            waiting = [window.car for window in race.windows if race.window_open(window, now)]
            car = waiting[0] if car is None and waiting else car
            return Notice("whose") if car is None else Lines((write_input(inputs.Pass(car), race.setup),))
        case "mine":
            player = _player(race, car, standing)
            return Notice("whose") if player is None else Lines(_mine(player, standing, moments))
    raise ValueError(f"there is no command card {name!r}")


def _player(race: Race, car: int | None, standing: Standing) -> int | None:
    """Whose card `mine` says it is: who announced it, else the pad's player, in a team the one who can be meant."""
    question, setup = standing.game.question, race.setup
    if standing.seat is not None and car in (None, setup.car_of[standing.seat]):
        return standing.seat
    if car is None:
        return race.turn if question is not None or standing.asked is not None else None
    can_be = [play.player for play in question.plays if play.player is not None] if question else [race.turn]
    return next(
        (seat for seat in can_be if seat is not None and setup.car_of[seat] == car),
        setup.member_left_of(race.turn or 0, car),
    )


def _mine(player: int, standing: Standing, moments: Sequence[Moment]) -> tuple[str, ...]:
    game, name = standing.game, standing.game.race.setup.players[player]
    answer = f"by {quote(name)}"
    if game.question is not None or standing.asked is not None:
        return (answer,)
    refused, last = game.refused, game.past.n if game.past else 0
    for ruled in reversed(moments):
        if ruled.ruling.player != player and (line := retold(ruled, name)) is not None:
            if refused is not None and ruled.after.refused is refused:
                return (line,)
            if refused is None and ruled.n == last:
                return ("undo", line)
    return (answer,)
