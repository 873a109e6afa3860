"""What waits for people to answer, as everybody sees it: an open question, a refused card that could still stand."""

from collections.abc import Sequence
from typing import Any

from companion.detective.clues import Clue
from companion.lang import Catalogue, catalogue
from companion.referee.snapshot import Snapshot
from companion.rules.words import quote
from companion.sentences.say import card_name, citation, instead, wrong
from companion.touch.asked import Asked
from companion.touch.seating import DISCARD
from companion.view.suggestions import suggestion_views

JSON = dict[str, Any]
PAGE = "page"


def question_view(snapshot: Snapshot, words: Catalogue) -> JSON | None:
    """The open question; each of its answers is a line of the record."""
    question, race = snapshot.game.question, snapshot.game.race
    if snapshot.asked is not None:
        return _asked(snapshot, snapshot.asked, words)
    asked = next((ruled for ruled in snapshot.moments if question is not None and ruled.n == question.n), None)
    if question is None or asked is None or question.tap.car is None:
        return None
    players = [race.setup.players[play.player] for play in question.plays if play.player is not None]
    return {
        "code": "whose-card",
        "text": wrong(asked, words),
        "players": players,
        "answers": [{"name": player, "line": f"by {quote(player)}"} for player in players],
        "car": race.setup.cars[question.tap.car],
        "card": _named(snapshot, question.plays[0].card.id, words),
    }


def _asked(snapshot: Snapshot, asked: Asked, words: Catalogue) -> JSON:
    """A card that has not entered the race before somebody says what it was."""
    card, pile = _named(snapshot, asked.card.id, words), catalogue(words.language, PAGE).text("page.missed.discard")
    names = [answer.name for answer in asked.answers]
    facts = {"card": card["name"], "first": names[0], "second": names[1]}
    return {
        "code": asked.code,
        "text": words.text(f"asked.{asked.code}", **facts),
        "players": names,
        "answers": [{"name": pile if name == DISCARD else name, "line": f"by {quote(name)}"} for name in names],
        "car": names[asked.proposed],
        "card": card,
    }


def warning_view(snapshot: Snapshot, words: Catalogue, clues: Sequence[Clue]) -> JSON | None:
    """The latest refused tap, while it can still be answered; what is suggested holds `after` so many inputs."""
    first, refused = snapshot.refused, snapshot.game.refused
    if first is None or refused is None:
        return None
    return {
        "text": wrong(first, words),
        "citation": citation(first),
        "instead": instead(first, words),
        "can_overrule": refused.can_stand,
        "n": first.n,
        "suggestions": suggestion_views(clues, refused, snapshot.game.race.setup, words),
        "after": snapshot.game.n,
    }


def _named(snapshot: Snapshot, card: str, words: Catalogue) -> JSON:
    return {"id": card, "name": card_name(card, snapshot.game.race.setup.edition.name, words)}
