"""What everybody else sees of the referee: one immutable value after each change."""

from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from companion.lights.situation import Situation, Stroke, Tap, pawns
from companion.moment import Moment
from companion.rules.game import Game
from companion.touch.asked import WHOSE_AREA, Asked
from companion.touch.seating import Seating
from firmware.messages import Fault

HISTORY = 60
"""Moments that a snapshot carries."""
NOT_STORED = "not-stored"
"""The code of the journal's fault while nothing can be stored."""


class Snapshot(NamedTuple):
    """The table at one instant."""

    id: str
    """`<boot>.<counter>`: another one for every change, never used twice."""
    race: int
    """The number of the race in the journal."""
    game: Game
    moments: tuple[Moment, ...]
    """The latest inputs of this race, oldest first."""
    faults: tuple[Fault, ...]
    touches: tuple[Tap, ...]
    """The latest card on each pad."""
    clock_ms: int
    """The race's clock at `at_ms`."""
    at_ms: int
    """Monotonic milliseconds at which the snapshot was made."""
    since_ms: int
    """When turn, question or end began, on the same clock."""
    calm: bool = False
    """Whether the lights shall fade instead of flash."""
    asked: Asked | None = None
    """A card that has not entered the race before somebody says what it was."""
    seating: Seating = Seating()
    dead_pads: frozenset[str] = frozenset()
    """Pads whose reader does not answer."""
    notice: Fault | None = None
    """What people were told just now of a touch that meant nothing; one of the faults."""
    phones: tuple[int, ...] = ()
    """The numbers of the phones that ask to act as referee."""
    paused: bool = False
    """Whether the race's clock stands still."""

    @property
    def stores(self) -> bool:
        """Whether inputs can be stored; one that cannot is not accepted."""
        return not any(fault.code == NOT_STORED for fault in self.faults)

    @property
    def undoes(self) -> int:
        """The number of the input that an undo takes back, 0 for none; a card still asked about is the next one."""
        game = self.game
        if self.asked is not None:
            return game.n + 1
        if game.question is not None:
            return game.question.n
        return 0 if game.past is None else game.past.n

    @property
    def redoes(self) -> int:
        """The number of the input that a redo brings back, 0 for none."""
        game = self.game
        waits = self.asked is not None or game.question is not None
        return 0 if waits or game.undone is None else game.undone.n

    @property
    def refused(self) -> Moment | None:
        """The latest tap, if it was refused and may still be answered."""
        refused = self.game.refused
        if refused is None:
            return None
        return next((ruled for ruled in self.moments if ruled.after.refused is refused), None)

    def about(self, line: str) -> int:
        """The number of the input that a line of the record is about: most follow the last that changed the race."""
        if line == "redo":
            return self.redoes
        if line == "overrule":
            return 0 if self.refused is None else self.refused.n
        return self.undoes

    def left_ms(self, opened_at: Fraction, now_ms: int) -> int:
        """What is left at `now_ms` (monotonic) of a stroke window; below 0 when it has closed."""
        window_ms = self.game.race.setup.edition.window_s * 1000
        aged_ms = 0 if self.paused else now_ms - self.at_ms
        return int(opened_at * 1000) + window_ms - self.clock_ms - aged_ms


def situation(snapshot: Snapshot) -> Situation:
    """The snapshot as the lights need it. In a pause nothing runs and nothing is asked: cars are where they are."""
    race, question = snapshot.game.race, snapshot.game.question
    car_of = race.setup.car_of
    asked = tuple(car_of[play.player] for play in question.plays if play.player is not None) if question else ()
    proposed = None
    if snapshot.asked is not None:
        asked = tuple(answer.car for answer in snapshot.asked.answers if answer.car is not None)
        if snapshot.asked.code == WHOSE_AREA:
            proposed = snapshot.asked.answers[snapshot.asked.proposed].car
    strokes = tuple(
        Stroke(window.car, snapshot.at_ms + left, race.setup.edition.window_s * 1000)
        for window in race.windows
        if (left := snapshot.left_ms(window.opened_at, snapshot.at_ms)) >= 0
    )
    shown = Situation(
        pawns=pawns(race),
        on_turn=None if race.turn is None else car_of[race.turn],
        taps=snapshot.touches,
        asked=asked,
        proposed=proposed,
        strokes=strokes,
        winners=race.winners,
        since_ms=snapshot.since_ms,
        calm=snapshot.calm,
        pads=tuple(snapshot.seating.pad_of(car) for car in range(len(race.cars))),
        phones=snapshot.phones,
        stores=snapshot.stores,
    )
    return replace(shown, on_turn=None, asked=(), proposed=None, strokes=(), calm=True) if snapshot.paused else shown
