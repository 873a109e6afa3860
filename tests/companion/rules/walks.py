"""Races that hypothesis makes up: a table of any form and inputs of every kind, many of them legal.

A step is a pair of numbers that is read against the race it meets, so that a walk shrinks well and every input of the
record can come up, with and without a copy number, a player who says that it was theirs, and a wait.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from companion.editions import editions
from companion.moment import Moment, moment
from companion.rules import inputs
from companion.rules.cards import BATTLE_HAZARDS, HELP, KIND_OF, REMEDY_OF, SAFETIES, SAFETY_OF, Card
from companion.rules.fold import begin, enter
from companion.rules.game import Game
from companion.rules.inputs import Entry, Input
from companion.rules.reading import Tap
from companion.rules.ruling import Verdict
from companion.rules.setup import Setup
from companion.rules.vocabulary import DECK_CARDS

NAMES = ("Toad", "Bowser", "Daisy", "Yoshi", "Peach", "Mario")
TEAM_NAMES = ("Red", "Blue", "Green")
WAITS = (Fraction(0), Fraction(0), Fraction(0), Fraction(1, 10), Fraction(7), Fraction(15), Fraction("15.001"))

Step = tuple[str, int]


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    edition = draw(st.sampled_from(list(editions().values())))
    forms = [(players, 1) for players in edition.alone] + sorted(edition.teams)
    cars, size = draw(st.sampled_from(forms))
    players = NAMES[: cars * size]
    crews = tuple(players[car * size : (car + 1) * size] for car in range(cars))
    names = tuple(crew[0] for crew in crews) if size == 1 else TEAM_NAMES[:cars]
    switches = frozenset(switch for switch in sorted(edition.switches) if draw(st.booleans()))
    return Setup(edition, names, crews, draw(st.sampled_from(["", *players])), draw(st.booleans()), switches)


PLAYS = ("legal",) * 8 + ("attack",) * 4 + ("ask",) * 5 + ("start",) * 3 + ("draw",) * 4
TAPS = ("tap", "tap by", "stroke", "stroke", "unknown tag", "same again")
CORRECTIONS = ("end", "pass", "by", "by", "undo", "redo", "redo", "overrule", "overrule", "set car", "set turn")
DISPENSER = ("set dispenser",)


def steps(*kinds: str, most: int) -> st.SearchStrategy[list[Step]]:
    """Steps of these kinds, each with the number that tells which one; in half of the races all cars start first.

    Three bytes a step: hypothesis draws and shrinks one string of bytes far faster than a list of pairs.
    """

    def read(drawn: bytes) -> list[Step]:
        threes = zip(drawn[::3], drawn[1::3], drawn[2::3], strict=False)
        return [(kinds[kind % len(kinds)], high << 8 | low) for kind, high, low in threes]

    rest = st.binary(min_size=most, max_size=3 * most).map(read)
    return st.builds(list.__add__, st.sampled_from([[], [("start", 0)] * len(NAMES)]), rest)


ALL_KINDS = (*PLAYS, *TAPS, *CORRECTIONS, *DISPENSER)
WITHOUT_DISPENSER = (*PLAYS, *TAPS, *CORRECTIONS)


def walk(setup: Setup, taken: list[Step]) -> Iterator[Moment]:
    """The moments of a race in which these steps are taken."""
    game = begin(setup)
    for n, (kind, number) in enumerate(taken, start=1):
        entry = Entry(_INPUTS[kind](game, number), WAITS[number % len(WAITS)])
        ruled = moment(n, game, entry)
        yield ruled
        game = ruled.after


def _card(game: Game, number: int) -> Card:
    card_id = list(KIND_OF)[number % len(KIND_OF)]
    if number % 3 == 0:
        return Card(card_id)
    edition = game.race.setup.edition
    return Card(card_id, number % (edition.help_cards if card_id == HELP else edition.deck[card_id]) + 1)


def _pad(game: Game, number: int) -> int | None:
    pads: list[int | None] = [None, *range(len(game.race.cars))]
    return pads[number // 7 % len(pads)]


def _seat(game: Game, number: int) -> int:
    return number // 11 % len(game.race.hands)


def _tap(game: Game, number: int) -> Tap:
    return Tap(_pad(game, number), _card(game, number))


def _tap_by(game: Game, number: int) -> Tap:
    return _tap(game, number)._replace(by=_seat(game, number))


def _legal(game: Game, number: int) -> Input:
    """The first legal tap from some place in the list of all taps on."""
    pads = [*range(len(game.race.cars)), None]
    cards = [_card(game, number + n) for n in range(len(KIND_OF))]
    return _first(game, [Tap(pad, card) for card, pad in product(cards, pads)], Verdict.LEGAL)


def _attack(game: Game, number: int) -> Input:
    """The first hazard that may be laid."""
    return _first(game, _hazards(game, number), Verdict.LEGAL)


def _ask(game: Game, number: int) -> Input:
    """The first hazard that may be the attacker's second or the next player's first; without a first one, that."""
    return _first(game, _hazards(game, number), Verdict.UNCLEAR if game.race.open else Verdict.LEGAL)


def _hazards(game: Game, number: int) -> list[Tap]:
    first = number % len(REMEDY_OF)
    hazards = [*REMEDY_OF][first:] + [*REMEDY_OF][:first]
    return [Tap(pad, Card(hazard)) for hazard, pad in product(hazards, range(len(game.race.cars)))]


def _first(game: Game, taps: list[Tap], verdict: Verdict) -> Input:
    """The first tap that is so ruled; a draw where there is none."""
    return next((tap for tap in taps if enter(game, Entry(tap))[1].verdict is verdict), inputs.Draw())


def _start(game: Game, number: int) -> Input:
    waiting = [n for n, car in enumerate(game.race.cars) if not car.started]
    return inputs.SetCar(waiting[number % len(waiting)] if waiting else 0, "started", value=True)


def _stroke(game: Game, number: int) -> Input:
    """The safety that answers an open attack, or any where there is none."""
    if not game.race.windows:
        return Tap(number % len(game.race.cars), Card(SAFETIES[number // 7 % len(SAFETIES)]))
    window = game.race.windows[number % len(game.race.windows)]
    return Tap(window.car, Card(SAFETY_OF[window.hazard.id]))


def _same_again(game: Game, number: int) -> Input:
    lying = game.race.lying
    return _tap(game, number) if lying is None else Tap(*lying)


def _set_car(game: Game, number: int) -> Input:
    facts: list[tuple[str, int | bool | str | tuple[str, ...] | None]] = [
        ("km", number % 41 * 25),
        ("started", number % 2 == 0),
        ("stopped_by", [None, *BATTLE_HAZARDS][number % (len(BATTLE_HAZARDS) + 1)]),
        ("limited", number % 2 == 0),
        ("safeties", SAFETIES[: number % (len(SAFETIES) + 1)]),
    ]
    return inputs.SetCar(number % len(game.race.cars), *facts[number // 5 % len(facts)])


_INPUTS: dict[str, Callable[[Game, int], Input]] = {
    "legal": _legal,
    "attack": _attack,
    "ask": _ask,
    "start": _start,
    "tap": _tap,
    "tap by": _tap_by,
    "stroke": _stroke,
    "unknown tag": lambda game, number: Tap(_pad(game, number), None, tag="04FF"),
    "same again": _same_again,
    "draw": lambda _game, _number: inputs.Draw(),
    "end": lambda _game, _number: inputs.End(),
    "pass": lambda game, number: inputs.Pass(number % len(game.race.cars)),
    "by": lambda game, number: inputs.By(_seat(game, number)),
    "undo": lambda _game, _number: inputs.Undo(),
    "redo": lambda game, _number: inputs.Redo() if game.undone else inputs.Undo(),
    "overrule": lambda _game, _number: inputs.Overrule(),
    "set car": _set_car,
    "set turn": lambda game, number: inputs.SetTurn(_seat(game, number)),
    "set dispenser": lambda _game, number: inputs.SetDispenser(number % 12 if number % 3 else number % DECK_CARDS),
}
