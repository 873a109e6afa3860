"""What a measurement says: figures with their spread, the peer's beside them, and whether the goal is met. Pure."""

from collections.abc import Callable, Sequence
from statistics import median
from typing import Any, NamedTuple

INSTALL = "mille-bornes bench --peers"
"""What installs the peers that are missing."""


class Spread(NamedTuple):
    """A median, and the least and the greatest of what was measured."""

    median: float
    low: float
    high: float


def spread(values: Sequence[float]) -> Spread:
    """The spread of some values."""
    return Spread(median(values), min(values), max(values))


def exactly(value: float) -> Spread:
    """A figure that is the same in every round, or is no measurement but a limit."""
    return Spread(value, value, value)


def percentile(values: Sequence[float], percent: int) -> float:
    """The value that so many of a hundred do not exceed."""
    return sorted(values)[max(0, -(-len(values) * percent // 100) - 1)]


class Claim(NamedTuple):
    """One figure beside one peer's. `times` is the ratio wanted, in the sense of `sign`; None: it only tells."""

    what: str
    figure: Spread
    peer: Spread | None
    """None: the peer is not installed."""
    unit: str
    sign: str = ""
    times: float | None = None
    faster: bool = False
    """The peer's figure is divided by ours, as of durations; else ours by the peer's."""

    @property
    def ratio(self) -> float | None:
        """How many times."""
        if self.peer is None:
            return None
        above, below = (self.peer, self.figure) if self.faster else (self.figure, self.peer)
        return above.median / below.median if below.median else float("inf")

    @property
    def met(self) -> bool | None:
        """Whether it is as wanted; None: the peer is missing."""
        ratio = self.ratio
        if self.times is None or ratio is None:
            return None
        return ratio >= self.times if self.sign == "≥" else ratio <= self.times


def quicker(what: str, figure: Spread, peer: Spread | None, unit: str, times: float) -> Claim:
    """We take so many times less than the peer, or less still."""
    return Claim(what, figure, peer, unit, "≥", times, faster=True)


def more(what: str, figure: Spread, peer: Spread | None, unit: str, times: float) -> Claim:
    """We do so many times as much as the peer, or more."""
    return Claim(what, figure, peer, unit, "≥", times)


def at_most(what: str, figure: Spread, peer: Spread | None, unit: str, times: float = 1.0) -> Claim:
    """We need no more than so many times what the peer does."""
    return Claim(what, figure, peer, unit, "≤", times)


def told(what: str, figure: Spread, unit: str) -> Claim:
    """Only said, beside nothing."""
    return Claim(what, figure, None, unit)


class Goal(NamedTuple):
    """A goal with what was measured for it, the foremost first."""

    n: int
    goal: str
    claims: tuple[Claim, ...]
    trouble: str = ""
    """Why it could not be measured."""

    @property
    def met(self) -> bool | None:
        """Whether every claim is; None: a peer is missing, and nothing else is wrong."""
        met = [claim.met for claim in self.claims if claim.times is not None]
        if False in met:
            return False
        return True if met and None not in met else None

    def for_programs(self) -> dict[str, Any]:
        """The goal for a program: the foremost claim's figure and peer, and every claim."""
        first = self.claims[0] if self.claims else None
        said: dict[str, Any] = {
            "n": self.n,
            "goal": self.goal,
            "figure": None if first is None else first.figure.median,
            "peer": None if first is None or first.peer is None else first.peer.median,
            "met": self.met,
            "unit": None if first is None else first.unit,
            "claims": [_claim(claim) for claim in self.claims],
        }
        return {**said, "trouble": self.trouble} if self.trouble else said


def _claim(claim: Claim) -> dict[str, Any]:
    said = {
        "what": claim.what,
        "figure": claim.figure.median,
        "spread": [claim.figure.low, claim.figure.high],
        "peer": None if claim.peer is None else claim.peer.median,
        "unit": claim.unit,
        "ratio": claim.ratio,
        "wanted": None if claim.times is None else f"{claim.sign} {claim.times:g}",
        "met": claim.met,
    }
    if claim.peer is None and claim.times is not None:
        said["missing"] = INSTALL
    return said


def rounds(count: int, *measures: Callable[[], float]) -> list[Spread]:
    """Each measure once in every round, so that what else the machine does meets them all alike."""
    taken: list[list[float]] = [[] for _ in measures]
    for _ in range(count):
        for values, measure in zip(taken, measures, strict=True):
            values.append(measure())
    return [spread(values) for values in taken]
