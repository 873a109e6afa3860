"""A snapshot as everybody at the table sees it, in one language: JSON values only."""

from collections.abc import Iterator, Sequence
from typing import Any

from companion.detective.clues import Clue
from companion.lang import Catalogue
from companion.referee.snapshot import Snapshot
from companion.rules.cards import SAFETY_OF
from companion.sentences.say import card_name, say_end
from companion.view.cars import car_views
from companion.view.faults import fault_view, lasting, lent_views
from companion.view.history import history
from companion.view.questions import question_view, warning_view

JSON = dict[str, Any]


def view(snapshot: Snapshot, words: Catalogue, now_ms: int, clues: Sequence[Clue] = (), *, simulated: bool) -> JSON:
    """The table at one instant; `now_ms` (monotonic) says what is left of the stroke windows.

    `clues` would explain the tap that stands refused.

    `can.undo` and `can.redo` are the number of the input that would be taken back or brought back, or False; `earlier`
    is how many inputs there were before those of the history. `over.begins` is who begins a rematch.
    """
    game, race = snapshot.game, snapshot.game.race
    setup = race.setup
    windows = list(_windows(snapshot, words, now_ms))
    turn = None
    if race.turn is not None:
        turn = {
            "player": setup.players[race.turn],
            "car": setup.cars[setup.car_of[race.turn]],
            "open": race.open,
            "draw_owed": [
                {"player": setup.players[owed.player], "kind": str(owed.why)} for owed in race.owed if race.dispenser
            ],
        }
    return {
        "id": snapshot.id,
        "edition": setup.edition.name,
        "title": setup.edition.title,
        "number": snapshot.race,
        "draws": "seen" if setup.draws_seen else "assumed",
        "turn": turn,
        "next": None if race.next is None else setup.players[race.next],
        "cars": car_views(race, words, snapshot.seating),
        "dispenser": race.dispenser,
        "discards": race.discards,
        "windows": windows,
        "question": question_view(snapshot, words),
        "warning": warning_view(snapshot, words, clues),
        "history": history(snapshot, words),
        "earlier": snapshot.moments[0].n - 1 if snapshot.moments else 0,
        "can": {
            "undo": snapshot.undoes or False,
            "redo": snapshot.redoes or False,
            "overrule": game.refused is not None and game.refused.can_stand,
            "end": race.open,
            "pass": list(dict.fromkeys(window["car"] for window in windows)),
        },
        "faults": [fault_view(snapshot, fault, words) for fault in lasting(snapshot)],
        "notice": None if snapshot.notice is None else fault_view(snapshot, snapshot.notice, words)["text"],
        "lent": lent_views(snapshot),
        "over": _over(snapshot, words),
        "seen": next(({"pad": touch.pad} for touch in snapshot.touches if touch.mark == "seen"), None),
        "calm": snapshot.calm,
        "phones": list(snapshot.phones),
        "paused": snapshot.paused,
        "simulated": simulated,
    }


def _named(snapshot: Snapshot, card: str, words: Catalogue) -> JSON:
    return {"id": card, "name": card_name(card, snapshot.game.race.setup.edition.name, words)}


def _windows(snapshot: Snapshot, words: Catalogue, now_ms: int) -> Iterator[JSON]:
    race = snapshot.game.race
    for window in race.windows:
        left_ms = snapshot.left_ms(window.opened_at, now_ms)
        if left_ms >= 0:
            yield {
                "car": race.setup.cars[window.car],
                "hazard": _named(snapshot, window.hazard.id, words),
                "safety": _named(snapshot, SAFETY_OF[window.hazard.id], words),
                "left_ms": left_ms,
            }


def _over(snapshot: Snapshot, words: Catalogue) -> JSON | None:
    race = snapshot.game.race
    if not race.over:
        return None
    winners = [race.setup.cars[car] for car in race.winners]
    return {
        "winners": winners,
        "reason": race.reason,
        "text": say_end(race, words),
        "begins": race.setup.rematch().first,
    }
