"""Whether inputs would be accepted one after another: the rules say so, nothing is guessed here."""

from collections.abc import Iterable
from typing import NamedTuple

from companion.detective.case import Done
from companion.rules.fold import enter
from companion.rules.game import Game
from companion.rules.inputs import Draw, Entry
from companion.rules.ruling import Ruling, Verdict

MOST_DRAWS = 2
"""Draws that are supposed before one card: a responder has two to take (rule 25)."""
_SUPPOSED = Done(Draw(), unseen=True)


class Tried(NamedTuple):
    """An input that was accepted."""

    done: Done
    ruling: Ruling

    @property
    def supposed(self) -> bool:
        """Whether it is a draw of which nothing is known but that the next card would be `undrawn` without it."""
        return self.done is _SUPPOSED


def tried(game: Game, told: Iterable[Done]) -> tuple[Tried, ...] | None:
    """What is entered so that all are accepted; None when one is refused, asked about, or changes nothing."""
    entered: list[Tried] = []
    for done in told:
        after, ruling = enter(game, Entry(done.input))
        for _ in range(MOST_DRAWS):
            if ruling.code != "undrawn":
                break
            game, drawn = enter(game, Entry(Draw()))
            entered.append(Tried(_SUPPOSED, drawn))
            after, ruling = enter(game, Entry(done.input))
        if ruling.verdict in (Verdict.LEGAL, Verdict.NOTED) and after.race is not game.race:
            entered.append(Tried(done, ruling))
            game = after
        elif not done.optional:
            return None
    return tuple(entered)
