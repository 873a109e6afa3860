"""What happened at the table, in the words of the record (RECORD.md, Inputs). Pure.

A **seat button is a player's**, not a car's: the players sit in the order of `Setup.players`, so without teams seat and
car are one, and in a team each member presses the button before them. A press within 5 s before a card says who played
it; at the one-reader table, whose area it is meant for, there the car that this player drives. The `discard` button
says at any table that the card is for the discard pile, so that a dead discard pad stops nobody.
"""

from fractions import Fraction
from typing import NamedTuple

from companion.moment import Moment
from companion.rules import inputs
from companion.rules.cards import Card, Kind
from companion.rules.game import Game
from companion.rules.reading import Tap
from companion.rules.ruling import Verdict
from companion.rules.write import write_input
from companion.touch.announced import Announced
from companion.touch.asked import WHOSE_AREA, WHOSE_CARD, Answer, Asked
from companion.touch.seating import ANY, DISCARD, Seating
from companion.touch.unseen import UNSEEN, Way, ways
from firmware.messages import Scan


class Standing(NamedTuple):
    """All that the meaning of a touch depends on."""

    game: Game
    seating: Seating = Seating()
    announced: Announced = Announced()
    beam_dead: bool = False
    after: Fraction = Fraction(0)
    """Seconds since the last input."""
    asked: Asked | None = None
    phones: int = 0
    """How many phones ask to be let in."""

    @property
    def seat(self) -> int | None:
        """The player who announced the next card, if such a player there is."""
        seat = self.announced.seat
        return seat if seat is not None and seat < len(self.game.race.setup.players) else None


class Lines(NamedTuple):
    """A touch that means these lines of the record."""

    lines: tuple[str, ...]


class Notice(NamedTuple):
    """A touch that means nothing to the race: what people are told, by its code in the catalogue (`fault.<code>`)."""

    code: str


class Admit(NamedTuple):
    """A touch that lets in the phone that asks, if it asked before then (messages' clock)."""

    since_ms: int


Meaning = Lines | Asked | Notice | Admit


def of_scan(scan: Scan, card: Card | None, standing: Standing) -> Meaning:
    """What a card on a pad means; `card` is None for a tag that nobody knows."""
    tag = "" if card else scan.uid.hex().upper()
    if scan.pad == ANY:
        asks = card is not None and card.kind is Kind.HAZARD and not standing.game.race.over
        if standing.announced.discard:
            return _of_tap(scan, Tap(None, card, tag=tag), standing)
        if standing.seat is not None and (asks or not standing.announced.ended):
            return _of_tap(scan, Tap(standing.game.race.setup.car_of[standing.seat], card, tag=tag), standing)
        if card is not None and asks:
            return _whose_area(scan, card, standing)
        return _of_tap(scan, Tap(_car_on_turn(standing.game), card, tag=tag), standing)
    if scan.pad == DISCARD or standing.announced.discard:
        return _of_tap(scan, Tap(None, card, standing.seat, tag), standing)
    car = standing.seating.car_at(scan.pad, len(standing.game.race.setup.cars))
    if car is None:
        return Notice("nobody-sits-here")
    return _of_tap(scan, Tap(car, card, standing.seat, tag), standing)


def _car_on_turn(game: Game) -> int | None:
    """Whose area a card is meant for that is no hazard: an attacker may lay nothing else, so then the next player's."""
    race = game.race
    player = race.next if race.open else race.turn
    return None if player is None else race.setup.car_of[player]


def _whose_area(scan: Scan, card: Card, standing: Standing) -> Asked:
    """Asks first for the car to the left of the one on turn, last for that one, then for the discard pile."""
    if standing.asked is not None and standing.asked.is_of(scan):
        return standing.asked.again()
    setup, turn = standing.game.race.setup, standing.game.race.turn
    first = setup.car_of[turn or 0] + 1
    answers = []
    for car in [*((first + n) % len(setup.cars) for n in range(len(setup.cars))), None]:
        meant = _of_tap(scan, Tap(car, card), standing)
        # With a dead beam the area's answer does not say whose card it was: then it is the next player's.
        lines = meant.lines if isinstance(meant, Lines) else meant.otherwise
        answers.append(Answer(DISCARD if car is None else setup.cars[car], car, lines))
    return Asked(WHOSE_AREA, scan, card, tuple(answers))


def _of_tap(scan: Scan, tap: Tap, standing: Standing) -> Lines | Asked:
    game, setup = standing.game, standing.game.race.setup
    line = write_input(tap, setup)
    if not standing.beam_dead or tap.card is None:
        return Lines((line,))
    if standing.asked is not None and standing.asked.is_of(scan):
        return standing.asked
    found = ways(game, tap, standing.after)
    if len(found) == 1:
        return Lines(_after_draws(found[0], line))
    answers = tuple(
        Answer(setup.players[way.ruling.player], setup.car_of[way.ruling.player], _after_draws(way, line))
        for way in found
        if way.ruling.player is not None
    )
    return Asked(WHOSE_CARD, scan, tap.card, answers, otherwise=answers[-1].lines)


def _after_draws(way: Way, line: str) -> tuple[str, ...]:
    return (*(UNSEEN,) * way.draws, line)


def tap_of(tapped: Moment) -> Tap | None:
    """The card on a pad that a moment was about: laid just then, or before and settled by its `by` or overruled."""
    entered, before = tapped.entry.input, tapped.before
    if isinstance(entered, inputs.By) and before.question is not None:
        return before.question.tap
    if isinstance(entered, inputs.Overrule) and before.refused is not None:
        return Tap(before.refused.play.car, before.refused.play.card)
    return entered if isinstance(entered, Tap) else None


def retold(tapped: Moment, player: str) -> str | None:
    """The line of the same tap by another player; None if it was none that was ruled on, or there is no such player."""
    setup, tap = tapped.after.race.setup, tap_of(tapped)
    verdict, overruled = tapped.ruling.verdict, tapped.ruling.play == "overrule"
    ruled_on = verdict in (Verdict.LEGAL, Verdict.ILLEGAL) or (overruled and verdict is Verdict.NOTED)
    if tap is None or not ruled_on or player not in setup.players:
        return None
    return write_input(tap._replace(by=setup.players.index(player)), setup)
