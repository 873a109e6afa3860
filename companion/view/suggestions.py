"""What may have been missed before a refused tap, as questions that people answer with one touch."""

from collections.abc import Sequence
from typing import Any

from companion.detective.case import Done
from companion.detective.clues import Clue, What
from companion.lang import Catalogue, catalogue
from companion.rules import inputs
from companion.rules.cards import Kind
from companion.rules.game import Refused
from companion.rules.inputs import Input
from companion.rules.reading import Tap
from companion.rules.setup import Setup
from companion.rules.write import write_input
from companion.sentences.say import card_name

JSON = dict[str, Any]
DOMAIN = "detective"


def suggestion_views(clues: Sequence[Clue], refused: Refused, setup: Setup, words: Catalogue) -> list[JSON]:
    """Each clue as a question and the lines that it enters; a line that is None is the one that people choose."""
    told = _Told(refused, setup, words)
    return [told.suggestion(clue) for clue in clues]


class _Told:
    """Clues in words; `cards` are those of the rulings."""

    def __init__(self, refused: Refused, setup: Setup, cards: Catalogue) -> None:
        self._setup, self._cards, self._words = setup, cards, catalogue(cards.language, DOMAIN)
        self._tap = Tap(refused.play.car, refused.play.card)

    def suggestion(self, clue: Clue) -> JSON:
        only = _only(clue)
        missed_now = clue.what is What.UNTAPPED and clue.about is None and not clue.others
        return {
            "text": self._question(clue, only),
            "lines": [self._line(only) if only is not None and line is None else line for line in clue.lines],
            "choices": [] if only is not None else self._choices(clue),
            "hint": self._words.text("hint", card=self._card(self._tap)) if missed_now else None,
        }

    def _question(self, clue: Clue, only: Tap | None) -> str:
        about = clue.about.input if clue.about is not None else self._tap
        shown = only if only is not None and clue.what is What.UNTAPPED else about
        owner = clue.about.player if clue.about is not None and clue.what is What.DROPPED else clue.player
        question = self._words.text(
            _key(clue, only, about),
            player="" if owner is None else self._setup.players[owner],
            card=self._card(shown),
            pad=self._pad(self._tap if clue.what is What.MOVED else only),
            other=self._pad(about),
            count=clue.draws,
        )
        if clue.others:
            cards = [
                self._words.text("of", player=self._owner(done), card=self._card(done.input)) for done in clue.others
            ]
            named = self._cards.text("and").join(cards)
            return self._words.text("with", question=question, cards=named, count=len(cards))
        if clue.about is None or clue.what is What.MOVED:
            return question
        wrapped = "before" if clue.what is What.UNTAPPED else "number"
        return self._words.text(wrapped, question=question, card=self._card(about), n=clue.about.n)

    def _owner(self, done: Done) -> str:
        return self._cards.text("somebody") if done.player is None else self._setup.players[done.player]

    def _choices(self, clue: Clue) -> list[JSON]:
        """What people choose from; cards that were missed by their pads, the player's own first, attacks last."""
        if clue.what is What.PAD:
            return [{"on": None, "text": self._pad(tap), "line": self._line(tap)} for tap in clue.choices]
        if clue.what is What.BY:
            return [{"on": None, "text": self._player(tap), "line": self._line(tap)} for tap in clue.choices]
        own = None if clue.player is None else self._setup.car_of[clue.player]
        taps = sorted(clue.choices, key=lambda tap: (tap.car != own, tap.car is not None, tap.car))
        on = {tap.car: self._on(tap) for tap in taps}
        return [{"on": on[tap.car], "text": self._card(tap), "line": self._line(tap)} for tap in taps]

    def _line(self, entered: Input) -> str:
        return write_input(entered, self._setup)

    def _card(self, entered: Input) -> str:
        if not isinstance(entered, Tap) or entered.card is None:
            return ""
        return card_name(entered.card.id, self._setup.edition.name, self._cards)

    def _pad(self, entered: Input | None) -> str:
        if isinstance(entered, inputs.Pass):
            return self._setup.cars[entered.car]
        if not isinstance(entered, Tap):
            return ""
        return self._words.text("pile") if entered.car is None else self._setup.cars[entered.car]

    def _on(self, tap: Tap) -> str:
        return self._words.text("on.pile") if tap.car is None else self._words.text("on", pad=self._pad(tap))

    def _player(self, tap: Tap) -> str:
        return "" if tap.by is None else self._setup.players[tap.by]


def _only(clue: Clue) -> Tap | None:
    """The one tap that it can be. Which card was discarded is never fixed: nobody saw it."""
    if len(clue.choices) != 1:
        return None
    return None if clue.what is What.UNTAPPED and clue.choices[0].car is None else clue.choices[0]


def _key(clue: Clue, only: Tap | None, about: Input) -> str:
    """The question in the catalogue."""
    if clue.what is What.DROPPED:
        return f"dropped.{type(about).__name__.lower()}"
    if only is None:
        return str(clue.what)
    attack = clue.what is What.UNTAPPED and only.card is not None and only.card.kind is Kind.HAZARD
    return f"{clue.what}.attack" if attack else f"{clue.what}.one"
