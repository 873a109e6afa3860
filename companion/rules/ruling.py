"""How an input was ruled (RULES.md, Verdicts and codes)."""

from enum import StrEnum
from typing import NamedTuple

from companion.rules.laws import Breach


class Verdict(StrEnum):
    """What the referee says of an input."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNCLEAR = "unclear"
    IGNORED = "ignored"
    NOTED = "noted"


class Ruling(NamedTuple):
    """The ruling on one input, as RECORD.md prints it; players and cars are numbers."""

    verdict: Verdict
    play: str
    """The kind of play, or the input's first word."""
    code: str | None = None
    player: int | None = None
    car: int | None = None
    card: str | None = None
    breaches: tuple[Breach, ...] = ()
    """Everything that is broken, the first being the code's."""
