"""Draws that no sensor saw: with `draws seen` and a dead beam, the draws still owed are entered with the card.

Such a draw is marked in the record by a comment, so that everybody sees it; judged again, it is a draw like any other.
"""

from fractions import Fraction
from typing import NamedTuple

from companion.rules.cards import Kind
from companion.rules.fold import enter
from companion.rules.game import Game
from companion.rules.inputs import Draw, Entry
from companion.rules.race import Draw as Why
from companion.rules.reading import PlayKind, Tap
from companion.rules.ruling import Ruling, Verdict

UNSEEN = "draw # unseen: entered with the card"
"""The line of such a draw."""


def is_unseen(line: str) -> bool:
    """Whether it is the line of such a draw."""
    return line == UNSEEN


class Way(NamedTuple):
    """One reading of a card: so many draws before it, and how the card is ruled then."""

    draws: int
    ruling: Ruling


def ways(game: Game, tap: Tap, after: Fraction) -> tuple[Way, ...]:
    """How a card can be read when no draw is seen; `after`: seconds since the input before.

    There are two ways only for a hazard that may be the attacker's second or the next player's first: a seen draw would
    have told them apart. The attacker's comes first.
    """
    race = game.race
    plain = Way(0, _ruling(game, tap, after))
    if not race.setup.draws_seen or not race.dispenser or plain.ruling.verdict not in (Verdict.LEGAL, Verdict.ILLEGAL):
        return (plain,)
    if plain.ruling.play == PlayKind.STROKE or not race.open:
        return (_drawn(game, tap, after, 0),)
    if any(owed.why is Why.REFILL for owed in race.owed):
        return (_drawn(game, tap, after, 1),)
    if tap.card is None or tap.card.kind is not Kind.HAZARD or tap.car is None or tap.by is not None:
        return (_drawn(game, tap, after, 0),)
    of_next = _drawn(game, tap, after, 1)
    legal = tuple(way for way in (plain, of_next) if way.ruling.verdict is Verdict.LEGAL)
    return legal or (of_next,)


def _drawn(game: Game, tap: Tap, after: Fraction, draws: int) -> Way:
    """The card after so many draws, and as many more as it lacks."""
    entered = 0
    while True:
        while entered < draws:
            game, after = enter(game, Entry(Draw(), after))[0], Fraction(0)
            entered += 1
        ruling = _ruling(game, tap, after)
        if ruling.code != "undrawn":
            return Way(draws, ruling)
        draws += 1


def _ruling(game: Game, tap: Tap, after: Fraction) -> Ruling:
    return enter(game, Entry(tap, after))[1]
