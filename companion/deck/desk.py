"""The enrolment as the page's threads see it (`companion.page.enrol.Wizard`)."""

from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from companion.deck.enrolling import Enrolling
from companion.deck.sheet import sheet
from companion.deck.text import read_deck, write_deck
from companion.deck.view import enrol_view
from companion.page.feed import Malformed
from companion.rules import malformed
from companion.rules.edition import Edition
from companion.sentences.say import say_malformed


class Roll(Protocol):
    """A roll of stickers at a simulated table."""

    @property
    def rest(self) -> Callable[[], None]:
        """Lets robots rest: their cards would be laid among the stickers."""
        ...

    def lay(self) -> None:
        """Lay one that nobody knows on a pad, and lift it."""
        ...


class EnrolDesk:
    """What the wizard shows and does; of the cards of `edition`."""

    def __init__(self, enrolling: Enrolling, edition: Edition, roll: Roll | None = None) -> None:
        """`roll`: the stickers of a simulated table."""
        self._enrolling, self._edition, self._roll = enrolling, edition, roll
        self.end, self.choose, self.undo = enrolling.end, enrolling.choose, enrolling.undo
        self.read_names = enrolling.read_names

    def view(self, language: str) -> dict[str, Any]:
        """How far it is."""
        return enrol_view(self._enrolling.stand(), language, self._edition.name, simulated=self._roll is not None)

    def begin(self) -> None:
        """Let stickers be enrolled."""
        if self._roll is not None:
            self._roll.rest()
        self._enrolling.begin()

    def blank(self) -> None:
        """Lay a sticker that nobody knows; nothing while cards are played, for there it would be no card."""
        if self._roll is not None and self._enrolling.active:
            self._roll.lay()

    def take(self, text: str) -> None:
        """The deck from a text. Raises the page's Malformed."""
        try:
            self._enrolling.exchange(read_deck(text, self._edition))
        except malformed.Malformed as error:
            raise Malformed(partial(say_malformed, error)) from error

    def text(self) -> str:
        """The deck as text."""
        return write_deck(self._enrolling.stand().deck)

    def sheet(self, language: str) -> str:
        """The deck to print."""
        return sheet(self._enrolling.stand().deck, self._enrolling.box, language, self._edition.name)
