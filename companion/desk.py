"""The referee as the page's threads see it (`companion.page.feed.Feed`)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from threading import Lock
from typing import Any, TypeVar

from companion.deck.deck import Deck
from companion.deck.enrolment import short_of
from companion.deck.view import missing_cards
from companion.detective.detective import Detective
from companion.editions import editions
from companion.lang import catalogue
from companion.page.feed import Choices, Health, Malformed, Named, News, Unavailable, View
from companion.page.refusal import Refused
from companion.referee.referee import Referee
from companion.referee.sitting import Sitting
from companion.referee.snapshot import Snapshot
from companion.referee.tones import heard
from companion.rules import malformed
from companion.rules.cards import BATTLE_HAZARDS, SAFETIES
from companion.sentences.report import race_object
from companion.sentences.say import DOMAIN, card_name, say_malformed
from companion.speech import spoken
from companion.store.journal import NotStoredError
from companion.view.health import parts_view
from companion.view.table import view

T = TypeVar("T")

RECORD_NAME = "current.race"
HEALTHY_S = 2.0
"""A referee that has not answered by then is not at work."""


class Desk:
    """Views of the newest snapshot, drawn once for each language, and commands to the referee's thread."""

    def __init__(
        self, referee: Referee, now_ms: Callable[[], int], *, simulated: bool, deck: Callable[[], Deck] | None = None
    ) -> None:
        """`now_ms`: the messages' monotonic clock; `deck`: what the table's deck is now, if it knows its cards."""
        self._referee, self._now_ms, self._simulated, self._deck = referee, now_ms, simulated, deck
        self._lock, self._detective = Lock(), Detective()
        self._drawn: dict[str, tuple[Snapshot, dict[str, Any]]] = {}

    def latest(self, language: str) -> View:
        """The newest view; what is left of its windows is what is left now."""
        snapshot, now_ms, words = self._referee.bulletin.latest(), self._now_ms(), catalogue(language, DOMAIN)
        with self._lock:
            drawn_of, drawn = self._drawn.get(language, (None, {}))
            if drawn_of is not snapshot:
                clues = self._detective.clues(snapshot)
                drawn = view(snapshot, words, now_ms, clues, simulated=self._simulated)
                self._drawn[language] = snapshot, drawn
        aged_ms = now_ms - snapshot.at_ms
        if not drawn["windows"] or not aged_ms:
            return drawn
        left = [snapshot.left_ms(window.opened_at, now_ms) for window in snapshot.game.race.windows]
        left = [each for each in left if each >= 0]
        windows = [{**window, "left_ms": ms} for window, ms in zip(drawn["windows"], left, strict=False)]
        return {**drawn, "windows": windows}

    def wait(self, after_id: str, timeout_s: float) -> bool:
        """Waits until there is another view than `after_id`; whether there is."""
        return self._referee.bulletin.wait(after_id, timeout_s)

    def on_change(self, wake: Callable[[], None]) -> None:
        """Has `wake` called whenever there is another view."""
        self._referee.bulletin.on_post(wake)

    def news(self, after_id: str, until_id: str, language: str) -> News:
        """What happened between two views, to be heard."""
        before, after = (self._referee.bulletin.lately(each) for each in (after_id, until_id))
        if before is None or after is None:
            return {"text": "", "urgent": False, "tones": []}
        with self._lock:
            clues = self._detective.clues(after)
        text, urgent = spoken(before, after, language, clues)
        return {"text": text, "urgent": urgent, "tones": heard(before, after)}

    def health(self, language: str) -> Health:
        """What is wrong with the table, and whether it can referee."""
        words, answers = catalogue(language, DOMAIN), True
        try:
            self._referee.ask(lambda _sitting: None, HEALTHY_S)
        except TimeoutError:
            answers = False
        snapshot = self._referee.bulletin.latest()  # what came before the question is in it
        parts = parts_view(snapshot, words)
        if not answers:
            text = words.text("fault.no-answer")
            parts.append({"part": "referee", "state": "failed", "code": "no-answer", "text": text})
        return {"referees": answers and snapshot.stores, "parts": parts}

    def choices(self, language: str) -> Choices:
        """The cards and editions that forms offer."""
        words = catalogue(language, DOMAIN)
        edition = self._referee.bulletin.latest().game.race.setup.edition

        def named(cards: Iterable[str]) -> list[Named]:
            return [{"id": card, "name": card_name(card, edition.name, words)} for card in cards]

        choices: Choices = {
            "cards": named(edition.deck),
            "hazards": named(BATTLE_HAZARDS),
            "safeties": named(SAFETIES),
            "editions": [
                {"id": each.name, "title": each.title, "switches": sorted(each.switches)}
                for each in editions().values()
            ],
        }
        lacking = short_of(self._deck(), edition) if self._deck is not None else ()
        if lacking:
            choices["missing"] = {
                "count": len(lacking),
                "cards": missing_cards(lacking, language, edition.name),
            }
        return choices

    def submit(
        self, lines: Sequence[str], command_id: str, of: int | None = None, author: str = ""
    ) -> list[dict[str, Any]]:
        """Lines of RECORD.md judged, all or none; with `of` a single one, or Refused."""
        if of is None:
            return self.ask(lambda sitting: sitting.enter(lines, self._now_ms(), command_id, author))
        (line,) = lines
        rulings = self.ask(lambda sitting: sitting.enter_about(line, of, self._now_ms(), command_id, author))
        if rulings is None:
            raise Refused(409, "desk.gone-on", words="desk")
        return rulings

    def not_mine(self, n: int, player: str, command_id: str, author: str = "") -> list[dict[str, Any]]:
        """Input `n` undone and judged again as `player`'s."""
        return self.ask(lambda sitting: sitting.not_mine(n, player, self._now_ms(), command_id, author))

    def follow(
        self, lines: Sequence[str], after: int, command_id: str, author: str = ""
    ) -> list[dict[str, Any]] | None:
        """The lines of a suggestion made after so many inputs, all or none; None: it does not hold any more."""
        return self.ask(lambda sitting: sitting.follow(lines, after, self._now_ms(), command_id, author))

    def new_race(self, head: str, command_id: str) -> list[dict[str, Any]]:
        """Another race."""

        def begin(sitting: Sitting) -> list[dict[str, Any]]:
            try:
                return sitting.new_race(head, command_id)
            except malformed.Malformed as error:
                raise error.at(0) from None  # it was a form that was filled in, and no text with lines

        return self.ask(begin)

    def go_on(self, number: int, command_id: str) -> bool:
        """A race of the journal, in place of the one that runs; whether there is that race."""
        return self.ask(lambda sitting: sitting.go_on(number, command_id))

    def lend(self, car: str, pad: str | None) -> None:
        """The car of a dead pad plays at a free one, or (None) at its own again."""
        self.ask(lambda sitting: sitting.lend_to(car, pad))

    def calm_lights(self, *, calm: bool) -> None:
        """Lights fade slowly instead of flashing, or flash again."""
        self.ask(lambda sitting: sitting.calm_lights(calm=calm))

    def keep_setting(self, name: str, value: str) -> None:
        """Keeps a setting of the table."""
        self.ask(lambda sitting: sitting.keep_setting(name, value))

    def race(self) -> Mapping[str, Any]:
        """The race object of RECORD.md."""
        return {"file": RECORD_NAME, **race_object(self._referee.bulletin.latest().game.race)}

    def record(self) -> str:
        """The race so far as a record."""
        return self.ask(lambda sitting: sitting.record())

    def ask(self, question: Callable[[Sitting], T]) -> T:
        """Has something done by the referee's thread; what it raises is raised as the page's."""
        try:
            return self._referee.ask(question)
        except malformed.Malformed as error:
            raise Malformed(partial(say_malformed, error)) from error
        except NotStoredError as error:
            raise Unavailable(partial(_declined, "declined.not-stored", detail=error.why or str(error))) from error
        except TimeoutError as error:
            raise Unavailable(partial(_declined, "declined.no-answer")) from error


def _declined(key: str, language: str, detail: str = "") -> str:
    return catalogue(language, DOMAIN).detailed(key, detail)
