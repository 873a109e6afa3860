"""One function a rule: what a play breaks, as a value with its code and the facts of the case.

Each law looks at one play on one race and answers with the facts of the breach, or None. `LAWS` lists, in the order
of the codes (RULES.md, Verdicts and codes), those that can concern each kind of play.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from companion.rules.cards import (
    BATTLE_REMEDIES,
    DISTANCE_KM,
    END_OF_LIMIT,
    GREEN_LIGHT,
    HELP,
    LIMIT,
    LIMIT_KM,
    REMEDY_OF,
    RIGHT_OF_WAY,
    SAFETY_OF,
)
from companion.rules.race import GOAL_KM, Car, Draw, Race
from companion.rules.reading import NEXT, OUT, SECOND, Play, PlayKind

Facts = Mapping[str, object]
Law = Callable[[Race, Play], Facts | None]

MOST_TWO_HUNDREDS = 2


class Breach(NamedTuple):
    """A rule that a play breaks. `facts` are card ids, km, and cars and players by name."""

    code: str
    facts: Facts


def race_over(race: Race, _play: Play) -> Facts | None:
    """Nothing can follow the end (rules 31, 33)."""
    return {"reason": race.reason} if race.over else None


def not_a_playing_card(_race: Race, play: Play) -> Facts | None:
    """A Help Card (rule 35)."""
    return {} if play.card.id == HELP else None


def card_already_played(race: Race, play: Play) -> Facts | None:
    """One physical card is played once in a race."""
    return {} if play.card in race.played else None


def wrong_pad(_race: Race, play: Play) -> Facts | None:
    """Their own card on a car that they do not drive."""
    return {} if play.wrong_pad else None


def not_your_turn(race: Race, play: Play) -> Facts | None:
    """Somebody else's turn, or an attacker's turn that is open for a second hazard only."""
    if play.turn is not OUT or race.turn is None:
        return None
    return {"on_turn": race.setup.players[race.turn], "second_only": play.player == race.turn}


def undrawn(race: Race, play: Play) -> Facts | None:
    """With `draws seen`, a play before the turn's draw, the dispenser not being empty."""
    if not race.setup.draws_seen or not race.dispenser or play.turn is OUT:
        return None
    if play.turn is NEXT:
        return {"draws": 1}
    owed = [draw.why for draw in race.owed]
    return {"draws": len(owed)} if Draw.TURN in owed else None


def self_attack(race: Race, play: Play) -> Facts | None:
    """A hazard on the own car (rule 12)."""
    own = play.player is not None and race.setup.car_of[play.player] == play.car
    return {} if own and not race.setup.self_attack else None


def second_attack(race: Race, play: Play) -> Facts | None:
    """A second hazard unless exactly one of the two is a speed limit; a third always (rule 14)."""
    if play.turn is not SECOND:
        return None
    pair = len(race.attack) == 1 and (race.attack[0] == LIMIT) != (play.card.id == LIMIT)
    return None if pair else {"first": race.attack[0]}


def not_started(race: Race, play: Play) -> Facts | None:
    """What the player of a car that has not started may not do (rule 3)."""
    setup = race.setup
    if play.player is None:
        return None
    car = race.cars[setup.car_of[play.player]]
    if car.started:
        return None
    if setup.edition.starts_only_with_green_light:
        card = play.card.id
        allowed = (
            card == GREEN_LIGHT
            or (card == RIGHT_OF_WAY and setup.right_of_way_starts)
            or (car.stopped_by is not None and card == REMEDY_OF[car.stopped_by])
        )
    else:
        allowed = play.card.id not in DISTANCE_KM
    return None if allowed else {"right_of_way_starts": setup.right_of_way_starts}


def protected(race: Race, play: Play) -> Facts | None:
    """A hazard against a car that holds the matching safety (rule 11)."""
    safety = SAFETY_OF[play.card.id]
    return {"safety": safety} if safety in _target(race, play).safeties else None


def target_not_started(race: Race, play: Play) -> Facts | None:
    """A battle hazard on a car that has not started (rule 7)."""
    return {} if play.card.id != LIMIT and not _target(race, play).started else None


def target_stopped(race: Race, play: Play) -> Facts | None:
    """A battle hazard on a car that is stopped already (rule 8)."""
    stopped_by = _target(race, play).stopped_by
    return {"hazard": stopped_by} if play.card.id != LIMIT and stopped_by else None


def already_limited(race: Race, play: Play) -> Facts | None:
    """A speed limit on a limited car (rule 10)."""
    return {} if play.card.id == LIMIT and _target(race, play).limited else None


def stopped(race: Race, play: Play) -> Facts | None:
    """A distance card on a car that a battle hazard stops."""
    hazard = _target(race, play).stopped_by
    return {"hazard": hazard, "remedy": REMEDY_OF[hazard], "safety": SAFETY_OF[hazard]} if hazard else None


def over_speed_limit(race: Race, play: Play) -> Facts | None:
    """More than 50 km under a speed limit (rule 15)."""
    return {"most_km": LIMIT_KM} if _target(race, play).limited and _km(play) > LIMIT_KM else None


def third_200(race: Race, play: Play) -> Facts | None:
    """A third 200 on the same car (rule 17)."""
    return {} if play.card.id == "200" and _target(race, play).two_hundreds >= MOST_TWO_HUNDREDS else None


def over_1000(race: Race, play: Play) -> Facts | None:
    """A distance card that would pass 1000 km (rule 16)."""
    to_go_km = GOAL_KM - _target(race, play).km
    return {"to_go_km": to_go_km} if _km(play) > to_go_km else None


def wrong_remedy(race: Race, play: Play) -> Facts | None:
    """A battle remedy on a car that another battle hazard stops (rule 18)."""
    hazard = _target(race, play).stopped_by
    if play.card.id == END_OF_LIMIT or hazard is None or hazard == BATTLE_REMEDIES[play.card.id]:
        return None
    return {"hazard": hazard, "remedy": REMEDY_OF[hazard], "safety": SAFETY_OF[hazard]}


def nothing_to_fix(race: Race, play: Play) -> Facts | None:
    """Any other remedy for which no hazard is in force (rule 18)."""
    car = _target(race, play)
    if play.card.id == END_OF_LIMIT:
        needed = car.limited
    elif play.card.id == GREEN_LIGHT:
        needed = car.stopped_by is not None or not car.started
    else:
        needed = car.stopped_by is not None
    return None if needed else {}


def _target(race: Race, play: Play) -> Car:
    assert play.car is not None, "only a discard has no car, and no law of cars concerns it"
    return race.cars[play.car]


def _km(play: Play) -> int:
    return DISTANCE_KM[play.card.id]


_ANY = (race_over, card_already_played, not_your_turn, undrawn)
_OWN = (race_over, card_already_played, wrong_pad, not_your_turn, undrawn)

LAWS: Mapping[PlayKind, tuple[Law, ...]] = {
    PlayKind.TAP: (race_over, not_a_playing_card),
    PlayKind.DISCARD: _ANY,
    PlayKind.HAZARD: (
        *_ANY,
        self_attack,
        second_attack,
        not_started,
        protected,
        target_not_started,
        target_stopped,
        already_limited,
    ),
    PlayKind.DISTANCE: (*_OWN, not_started, stopped, over_speed_limit, third_200, over_1000),
    PlayKind.REMEDY: (*_OWN, not_started, wrong_remedy, nothing_to_fix),
    PlayKind.SAFETY: (*_OWN, not_started),
    PlayKind.STROKE: (race_over,),
}
"""Kind of play -> the laws that can concern it, in the order of the codes. A stroke that a law refuses is read as a
plain safety (`companion.rules.reading`), so that only the end of the race is left to stop one."""

CODES: tuple[str, ...] = tuple(
    law.__name__.replace("_", "-")
    for law in (
        race_over,
        not_a_playing_card,
        card_already_played,
        wrong_pad,
        not_your_turn,
        undrawn,
        self_attack,
        second_attack,
        not_started,
        protected,
        target_not_started,
        target_stopped,
        already_limited,
        stopped,
        over_speed_limit,
        third_200,
        over_1000,
        wrong_remedy,
        nothing_to_fix,
    )
)
"""Every code a tap can have, in order. (`overdrawn` is a draw's.)"""
OVERDRAWN = "overdrawn"
FINAL = frozenset({"race-over", "not-a-playing-card", "card-already-played", "over-1000"})
"""A tap that breaks one of these cannot be overruled."""
