"""What the lights need to know of a race, its cards and its questions."""

from dataclasses import dataclass
from enum import StrEnum

from companion.lights.sketch import Refusal
from companion.rules.race import Race


class Mark(StrEnum):
    """What has become of the latest card on a pad."""

    SEEN = "seen"
    ACCEPTED = "accepted"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Tap:
    """The latest card on a pad, what became of it, when (messages' clock), the car charged, if known, and why not."""

    pad: str
    mark: Mark
    at_ms: int
    car: int | None = None
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class Pawn:
    """What the lights need to know of a car."""

    km: int = 0
    stopped: bool = False
    limited: bool = False


@dataclass(frozen=True, slots=True)
class Stroke:
    """An open stroke window of a car: when it closes, and how long it is in all."""

    car: int
    closes_ms: int
    total_ms: int = 15_000


@dataclass(frozen=True, slots=True)
class Situation:
    """All that the lights show; cars are numbers, times are on the messages' clock.

    Attributes:
        taps: at most one for each pad, the latest.
        asked: the cars whose players an open question is for.
        proposed: the car whose area the question proposes.
        since_ms: when turn, question or end of the race began.
        pads: where each car plays; car k sits at seat-(k + 1) when there are none.
        phones: the spaces that stand for phones which ask to act as referee.
        stores: whether what is played can be stored; if not, it is not accepted.
    """

    pawns: tuple[Pawn, ...]
    on_turn: int | None = None
    taps: tuple[Tap, ...] = ()
    asked: tuple[int, ...] = ()
    strokes: tuple[Stroke, ...] = ()
    winners: tuple[int, ...] = ()
    since_ms: int = 0
    calm: bool = False
    proposed: int | None = None
    pads: tuple[str, ...] = ()
    phones: tuple[int, ...] = ()
    stores: bool = True

    @property
    def only_pad(self) -> str | None:
        """The pad where all cars play, if they share one."""
        return self.pads[0] if len(self.pads) > 1 and len(set(self.pads)) == 1 else None


def pawns(race: Race) -> tuple[Pawn, ...]:
    """The race's cars as the lights show them."""
    return tuple(Pawn(car.km, car.stopped_by is not None, car.limited) for car in race.cars)
