"""The table's lights as a pure function of what the referee knows: each state has its own drawing on pad and track.

| state     | on the pad                     | on the track                                            |
|-----------|--------------------------------|---------------------------------------------------------|
| seated    | dim                            | the pawn, steady                                        |
| on turn   | heartbeat                      | a light runs on from the pawn                           |
| stopped   | a wink a second, else dark     | the pawn winks                                          |
| limited   | slow waves                     | the pawn waves                                          |
| seen      | white                          | white about the pawn                                    |
| saving    | white in three steps upward, again and again | the same about the pawn: what was seen is not stored yet |
| accepted  | the car's colour, fading away  | two lights run out from the pawn                        |
| refused   | two dark gaps                  | why: a drawing for each code (`companion.lights.refusals`) |
| question  | the pads asked light up in turn | a white light goes to and fro along the track          |
| phone     | –                              | a white light runs from START to its number's space, which stays lit |
| proposed  | –                              | the pawn whose area may be meant is held by white       |
| stroke    | a ticking bar that shrinks     | the same along the track                                |
| not stored | –                             | a barrier of amber stripes over the whole track: no card is accepted    |
| win       | short, short, long             | a comet sweeps the track                                |

Rhythms and drawings differ, not colours alone, so the states are told apart in grey. On a table without pad pixels the
track says it all. Where all cars share one pad it tells of one: of whom it is asked, who has won, or who is on turn.
"""

from collections.abc import Iterable, Iterator

from companion.lights.palette import AMBER, LOOKS, WHITE
from companion.lights.refusals import refusal_lights
from companion.lights.situation import Mark, Pawn, Situation, Tap
from companion.lights.sketch import LAST_SPOT
from companion.touch.seating import pad_of
from firmware import light
from firmware.light import Bar, Colour, Crowd, Glow, Pad, Place, Rhythm, Run, Scene, Track

STEP_KM = 25
GROUND, PAWNS, MARKS = range(3)
SAVING_MS = 500
"""A card seen so long ago that is neither accepted nor refused waits for the disk. The lamp needs no word of it."""
SLOWEST_SAVING_MS = 2000
"""So much longer the lights wait for the referee; then they say that nobody looks after the table."""
ABOUT = 7
"""Spaces lit about a pawn: there are six pawns, so one of them at least is free to be seen."""
STRIPE = 2
"""Spaces of a stripe of the barrier, and of the gap behind it."""


def scene(now: Situation) -> Scene:
    """The lights of a situation. They end by themselves: a new scene is needed only when the situation changes."""
    lights: list[Glow | Crowd] = [*_seats(now), *_pawns(now)]
    if now.on_turn is not None:
        spot = _spot(now, now.on_turn)
        ahead = Track(min(spot + 1, LAST_SPOT), min(spot + 6, LAST_SPOT))
        lights.append(Glow(ahead, _colour(now.on_turn), GROUND, drawing=Run(2400, 2), since_ms=now.since_ms))
    lights += _strokes(now)
    if now.asked:
        run = Run(3200, 3, back=True)
        lights.append(Glow(Track(0, LAST_SPOT), WHITE, GROUND, drawing=run, since_ms=now.since_ms))
    if now.proposed is not None:
        lights += _proposed(now, now.proposed)
    lights += _phones(now)
    if not now.stores:
        lights += [Glow(Track(at, at + STRIPE - 1), AMBER, GROUND) for at in range(0, LAST_SPOT, 2 * STRIPE)]
    for tap in now.taps:
        lights += _tap(now, tap)
    for nth, car in enumerate(now.winners):
        since_ms = now.since_ms + nth * 3000 // len(now.winners)
        lights.append(Glow(Track(0, LAST_SPOT), _colour(car), GROUND, drawing=Run(3000, 14), since_ms=since_ms))
    waits = any(tap.mark is Mark.SEEN for tap in now.taps)
    return Scene(tuple(lights), now.calm, SLOWEST_SAVING_MS if waits else 0)


def _colour(car: int) -> Colour:
    return LOOKS[car].colour


def _pad(now: Situation, car: int) -> Pad:
    return Pad(now.pads[car] if now.pads else pad_of(car))


def _spot(now: Situation, car: int | None) -> int:
    return 0 if car is None else now.pawns[car].km // STEP_KM


def _hindrance(pawn: Pawn) -> Rhythm | None:
    match pawn.stopped, pawn.limited:
        case True, True:
            return light.WINK.then(light.WAVE)
        case True, False:
            return light.WINK
        case False, True:
            return light.WAVE
    return None


def _seats(now: Situation) -> Iterator[Glow]:
    """What each pad says of its car while no card is on it."""
    for car in _seen_at_pads(now):
        rhythm = _hindrance(now.pawns[car])
        if car == now.on_turn:
            rhythm = light.HEARTBEAT.then(rhythm) if rhythm else light.HEARTBEAT
        if car in now.winners:
            rhythm = light.FANFARE
        if car in now.asked:
            turn = light.PONG if now.asked.index(car) % 2 and now.only_pad is None else light.PING
            colour = _colour(car) if now.only_pad and car == now.proposed else WHITE
            yield Glow(_pad(now, car), colour, GROUND, turn, since_ms=now.since_ms)
        elif rhythm:
            yield Glow(_pad(now, car), _colour(car), GROUND, rhythm, since_ms=now.since_ms)
        else:
            yield Glow(_pad(now, car), _colour(car), GROUND, light.DIM)


def _seen_at_pads(now: Situation) -> Iterable[int]:
    """The cars of which pads say something: all, or one of those that share the only pad."""
    if now.only_pad is None:
        return range(len(now.pawns))
    on_turn = () if now.on_turn is None else (now.on_turn,)
    proposed = () if now.proposed is None else (now.proposed,)
    return (*proposed, *now.asked, *now.winners, *on_turn)[:1]


def _pawns(now: Situation) -> Iterator[Glow | Crowd]:
    """Each pawn on its space, and what stands for a phone on its own: they share a space as pawns do."""
    spots: dict[int, list[tuple[Colour, Rhythm]]] = {}
    for car, pawn in enumerate(now.pawns):
        spots.setdefault(_spot(now, car), []).append((_colour(car), _hindrance(pawn) or light.STEADY))
    for space in now.phones:
        spots.setdefault(space, []).append((WHITE, light.STEADY))
    for spot, lights in spots.items():
        if len(lights) == 1:
            yield Glow(Track(spot, spot), lights[0][0], PAWNS, lights[0][1])
        else:
            yield Crowd(Track(spot, spot), tuple(lights), PAWNS)


def _strokes(now: Situation) -> Iterator[Glow]:
    """A bar on the pad of each attacked car, and its share of the track."""
    share = (LAST_SPOT + 1) // max(1, len(now.strokes))
    for nth, stroke in enumerate(now.strokes):
        since_ms = stroke.closes_ms - stroke.total_ms
        bar = Bar(stroke.total_ms)
        places: tuple[Place, Place] = (_pad(now, stroke.car), Track(nth * share, nth * share + share - 1))
        for place in places:
            yield Glow(place, _colour(stroke.car), GROUND, light.TICK, bar, since_ms, stroke.closes_ms)


def _tap(now: Situation, tap: Tap) -> Iterator[Glow]:
    """A card's mark on its pad, and about the pawn of the car charged."""
    spot = _spot(now, tap.car)
    first = max(0, min(spot - ABOUT // 2, LAST_SPOT - ABOUT + 1))
    pad, about, at_ms = Pad(now.only_pad or tap.pad), Track(first, first + ABOUT - 1), tap.at_ms
    match tap.mark:
        case Mark.SEEN:
            for place, layer in ((pad, MARKS), (about, GROUND)):
                yield Glow(place, WHITE, layer, since_ms=at_ms, until_ms=at_ms + SAVING_MS)
                yield Glow(place, WHITE, layer, light.STEPS, since_ms=at_ms + SAVING_MS)
        case Mark.ACCEPTED:
            colour = WHITE if tap.car is None else _colour(tap.car)
            yield Glow(pad, colour, MARKS, light.SWELL, since_ms=at_ms, times=1)
            for end in (min(LAST_SPOT, spot + 5), max(0, spot - 5)):
                yield Glow(Track(spot, end), colour, GROUND, drawing=Run(700, 2), since_ms=at_ms, times=1)
        case Mark.REFUSED:
            yield Glow(pad, AMBER, MARKS, light.DOUBLE_BLINK, since_ms=at_ms, times=1)
            if tap.refusal is None:
                yield Glow(about, AMBER, GROUND, light.DOUBLE_BLINK, since_ms=at_ms, times=1)
            else:
                spots = [_spot(now, car) for car in range(len(now.pawns))]
                pads = [_pad(now, car).name for car in range(len(now.pawns))]
                drawing = refusal_lights(tap.refusal, spots, pads, at_ms)
                yield from (glow for glow in drawing if glow.place != pad)  # that says that it was refused


def _proposed(now: Situation, car: int) -> Iterator[Glow]:
    """White on both sides of the pawn whose area a card may be meant for."""
    spot = _spot(now, car)
    for side in (Track(spot - 3, spot - 1), Track(spot + 1, spot + 3)):
        yield Glow(side, WHITE, GROUND, light.WAVE, since_ms=now.since_ms)


def _phones(now: Situation) -> Iterator[Glow]:
    """The way from START to the phones' numbers, as spaces are counted from there; two lights would flash together."""
    if now.phones:
        yield Glow(Track(0, max(now.phones)), WHITE, GROUND, drawing=Run(2400, 4))
