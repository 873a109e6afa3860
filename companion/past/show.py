"""A race on the board's own lights in 30 s: its pawns move, its strokes run out, its winner's comet comes last."""

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from companion.lights.scene import scene
from companion.lights.situation import Mark, Pawn, Situation, Tap, pawns
from companion.moment import Moment
from companion.past.screening import Cue
from companion.rules.race import Race
from companion.rules.reading import PlayKind
from companion.rules.ruling import Verdict
from companion.touch.seating import pad_of

SHOW_MS = 30_000
START_MS = 1000
END_MS = 5000
"""For the winner: the comet runs for 3 s."""
RACE_MS = SHOW_MS - START_MS - END_MS
CUE_MS = 200
"""The shortest time between two scenes: what comes and goes with each still flashes less than three times a second."""
STROKE_MS = 1400
"""How long a stroke is seen."""
STROKE_STEPS = 5
"""A stroke takes as long as so many other plays."""


class _Step(NamedTuple):
    """What there is to see after a play."""

    pawns: tuple[Pawn, ...]
    stroke: int | None
    """The car that has just played one."""


def show(start: Race, ruled: Iterable[Moment], now_ms: int, *, calm: bool) -> tuple[Cue, ...]:
    """The scenes of a race, the first at `now_ms` (messages' clock), all of them within SHOW_MS."""
    steps, end = _steps(start, ruled)
    begun = Situation(pawns(start), since_ms=now_ms, calm=calm, pads=tuple(map(pad_of, range(len(start.cars)))))
    cues, now = [Cue(now_ms, scene(begun))], begun
    touch: tuple[Tap, ...] = ()
    for at_ms, step in _spread(steps):
        at_ms += now_ms + START_MS  # noqa: PLW2901 - the same instant, on the clock
        if step.stroke is not None:
            touch = (Tap(pad_of(step.stroke), Mark.ACCEPTED, at_ms, step.stroke),)
        now = replace(begun, pawns=step.pawns, taps=tuple(tap for tap in touch if at_ms - tap.at_ms < STROKE_MS))
        cues.append(Cue(at_ms, scene(now)))
    won_ms = now_ms + SHOW_MS - END_MS
    cues.append(Cue(won_ms, scene(replace(now, taps=(), winners=end.winners, since_ms=won_ms))))
    return tuple(cues)


def _steps(start: Race, ruled: Iterable[Moment]) -> tuple[list[_Step], Race]:
    """Every change that can be seen, and the race at the end."""
    steps, race = [_Step(pawns(start), None)], start
    for moment in ruled:
        race, ruling = moment.after.race, moment.ruling
        stroke = ruling.car if ruling.verdict is Verdict.LEGAL and ruling.play == PlayKind.STROKE else None
        if stroke is not None or pawns(race) != steps[-1].pawns:
            steps.append(_Step(pawns(race), stroke))
    return steps[1:], race


def _spread(steps: list[_Step]) -> list[tuple[int, _Step]]:
    """The steps in time; of those that fall on the same CUE_MS the last is seen, and a stroke is not missed."""
    total = sum(map(_length, steps))
    seen: dict[int, _Step] = {}
    done = 0
    for step in steps:
        slot = RACE_MS * done // total // CUE_MS
        missed = seen[slot].stroke if slot in seen else None
        seen[slot] = step if step.stroke is not None else step._replace(stroke=missed)
        done += _length(step)
    return [(slot * CUE_MS, step) for slot, step in seen.items()]


def _length(step: _Step) -> int:
    return 1 if step.stroke is None else STROKE_STEPS
