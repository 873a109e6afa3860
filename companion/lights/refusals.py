"""Why a card was refused, as a drawing on the track: one for each code, so that a table without a screen tells it.

| code                 | drawing, at the pawn that it is about                                            |
|----------------------|----------------------------------------------------------------------------------|
| race-over            | a chequered flag: every other space of the whole track                           |
| not-a-playing-card   | both ends of the track: it does not belong between them                          |
| card-already-played  | a light runs back from the pawn to START: it has gone by                         |
| wrong-pad            | the pad's pawn, then the player's own, taking turns                              |
| not-your-turn        | a light runs to the pawn on turn, whose pad lights up                            |
| undrawn              | a hand of six marks from START, the seventh comes and goes                       |
| overdrawn            | seven marks before the finish, an eighth comes and goes                          |
| self-attack          | two lights close in on the own pawn                                              |
| second-attack        | two broad marks, the second one struck out                                       |
| third-200            | three broad marks, the third one struck out                                      |
| not-started          | a barrier of stripes before the pawn                                             |
| target-not-started   | the row of start lights, filling one after the other                             |
| protected            | a shield on both sides of the pawn                                               |
| stopped              | the mark of the hazard pulses under the pawn                                     |
| target-stopped       | that mark stands still, a second one beside it comes and goes                    |
| already-limited      | the two spaces allowed, and two more that come and go                            |
| over-speed-limit     | the two spaces allowed                                                           |
| over-1000            | a ghost runs past the finish and back                                            |
| wrong-remedy         | the hazard's mark, and a light that falls short of it                            |
| nothing-to-fix       | a broad even glow about the pawn swells and fades: all is well                   |

Each lasts 2.4 s at most (calm lights fade, and take longer).
"""

from collections.abc import Callable, Iterator, Sequence

from companion.lights.palette import WHITE
from companion.lights.sketch import COMES_AND_GOES, LAST_SPOT, MARK_REACH, SOFT, Refusal, Sketch
from firmware import light
from firmware.light import Glow, Pad

MARKS = 2
"""The layer of what covers a pad's own light."""


def refusal_lights(why: Refusal, spots: Sequence[int], pads: Sequence[str], at_ms: int) -> Iterator[Glow]:
    """The drawing of a refusal; `spots` and `pads` are where each car's pawn stands and where it plays."""
    yield from DRAWINGS[why.code](Sketch(why, spots, pads, at_ms))


def _race_over(sketch: Sketch) -> Iterator[Glow]:
    yield from (sketch.lit(spot, spot) for spot in range(0, LAST_SPOT + 1, 2))


def _not_a_playing_card(sketch: Sketch) -> Iterator[Glow]:
    yield sketch.lit(0, 3)
    yield sketch.lit(LAST_SPOT - 3, LAST_SPOT)


def _card_already_played(sketch: Sketch) -> Iterator[Glow]:
    yield sketch.run(max(sketch.here, 6), 0)


def _wrong_pad(sketch: Sketch) -> Iterator[Glow]:
    here, own = sketch.about(2), min(max(sketch.spot(sketch.why.own), 2), LAST_SPOT - 2)
    if abs(own - here) < 5:
        own = sketch.beside(here, 6)
    yield sketch.lit(here - 2, here + 2, light.PING)
    yield sketch.lit(own - 2, own + 2, light.PONG)


def _not_your_turn(sketch: Sketch) -> Iterator[Glow]:
    there = sketch.spot(sketch.why.on_turn)
    here = sketch.here if abs(sketch.here - there) > 3 else sketch.beside(there, 12)
    yield sketch.run(here, there)
    if sketch.why.on_turn is not None:
        pad = Pad(sketch.pads[sketch.why.on_turn])
        yield Glow(pad, WHITE, MARKS, light.SWELL, since_ms=sketch.at_ms, times=1)


def _undrawn(sketch: Sketch) -> Iterator[Glow]:
    yield from (sketch.lit(spot, spot) for spot in range(0, 12, 2))
    yield sketch.lit(12, 12, COMES_AND_GOES)


def _overdrawn(sketch: Sketch) -> Iterator[Glow]:
    yield from (sketch.lit(spot, spot) for spot in range(LAST_SPOT, LAST_SPOT - 14, -2))
    yield sketch.lit(LAST_SPOT - 14, LAST_SPOT - 14, COMES_AND_GOES)


def _self_attack(sketch: Sketch) -> Iterator[Glow]:
    own = sketch.about(8)
    yield sketch.run(own - 8, own - 1)
    yield sketch.run(own + 8, own + 1)


def _second_attack(sketch: Sketch) -> Iterator[Glow]:
    yield sketch.lit(5, 14)
    yield sketch.lit(26, 35, COMES_AND_GOES)


def _third_200(sketch: Sketch) -> Iterator[Glow]:
    yield sketch.lit(0, 7)
    yield sketch.lit(16, 23)
    yield sketch.lit(32, 39, COMES_AND_GOES)


def _not_started(sketch: Sketch) -> Iterator[Glow]:
    first = min(sketch.here + 1, LAST_SPOT - 7)
    yield from (sketch.lit(spot, spot) for spot in range(first, first + 8, 2))


def _target_not_started(sketch: Sketch) -> Iterator[Glow]:
    yield sketch.lit(0, 9, SOFT)


def _protected(sketch: Sketch) -> Iterator[Glow]:
    target = sketch.about(5)
    yield sketch.lit(target - 5, target - 3)
    yield sketch.lit(target + 3, target + 5)


def _stopped(sketch: Sketch) -> Iterator[Glow]:
    yield from sketch.mark(sketch.about(MARK_REACH), COMES_AND_GOES)


def _target_stopped(sketch: Sketch) -> Iterator[Glow]:
    target = sketch.about(MARK_REACH)
    yield from sketch.mark(target, light.STEADY)
    yield from sketch.mark(sketch.beside(target, 12), COMES_AND_GOES)


def _already_limited(sketch: Sketch) -> Iterator[Glow]:
    first = min(sketch.here + 1, LAST_SPOT - 4)
    yield sketch.lit(first, first + 1)
    yield sketch.lit(first + 3, first + 4, COMES_AND_GOES)


def _over_speed_limit(sketch: Sketch) -> Iterator[Glow]:
    first = min(sketch.here + 1, LAST_SPOT - 1)
    yield sketch.lit(first, first + 1)


def _over_1000(sketch: Sketch) -> Iterator[Glow]:
    yield sketch.run(min(sketch.here, LAST_SPOT - 3), LAST_SPOT, back=True)


def _wrong_remedy(sketch: Sketch) -> Iterator[Glow]:
    stopped = sketch.about(MARK_REACH)
    far = sketch.beside(stopped, 14)
    yield from sketch.mark(stopped, light.STEADY)
    yield sketch.run(far, far + 6 if far < stopped else far - 6)


def _nothing_to_fix(sketch: Sketch) -> Iterator[Glow]:
    pawn = sketch.about(7)
    yield sketch.lit(pawn - 7, pawn + 7, SOFT)


DRAWINGS: dict[str, Callable[[Sketch], Iterator[Glow]]] = {
    drawing.__name__.removeprefix("_").replace("_", "-"): drawing
    for drawing in (
        _race_over,
        _not_a_playing_card,
        _card_already_played,
        _wrong_pad,
        _not_your_turn,
        _undrawn,
        _self_attack,
        _second_attack,
        _not_started,
        _protected,
        _target_not_started,
        _target_stopped,
        _already_limited,
        _stopped,
        _over_speed_limit,
        _third_200,
        _over_1000,
        _wrong_remedy,
        _nothing_to_fix,
        _overdrawn,
    )
}
"""A drawing for each code."""
