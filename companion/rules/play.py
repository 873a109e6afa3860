"""What an accepted card does to the race."""

from fractions import Fraction

from companion.rules.cards import (
    BATTLE_REMEDIES,
    DISTANCE_KM,
    END_OF_LIMIT,
    GREEN_LIGHT,
    LIMIT,
    RIGHT_OF_WAY,
    SAFETY_OF,
)
from companion.rules.draft import Draft
from companion.rules.race import GOAL_KM, Car, Draw, Owed, Race, Reason, Window, on_top
from companion.rules.reading import NEXT, OUT, SECOND, Play, PlayKind
from companion.rules.turns import begin_turn, card_leaves_hand, deal_one, draw_with_card, end_turn, finish, set_turn


def accept(race: Race, play: Play, now: Fraction, *, overruled: bool = False) -> Race:
    """The race after `play` is laid, legal or not. `now` is the race's clock in seconds.

    `overruled`: the table lets a refused play stand; out of turn it first takes the turn (RULES.md, Corrections).
    """
    player = play.player
    assert player is not None, "an accepted card is charged to somebody"
    after = Draft(race)
    if not play.strikes:
        _come_to_turn(after, play, player, overruled=overruled)
        draw_with_card(after)
    card_leaves_hand(after, player)
    _note_copy(after, play)
    _LAY[play.kind](after, play, player, now)
    return after.frozen()


def _come_to_turn(race: Draft, play: Play, player: int, *, overruled: bool) -> None:
    if play.turn is NEXT:
        begin_turn(race, player)
    elif play.turn is OUT and overruled:
        set_turn(race, player)
        if race.setup.draws_seen:
            race.owed = ()
    if play.turn is not SECOND:
        race.windows = ()


def _note_copy(race: Draft, play: Play) -> None:
    """A numbered card is known to lie where it was laid, and to have gone."""
    if play.card.copy is None:
        race.lying = None
    else:
        race.lying = (play.car, play.card)
        race.played |= {play.card}


def _car(race: Draft, play: Play) -> tuple[int, Car]:
    """The car whose pad it is, and its number."""
    assert play.car is not None, "only a discard is laid on no car"
    return play.car, race.cars[play.car]


def _distance(race: Draft, play: Play, _player: int, _now: Fraction) -> None:
    number, car = _car(race, play)
    km = car.km + DISTANCE_KM[play.card.id]
    race.cars[number] = car._replace(
        km=km,
        started=True,
        two_hundreds=car.two_hundreds + (play.card.id == "200"),
        laid=on_top(car.laid, play.card.id),
    )
    if km == GOAL_KM:
        finish(race, Reason.GOAL)
    else:
        end_turn(race)


def _remedy(race: Draft, play: Play, _player: int, _now: Fraction) -> None:
    (number, car), card = _car(race, play), play.card.id
    limit = card == END_OF_LIMIT
    race.cars[number] = car._replace(
        limited=car.limited and not limit,
        stopped_by=None if not limit and car.stopped_by == BATTLE_REMEDIES[card] else car.stopped_by,
        started=car.started or card == GREEN_LIGHT,
        laid=on_top(car.laid, card),
    )
    end_turn(race)


def _safety(race: Draft, play: Play, player: int, _now: Fraction) -> None:
    number, car = _car(race, play)
    race.cars[number] = _protected(race, car._replace(laid=on_top(car.laid, play.card.id)), play.card.id)
    begin_turn(race, player)


def _protected(race: Draft, car: Car, safety: str) -> Car:
    """The car with `safety`, which lifts every matching hazard (rule 19) and may start the car (rule 4)."""
    lifted = car.stopped_by is not None and SAFETY_OF[car.stopped_by] == safety
    right_of_way = safety == RIGHT_OF_WAY
    return car._replace(
        safeties=car.safeties if safety in car.safeties else (*car.safeties, safety),
        stopped_by=None if lifted else car.stopped_by,
        limited=car.limited and not right_of_way,
        started=car.started or (right_of_way and race.setup.right_of_way_starts),
    )


def _hazard(race: Draft, play: Play, player: int, now: Fraction) -> None:
    (number, car), hazard = _car(race, play), play.card.id
    replaced, laid = None, on_top(car.laid, hazard)
    if hazard == LIMIT:
        race.cars[number] = car._replace(limited=True, laid=laid)
    else:
        if (replaced := car.stopped_by) is not None:
            race.windows = tuple(w for w in race.windows if w.car != number or w.hazard.id == LIMIT)
        race.cars[number] = car._replace(stopped_by=hazard, laid=laid)
    if number != race.setup.car_of[player]:
        race.windows = (*race.windows, Window(number, play.card, player, now, replaced))
    if play.turn is SECOND:
        _second_hazard(race, play, player)
    elif race.setup.edition.second_hazard and race.dispenser:
        race.attack = (hazard,)
    else:
        end_turn(race)


def _second_hazard(race: Draft, play: Play, player: int) -> None:
    """Rule 14: the attacker draws 1 so that the hand is 6 again, and the turn is over."""
    if not race.setup.draws_seen:
        deal_one(race, player)
        end_turn(race)
        return
    if len(race.attack) == 1:
        race.owed = (*race.owed, Owed(player, Draw.REFILL))
    race.attack = (race.attack[0], play.card.id)


def _discard(race: Draft, play: Play, _player: int, _now: Fraction) -> None:
    _throw_away(race, play.card.id)
    end_turn(race)


def _throw_away(race: Draft, card: str) -> None:
    """It goes to the discard pile."""
    race.discarded = on_top(race.discarded, card)
    race.discards += 1


def _stroke(race: Draft, play: Play, player: int, _now: Fraction) -> None:
    """Rule 25: the hazards go to the discard pile, the responder draws 1 and then begins a turn."""
    (number, car), safety = _car(race, play), play.card.id
    laid = list(car.laid)
    for window in play.strikes:
        _throw_away(race, window.hazard.id)
        if window.hazard.id in laid:
            del laid[len(laid) - 1 - laid[::-1].index(window.hazard.id)]
    replaced = next((w.replaced for w in play.strikes if w.hazard.id == car.stopped_by), None)
    car = _protected(race, car._replace(laid=on_top(tuple(laid), safety)), safety)
    if replaced is not None and SAFETY_OF[replaced] != safety:
        car = car._replace(stopped_by=replaced)
    race.cars[number] = car._replace(strokes=car.strokes if safety in car.strokes else (*car.strokes, safety))
    race.windows = tuple(window for window in race.windows if window not in play.strikes)
    race.cancelled |= {w.hazard for w in play.strikes if w.hazard.copy is not None}
    still_owed = tuple(owed for owed in race.owed if owed.why is not Draw.TURN)
    if not race.setup.draws_seen:
        deal_one(race, player)
    elif race.dispenser:
        still_owed = (*still_owed, Owed(player, Draw.REPLACEMENT))
    begin_turn(race, player, still_owed=still_owed)


_LAY = {
    PlayKind.DISTANCE: _distance,
    PlayKind.REMEDY: _remedy,
    PlayKind.SAFETY: _safety,
    PlayKind.HAZARD: _hazard,
    PlayKind.DISCARD: _discard,
    PlayKind.STROKE: _stroke,
}
