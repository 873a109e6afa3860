"""Whose play a tap is (RULES.md, Reading a tap).

A tap has one reading, or two: a hazard laid while rule 14 keeps the turn open may be the attacker's second or the
next player's first.
"""

from collections.abc import Callable
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from companion.rules.cards import KIND_OF, SAFETY_OF, Card, Kind
from companion.rules.race import Race, Window


class Tap(NamedTuple):
    """A card on a pad."""

    car: int | None
    """The car whose pad it is; None for the discard pad."""
    card: Card | None
    """None for a tag that nobody knows."""
    by: int | None = None
    """The seat that says it played the card."""
    tag: str = ""
    """The hex digits of a tag that nobody knows."""


class PlayKind(StrEnum):
    """What a tap is as a play."""

    DISTANCE = "distance"
    HAZARD = "hazard"
    REMEDY = "remedy"
    SAFETY = "safety"
    STROKE = "stroke"
    DISCARD = "discard"
    TAP = "tap"
    """A Help Card or an unknown tag."""


class Turn(StrEnum):
    """How a play stands to the turn."""

    OWN = "own"
    SECOND = "second"
    """The attacker's second hazard, while rule 14 keeps the turn open."""
    NEXT = "next"
    """The next player's, which closes the turn that rule 14 kept open."""
    OUT = "out"


OWN, SECOND, NEXT, OUT = Turn
"""By names of their own: until Python 3.12 to look a member up in its class takes longer than what is done with it."""


class Play(NamedTuple):
    """A tap read as somebody's play."""

    kind: PlayKind
    card: Card
    player: int | None
    """The seat that it is charged to; None where nobody can be named."""
    car: int | None
    """The car whose pad it is."""
    turn: Turn
    strikes: tuple[Window, ...] = ()
    """For a stroke: the open windows that it answers."""
    wrong_pad: bool = False
    """Their own card on a car that they do not drive."""


_ON_A_CAR = {card: PlayKind.TAP if kind is Kind.HELP else PlayKind(kind.value) for card, kind in KIND_OF.items()}
_ON_THE_DISCARD_PAD = {card: kind if kind is PlayKind.TAP else PlayKind.DISCARD for card, kind in _ON_A_CAR.items()}


def kind_of(tap: Tap) -> PlayKind:
    """What the tap is by its card and pad alone."""
    if tap.card is None:
        return PlayKind.TAP
    return (_ON_THE_DISCARD_PAD if tap.car is None else _ON_A_CAR)[tap.card.id]


def readings(race: Race, tap: Tap, now: Fraction) -> tuple[Play, ...]:
    """Every reading of a tap of a known card, the next player's last. `now` is the race's clock in seconds."""
    assert tap.card is not None, "an unknown tag is never a play"
    kind = kind_of(tap)
    return _READ[kind](race, kind, tap.card, tap, now)


def _unplayable(_race: Race, kind: PlayKind, card: Card, tap: Tap, _now: Fraction) -> tuple[Play, ...]:
    return (Play(kind, card, tap.by, tap.car, OUT),)


def _discard(race: Race, kind: PlayKind, card: Card, tap: Tap, _now: Fraction) -> tuple[Play, ...]:
    if tap.by is not None or race.turn is None:
        return (Play(kind, card, tap.by, None, turn_of(race, tap.by)),)
    return (Play(kind, card, race.next, None, NEXT) if race.attack else Play(kind, card, race.turn, None, OWN),)


def _hazard(race: Race, kind: PlayKind, card: Card, tap: Tap, _now: Fraction) -> tuple[Play, ...]:
    car, turn = tap.car, race.turn
    if tap.by is not None or turn is None:
        return (Play(kind, card, tap.by, car, turn_of(race, tap.by, hazard=True)),)
    if not race.attack:
        return (Play(kind, card, turn, car, OWN),)
    second = Play(kind, card, turn, car, SECOND)
    return (second,) if race.setup.draws_seen else (second, Play(kind, card, race.next, car, NEXT))


def _own(race: Race, kind: PlayKind, card: Card, tap: Tap, _now: Fraction) -> tuple[Play, ...]:
    assert tap.car is not None
    player = _driver(race, tap.car) if tap.by is None else tap.by
    wrong_pad = player is not None and race.setup.car_of[player] != tap.car
    return (Play(kind, card, player, tap.car, turn_of(race, player), wrong_pad=wrong_pad),)


def _safety(race: Race, kind: PlayKind, card: Card, tap: Tap, now: Fraction) -> tuple[Play, ...]:
    stroke = _stroke(race, card, tap, now) if race.windows else None
    return _own(race, kind, card, tap, now) if stroke is None else (stroke,)


_READ: dict[PlayKind, Callable[[Race, PlayKind, Card, Tap, Fraction], tuple[Play, ...]]] = {
    PlayKind.DISTANCE: _own,
    PlayKind.HAZARD: _hazard,
    PlayKind.REMEDY: _own,
    PlayKind.SAFETY: _safety,
    PlayKind.DISCARD: _discard,
    PlayKind.TAP: _unplayable,
}


def turn_of(race: Race, player: int | None, *, hazard: bool = False) -> Turn:
    """How `player`'s card stands to the turn: while it is open the attacker may only lay a second hazard."""
    if player is None:
        return OUT
    if player == race.turn:
        if not race.attack:
            return OWN
        return SECOND if hazard else OUT
    return NEXT if race.attack and player == race.next else OUT


def _driver(race: Race, car: int) -> int | None:
    """Who lays a card on their own car: the player on turn or, while that turn is open, the next, before any other."""
    car_of = race.setup.car_of
    if race.turn is not None and car_of[race.turn] == car:
        return race.turn
    if race.attack and race.next is not None and car_of[race.next] == car:
        return race.next
    return race.setup.driver(car)


def _stroke(race: Race, card: Card, tap: Tap, now: Fraction) -> Play | None:
    setup, car, player = race.setup, tap.car, tap.by
    assert car is not None
    strikes = tuple(
        window
        for window in race.windows
        if window.car == car and SAFETY_OF[window.hazard.id] == card.id and race.window_open(window, now)
    )
    if not strikes or card in race.played or (player is not None and setup.car_of[player] != car):
        return None
    if player is None:
        on_turn = race.turn is not None and setup.car_of[race.turn] == car
        player = race.turn if on_turn else setup.member_left_of(strikes[-1].attacker, car)
    return Play(PlayKind.STROKE, card, player, car, OUT, strikes)
