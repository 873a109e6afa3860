"""What a button means (DESIGN.md, 6 and 8). Pure.

A seat button answers an open question; on the player's own open turn it is `end`; else it announces the next card. Held
for a second it is `pass` for the player's car. `undo` undoes, held for a second it redoes; while a phone asks to be let
in, it says yes when it was held for 3 s, and holding it means nothing else.
"""

from companion.rules import inputs
from companion.rules.inputs import Input
from companion.rules.write import write_input
from companion.touch.announced import NOTHING, Announced
from companion.touch.interpret import Admit, Lines, Standing
from companion.touch.seating import DISCARD, seat_of
from firmware.messages import Pressed

HELD_MS = 1000
ADMITS_MS = 3000
UNDO = "undo"


def of_press(pressed: Pressed, standing: Standing) -> tuple[Lines | Admit, Announced]:
    """What it means, if anything, and what it announces, if anything. A seat where nobody sits means nothing."""
    held = pressed.held_ms >= HELD_MS
    if held and pressed.button == UNDO and standing.phones:
        admits = pressed.held_ms >= ADMITS_MS
        return Admit(pressed.at_ms - pressed.held_ms) if admits else Lines(()), standing.announced
    if pressed.held_ms >= ADMITS_MS:  # what it meant, it said when its first second was over
        return Lines(()), standing.announced
    announced = Announced(pressed.button, pressed.at_ms)
    if pressed.button == UNDO:
        return Lines(("redo" if held else "undo",)), NOTHING
    if pressed.button == DISCARD:
        return (Lines((f"by {DISCARD}",)), NOTHING) if _asks_area(standing) else (Lines(()), announced)
    race, seat = standing.game.race, seat_of(pressed.button)
    if seat is None or seat >= len(race.setup.players):
        return Lines(()), standing.announced
    if held:
        return _line(inputs.Pass(race.setup.car_of[seat]), standing), NOTHING
    if standing.game.question is not None or standing.asked is not None:
        return _line(inputs.By(seat), standing), NOTHING
    if race.open and seat == race.turn:
        return Lines(("end",)), announced._replace(ended=True) if standing.seating.one_reader else NOTHING
    return Lines(()), announced


def _asks_area(standing: Standing) -> bool:
    return standing.asked is not None and any(answer.name == DISCARD for answer in standing.asked.answers)


def _line(entered: Input, standing: Standing) -> Lines:
    return Lines((write_input(entered, standing.game.race.setup),))
