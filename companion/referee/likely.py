"""Where the next card may be laid, for the readers."""

from companion.referee.snapshot import Snapshot
from companion.touch.seating import DISCARD
from firmware.messages import Expected


def likely(snapshot: Snapshot) -> Expected:
    """First the cars that may strike back, then the one on turn, then the discard pad; seldom where nobody sits."""
    race, seating = snapshot.game.race, snapshot.seating
    if race.over:
        return Expected()
    strikes = [window.car for window in race.windows if snapshot.left_ms(window.opened_at, snapshot.at_ms) >= 0]
    cars = strikes if race.turn is None else [*strikes, race.setup.car_of[race.turn]]
    unused = frozenset(seating.free(len(race.setup.cars), dead=()))
    return Expected((*dict.fromkeys(map(seating.pad_of, cars)), DISCARD), unused)
