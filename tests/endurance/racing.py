"""A race that the same people play with the same cards: at a sound table, or with a fault every few seconds."""

from collections import Counter
from pathlib import Path
from typing import NamedTuple

from companion.rules import inputs
from companion.rules.reading import PlayKind, Tap
from companion.rules.ruling import Ruling, Verdict
from tests.endurance.evening import Evening
from tests.endurance.hands import Hands
from tests.endurance.troubles import Troubles


class Raced(NamedTuple):
    """A race that was played to its end."""

    table_ms: int
    plays: tuple[Ruling, ...]
    """How each card was ruled."""
    drawn: tuple[int | None, ...]
    """Who drew, in order."""
    km: tuple[int, ...]
    winners: tuple[int, ...]
    wrong: tuple[str, ...]
    """Cards that were not ruled as the play that was meant."""
    missed: int
    went_dead: int
    asked: Counter[str]
    waited_ms: tuple[int, ...]
    faults: Counter[str]

    @property
    def strokes(self) -> int:
        """Safeties that came in time."""
        return sum(ruling.play == PlayKind.STROKE for ruling in self.plays)


def raced(folder: Path, seed: int, *, troubled: bool) -> Raced:
    """Play the race of this seed; at a sound table people need not think."""
    evening = Evening(folder)
    hands = Hands(evening, seed, pace=1 if troubled else 0.4)
    troubles = Troubles(evening, seed) if troubled else None
    hands.troubles = troubles
    try:
        hands.play()
        return _told(evening, hands, troubles.count if troubles is not None else Counter())
    finally:
        evening.close()


def _told(evening: Evening, hands: Hands, faults: Counter[str]) -> Raced:
    # Of a refused card all but the first breach depends on whether the draw before it was seen.
    plays = [each.ruling._replace(breaches=()) for each in evening.moments if isinstance(each.entry.input, Tap)]
    # An undrawn card is a question (hands.py), and a card that still lies there is none.
    plays = [ruling for ruling in plays if ruling.verdict is not Verdict.IGNORED and ruling.code != "undrawn"]
    wrong = [
        f"{choice} was ruled {ruling}"
        for choice, ruling in zip(hands.meant, plays, strict=False)
        if (choice.car, choice.card.id, choice.code) != (ruling.car, ruling.card, ruling.code)
        or (ruling.verdict is Verdict.LEGAL and ruling.player != choice.seat)
    ]
    if len(plays) != len(hands.meant):
        wrong.append(f"{len(hands.meant)} cards were tapped and {len(plays)} ruled on")
    return Raced(
        evening.now_ms(),
        tuple(plays),
        tuple(each.ruling.player for each in evening.moments if isinstance(each.entry.input, inputs.Draw)),
        tuple(car.km for car in evening.race.cars),
        evening.race.winners,
        tuple(wrong),
        hands.missed,
        hands.went_dead,
        hands.asked,
        tuple(hands.waited_ms),
        faults,
    )
