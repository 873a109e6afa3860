"""A race with its past and the correction that is open (RULES.md, Corrections)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from companion.rules.laws import FINAL, Breach
from companion.rules.race import Race
from companion.rules.reading import Play, Tap


class Question(NamedTuple):
    """A tap that waits to be told whose it was (`whose-card`)."""

    tap: Tap
    plays: tuple[Play, ...]
    """The attacker's reading, then the next player's."""
    asked_at: Fraction
    n: int
    """The number of the tap among the inputs."""


class Refused(NamedTuple):
    """The latest tap, if it was refused and nothing has changed the race since."""

    play: Play
    breaches: tuple[Breach, ...]

    @property
    def can_stand(self) -> bool:
        """Whether it can be overruled."""
        return not any(breach.code in FINAL for breach in self.breaches)


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """The race at the other side of an input that changed it, and the steps beyond that one."""

    race: Race
    n: int
    """The number of the input."""
    beyond: "Step | None"


class Game(NamedTuple):
    """A race, what can be undone and redone, and the correction that is open."""

    race: Race
    past: Step | None = None
    """The race before the last input that changed it, and so on back."""
    undone: Step | None = None
    """The race after the last undone input, and so on forward."""
    question: Question | None = None
    refused: Refused | None = None
    now: Fraction = Fraction(0)
    """The race's clock, in seconds."""
    n: int = 0
    """How many inputs there have been."""
