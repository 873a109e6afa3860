"""How a hand holds a card over a pad."""

from enum import StrEnum
from functools import partial
from random import Random

from tests.endurance.evening import PADS, Evening

SHORTEST_MS, LONGEST_MS = 150, 800
BESIDE_MS = 120
"""So much later another pad sees the card too, if its own has read it: what only a wrong pad reads is a tap there."""


class Tap(StrEnum):
    """What may be wrong with it."""

    WELL = "well"
    NEIGHBOUR = "two pads see one card"
    BOUNCING = "card leaves in mid-select"
    TOGETHER = "two cards together"


def hold(evening: Evening, pad: str, uids: tuple[bytes, ...], how: Tap, chance: Random) -> float:
    """Bring the card over the pad at any time of the sweep, hold it, take it away: how long it takes in all, in ms."""
    clock, first = evening.clock, uids[0]
    laid_ms = chance.uniform(0, 100)
    if how is Tap.BOUNCING:
        clock.after_ms(laid_ms, lambda: evening.lay(pad, first))
        laid_ms += chance.uniform(0, 60)
        clock.after_ms(laid_ms, lambda: evening.lift(pad, first))
        laid_ms += chance.uniform(20, 60)
    lifted_ms = laid_ms + chance.uniform(SHORTEST_MS, LONGEST_MS)
    for uid in uids:
        clock.after_ms(laid_ms, partial(evening.lay, pad, uid))
        clock.after_ms(lifted_ms, partial(evening.lift, pad, uid))
    if how is Tap.NEIGHBOUR:
        other = chance.choice([each for each in PADS if each != pad])
        clock.after_ms(laid_ms + BESIDE_MS, partial(_seen_beside, evening, pad, other, first))
        clock.after_ms(lifted_ms + chance.uniform(0, 200), lambda: evening.lift(other, first))
    return lifted_ms


def _seen_beside(evening: Evening, pad: str, other: str, uid: bytes) -> None:
    if evening.heard_at(pad, uid):
        evening.lay(other, uid)
