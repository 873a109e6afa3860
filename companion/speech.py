"""What the table says aloud: what is new between two snapshots, in sentences made to be heard."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from companion.detective.clues import Clue
from companion.lang import Catalogue, catalogue
from companion.moment import Moment
from companion.referee.snapshot import Snapshot
from companion.rules import inputs
from companion.rules.cards import SAFETY_OF
from companion.rules.ruling import Verdict
from companion.sentences.say import DOMAIN as RULINGS
from companion.sentences.say import card_name, instead, say_end, wrong
from companion.view.faults import fault_view, lasting
from companion.view.questions import question_view
from companion.view.suggestions import suggestion_views

DOMAIN = "speech"
MOST = 3
"""Inputs that are told at once; who missed more hears the latest."""
_MARKUP = str.maketrans("<>", "  ")
"""A voice might obey what stands between these."""
_CORRECTIONS: dict[type[object], str] = {
    inputs.Undo: "speech.undo",
    inputs.Redo: "speech.redo",
    inputs.Overrule: "speech.overrule",
    inputs.SetCar: "speech.set",
    inputs.SetTurn: "speech.set",
    inputs.SetDispenser: "speech.set",
}


class Spoken(NamedTuple):
    """A text to be heard, empty for nothing."""

    text: str
    urgent: bool
    """Whether somebody must act before play goes on: a refusal, a question."""


def spoken(before: Snapshot, after: Snapshot, language: str, clues: Sequence[Clue] = ()) -> Spoken:
    """What has happened between two snapshots; of what came before the first, nothing.

    `clues` would explain the tap that stands refused after it.

    Names are as people wrote them, but for angle brackets: it is plain text.
    """
    words, rulings = catalogue(language, DOMAIN), catalogue(language, RULINGS)
    new_race = after.race != before.race
    goes_on = new_race and after.game.n > MOST
    fresh = [each for each in after.moments if each.n > before.game.n or new_race] if not goes_on else []
    asked = after.asked is not None and after.asked is not before.asked
    told = after.notice is not None and after.notice is not before.notice
    sentences = [words.text("speech.goes-on" if goes_on else "speech.new-race")] if new_race else []
    sentences += [sentence for each in fresh[-MOST:] for sentence in _ruled(each, words, rulings)]
    sentences += _suggested(before, after, clues, rulings)
    sentences += _windows(before, after, rulings)
    if asked and (question := question_view(after, rulings)) is not None:
        sentences.append(question["text"])
    sentences += _parts(before, after, words, rulings)
    refused = any(each.ruling.verdict in (Verdict.ILLEGAL, Verdict.UNCLEAR) for each in fresh)
    if new_race or any(map(_turn_is_news, fresh)):
        sentences += _turn(after, words, rulings)
    return Spoken(" ".join(dict.fromkeys(sentences)).translate(_MARKUP), refused or asked or told)


def _ruled(ruled: Moment, words: Catalogue, rulings: Catalogue) -> Iterator[str]:
    """A ruling; of a correction only that it was made, as the turn that is told next says how it stands."""
    entered, verdict = ruled.entry.input, ruled.ruling.verdict
    noted = verdict is Verdict.NOTED
    if noted and type(entered) in _CORRECTIONS:
        yield words.text(_CORRECTIONS[type(entered)])
    elif verdict is Verdict.ILLEGAL:
        yield words.text("speech.refused", why=wrong(ruled, rulings), instead=instead(ruled, rulings))
    elif not (noted and isinstance(entered, inputs.Draw | inputs.End)):
        yield wrong(ruled, rulings)
    if ruled.after.race.over and not ruled.before.race.over:
        yield say_end(ruled.after.race, rulings)


def _suggested(before: Snapshot, after: Snapshot, clues: Sequence[Clue], rulings: Catalogue) -> Iterator[str]:
    """What was most likely missed before a tap that has been refused now: the first of the page's suggestions."""
    refused = after.game.refused
    if refused is not None and refused is not before.game.refused:
        yield from (each["text"] for each in suggestion_views(clues[:1], refused, after.game.race.setup, rulings))


def _windows(before: Snapshot, after: Snapshot, rulings: Catalogue) -> Iterator[str]:
    """Whose stroke may come now."""
    race, page = after.game.race, catalogue(rulings.language, "page")
    named: Callable[[str], str] = lambda card: card_name(card, race.setup.edition.name, rulings)  # noqa: E731 - a name for a partial
    for window in race.windows:
        if window not in before.game.race.windows and after.left_ms(window.opened_at, after.at_ms) >= 0:
            hazard, safety = named(window.hazard.id), named(SAFETY_OF[window.hazard.id])
            said = page.text("page.stroke.window", car=race.setup.cars[window.car], hazard=hazard, safety=safety)
            yield f"{said}."


def _parts(before: Snapshot, after: Snapshot, words: Catalogue, rulings: Catalogue) -> Iterator[str]:
    """Parts that have failed, or work again, and what was told of a touch that meant nothing."""
    known = {(fault.part, fault.code) for fault in lasting(before)}
    now = {(fault.part, fault.code) for fault in lasting(after)}
    new = [fault for fault in lasting(after) if (fault.part, fault.code) not in known]
    if after.notice is not None and after.notice is not before.notice:
        new.append(after.notice)
    for fault in new:
        yield str(fault_view(after, fault, rulings)["text"])
    for fault in lasting(before):
        if (fault.part, fault.code) not in now:
            sentence = words.text("speech.mended", part=fault_view(after, fault, rulings)["part"])
            yield sentence[:1].upper() + sentence[1:]


def _turn_is_news(ruled: Moment) -> bool:
    was, now = ruled.before.race, ruled.after.race
    return type(ruled.entry.input) in _CORRECTIONS or (was.turn, was.open) != (now.turn, now.open)


def _turn(after: Snapshot, words: Catalogue, rulings: Catalogue) -> Iterator[str]:
    """Who is on turn, and how their car stands."""
    race = after.game.race
    setup = race.setup
    if race.turn is None:
        return
    if race.open and race.next is not None:
        yield words.text("speech.open", player=setup.players[race.turn], next=setup.players[race.next])
        return
    car = race.cars[setup.car_of[race.turn]]
    states = [words.text("speech.km", km=car.km) if car.started or car.km else words.text("speech.start")]
    if car.stopped_by:
        states.append(words.text("speech.stopped", hazard=card_name(car.stopped_by, setup.edition.name, rulings)))
    if car.limited:
        states.append(words.text("speech.limited"))
    names = {"player": setup.players[race.turn], "car": setup.cars[setup.car_of[race.turn]]}
    key = "speech.turn.team" if setup.in_teams else "speech.turn"
    yield words.text(key, **names, state=", ".join(states))
