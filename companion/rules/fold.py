"""A race with its past: inputs in, rulings out (RULES.md, Corrections).

`enter` is the one way in. It answers with a new `Game` and leaves the old one as it was, so that an input that cannot
be stored has not happened.
"""

from collections.abc import Callable
from typing import Any

from companion.rules import inputs
from companion.rules.draft import Draft
from companion.rules.game import Game, Question, Refused, Step
from companion.rules.inputs import Entry
from companion.rules.judge import judge
from companion.rules.laws import OVERDRAWN, Breach
from companion.rules.play import accept
from companion.rules.race import GOAL_KM, Race, Reason, start
from companion.rules.reading import Play, Tap, Turn, kind_of, readings
from companion.rules.ruling import Ruling, Verdict
from companion.rules.setup import Setup
from companion.rules.turns import end_turn, finish, seen_draw, set_turn


def begin(setup: Setup) -> Game:
    """A race with nothing played."""
    return Game(start(setup))


def enter(game: Game, entry: Entry) -> tuple[Game, Ruling]:
    """The game after one input, and how it was ruled."""
    game = game._replace(now=game.now + entry.after, n=game.n + 1)
    return _ENTER[type(entry.input)](game, entry.input)


def settled(game: Game) -> Game:
    """The game with an open question settled for the next player, as any other input does first."""
    if game.question is None:
        return game
    tapped = game.question
    return _changed(game, accept(game.race, tapped.plays[-1], tapped.asked_at), tapped.n)


def charged(race: Race, play: Play) -> int:
    """The seat that an overruled play is charged to."""
    if play.player is not None:
        return play.player
    assert play.car is not None, "only a team's car leaves open who played"
    assert race.turn is not None, "nothing is overruled after the race"
    return race.setup.member_left_of(race.turn, play.car)


def _changed(game: Game, race: Race, n: int | None = None) -> Game:
    return Game(race, past=Step(game.race, n or game.n, game.past), now=game.now, n=game.n)


def _accepted(game: Game, race: Draft) -> Game:
    """The game after an accepted input that is not a tap: no card is the last one laid any more."""
    race.lying = None
    return _changed(game, race.frozen())


def _tap(game: Game, tap: Tap) -> tuple[Game, Ruling]:
    if _lies_there(game, tap):
        return game, _of_tap(Verdict.IGNORED, tap)
    game = settled(game)
    if tap.card is None:
        return game._replace(refused=None), _of_tap(Verdict.UNCLEAR, tap, code="unknown-tag")
    if tap.car is None and tap.card in game.race.cancelled:
        return game, _of_tap(Verdict.NOTED, tap)
    plays = readings(game.race, tap, game.now)
    breaches = [judge(game.race, play) for play in plays]
    legal = [play for play, broken in zip(plays, breaches, strict=True) if not broken]
    if len(legal) > 1:
        question = Question(tap, plays, game.now, game.n)
        return game._replace(question=question, refused=None), _of_tap(Verdict.UNCLEAR, tap, code="whose-card")
    if legal:
        return _changed(game, accept(game.race, legal[0], game.now)), _of_play(Verdict.LEGAL, legal[0])
    return _refuse(game, plays[-1], breaches[-1])


def _lies_there(game: Game, tap: Tap) -> bool:
    """Whether it is the physical card that was laid last, still on its pad."""
    if tap.card is None or tap.card.copy is None:
        return False
    asked = game.question is not None and game.question.tap[:2] == tap[:2]
    return asked or game.race.lying == (tap.car, tap.card)


def _refuse(game: Game, play: Play, breaches: tuple[Breach, ...]) -> tuple[Game, Ruling]:
    game = game._replace(question=None, refused=Refused(play, breaches))
    return game, _of_play(Verdict.ILLEGAL, play, breaches)


def _of_tap(verdict: Verdict, tap: Tap, code: str | None = None) -> Ruling:
    card = None if tap.card is None else tap.card.id
    return Ruling(verdict, kind_of(tap).value, code, tap.by, tap.car, card)


def _of_play(verdict: Verdict, play: Play, breaches: tuple[Breach, ...] = ()) -> Ruling:
    code = breaches[0].code if breaches else None
    return Ruling(verdict, play.kind.value, code, play.player, play.car, play.card.id, breaches)


def _draw(game: Game, _draw: inputs.Draw) -> tuple[Game, Ruling]:
    game = settled(game)
    if not game.race.setup.draws_seen:
        return game, Ruling(Verdict.NOTED, "draw")
    race = Draft(game.race)
    if game.race.over:
        breach = Breach("race-over", {"reason": game.race.reason})
    elif (player := seen_draw(race)) is not None:
        return _accepted(game, race), Ruling(Verdict.NOTED, "draw", player=player)
    else:
        breach = Breach(OVERDRAWN, {"dispenser": game.race.dispenser})
    return game, Ruling(Verdict.ILLEGAL, "draw", breach.code, breaches=(breach,))


def _end(game: Game, _end: inputs.End) -> tuple[Game, Ruling]:
    game = settled(game)
    if not game.race.open:
        return game, Ruling(Verdict.IGNORED, "end")
    race = Draft(game.race)
    end_turn(race)
    return _accepted(game, race), Ruling(Verdict.NOTED, "end", player=game.race.turn)


def _pass(game: Game, passing: inputs.Pass) -> tuple[Game, Ruling]:
    game = settled(game)
    windows = game.race.windows
    if not any(window.car == passing.car and game.race.window_open(window, game.now) for window in windows):
        return game, Ruling(Verdict.IGNORED, "pass")
    race = Draft(game.race)
    race.windows = tuple(window for window in windows if window.car != passing.car)
    return _accepted(game, race), Ruling(Verdict.NOTED, "pass")


def _by(game: Game, answer: inputs.By) -> tuple[Game, Ruling]:
    if game.question is None:
        return game, Ruling(Verdict.IGNORED, "by")
    _, plays, asked_at, _ = game.question
    for play in plays:
        if play.player == answer.player:
            return _changed(game, accept(game.race, play, asked_at)), _of_play(Verdict.LEGAL, play)
    play = plays[-1]._replace(player=answer.player, turn=Turn.OUT)
    return _refuse(game, play, judge(game.race, play))


def _undo(game: Game, _undo: inputs.Undo) -> tuple[Game, Ruling]:
    if game.question is not None:
        return game._replace(question=None), Ruling(Verdict.NOTED, "undo")
    if game.past is None:
        return game, Ruling(Verdict.IGNORED, "undo")
    back = game.past
    undone = Step(game.race, back.n, game.undone)
    return Game(back.race, back.beyond, undone, now=game.now, n=game.n), Ruling(Verdict.NOTED, "undo")


def _redo(game: Game, _redo: inputs.Redo) -> tuple[Game, Ruling]:
    game = settled(game)
    if game.undone is None:
        return game, Ruling(Verdict.IGNORED, "redo")
    forward = game.undone
    past = Step(game.race, forward.n, game.past)
    return Game(forward.race, past, forward.beyond, now=game.now, n=game.n), Ruling(Verdict.NOTED, "redo")


def _overrule(game: Game, _overrule: inputs.Overrule) -> tuple[Game, Ruling]:
    game = settled(game)
    if game.refused is None or not game.refused.can_stand:
        return game, Ruling(Verdict.IGNORED, "overrule")
    player = charged(game.race, game.refused.play)
    play = game.refused.play._replace(player=player)
    race = accept(game.race, play, game.now, overruled=True)
    return _changed(game, race), Ruling(Verdict.NOTED, "overrule", player=player)


def _set(game: Game, put: inputs.SetCar | inputs.SetTurn | inputs.SetDispenser) -> tuple[Game, Ruling]:
    game = settled(game)
    if game.race.over:
        return game, Ruling(Verdict.IGNORED, "set")
    race = Draft(game.race)
    match put:
        case inputs.SetTurn(player):
            set_turn(race, player)
        case inputs.SetDispenser(cards):
            race.dispenser = cards
            if not cards and race.attack:
                end_turn(race)
        case inputs.SetCar(number, fact, value):
            change: dict[str, Any] = {fact: value}
            car = race.cars[number]._replace(**change)
            race.cars[number] = car._replace(strokes=tuple(stroke for stroke in car.strokes if stroke in car.safeties))
            if car.km == GOAL_KM:
                finish(race, Reason.GOAL)
    return _accepted(game, race), Ruling(Verdict.NOTED, "set")


_ENTER: dict[type, Callable[[Game, Any], tuple[Game, Ruling]]] = {
    Tap: _tap,
    inputs.Draw: _draw,
    inputs.End: _end,
    inputs.Pass: _pass,
    inputs.By: _by,
    inputs.Undo: _undo,
    inputs.Redo: _redo,
    inputs.Overrule: _overrule,
    inputs.SetCar: _set,
    inputs.SetTurn: _set,
    inputs.SetDispenser: _set,
}
