"""An enrolment under way: stickers laid on any pad become cards, one after the other, each kept before it is shown."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Condition
from typing import NamedTuple

from companion.deck.deck import Deck, Entry
from companion.deck.enrolment import Box, Count, Refused, counts, enrol, enrol_named, last, named, wanted
from companion.deck.registry import Registry, RegistryError
from firmware.messages import Message, Scan

REST_MS = 10 * 60_000
"""An enrolment in which nobody does anything for so long is over: the table plays again."""


class Outcome(NamedTuple):
    """What came of the latest act: `laid`, `spare`, `undone`, `imported`, or `refused` with its problem."""

    act: str
    entry: Entry | None = None
    problem: str = ""
    facts: tuple[tuple[str, object], ...] = ()


class Stand(NamedTuple):
    """How far an enrolment is."""

    version: int
    active: bool
    deck: Deck
    counts: tuple[Count, ...]
    wanted: Entry | None
    """What the next sticker shall be; None when nothing is missing and nothing was chosen."""
    outcome: Outcome | None
    names: bool
    """Whether the texts on stickers say which cards they are."""


class Enrolling:
    """The enrolment of one table. Any thread may call; nothing of the game is touched."""

    def __init__(
        self,
        registry: Registry,
        box: Box,
        now_ms: Callable[[], int],
        changed: Callable[[bool, Deck], None] = lambda _active, _deck: None,
    ) -> None:
        """`changed` is told, in the caller's thread, whenever the enrolment begins or ends or the deck is another."""
        self.box = box
        self.registry, self._now_ms, self._changed = registry, now_ms, changed
        self._news = Condition()
        self._version = self._touched_ms = 0
        self._active = self._names = False
        self._chosen = ""
        self._outcome: Outcome | None = None

    @property
    def active(self) -> bool:
        """Whether stickers laid on pads are enrolled now, and not played."""
        with self._news:
            if self._active and self._now_ms() - self._touched_ms > REST_MS:
                self.end()
            return self._active

    def begin(self) -> None:
        """From now on stickers are enrolled."""
        with self._act():
            self._active, self._outcome = True, None

    def end(self) -> None:
        """From now on cards are played again."""
        with self._act():
            self._active, self._names, self._chosen = False, False, ""

    def names(self) -> bool:
        """Whether the texts on stickers are to be read now."""
        with self._news:
            return self.active and self._names

    def read_names(self, *, on: bool) -> None:
        """Let the texts on stickers say which cards they are, or no more; until the enrolment ends.

        Never by default: any phone can read such a text, and so a hand of cards through their backs.
        """
        with self._act():
            self._names, self._outcome = on and self._active, None

    def take(self, message: Message) -> bool:
        """Whether the message was a sticker for the enrolment; it is enrolled then."""
        if not isinstance(message, Scan) or not self.active:
            return False
        self.lay(message.uid, message.texts)
        return True

    def lay(self, uid: bytes, texts: tuple[str, ...] | None = None) -> None:
        """A sticker becomes the card that is wanted, or while names are read the one that its text says."""
        with self._act():
            if self._names:
                self.registry.keep(enrol_named(self.registry.deck, uid, texts, self.box))
                self._outcome = Outcome("laid", self.registry.deck.entry(uid))
                return
            entry = self._wanted()
            spare = entry is not None and bool(self.registry.deck.tags_of(entry))
            self.registry.keep(enrol(self.registry.deck, uid, entry))
            self._outcome = Outcome("spare" if spare else "laid", entry)
            if self._chosen not in self.box:
                self._chosen = ""

    def choose(self, word: str) -> bool:
        """What comes next: a kind, or one card (a spare if it has a sticker), or `command NAME`; whether there is one.

        An empty word lets the first that is missing come next. From now on the choice counts, and no name.
        """
        if word and word not in self.box and named(word, self.box) is None:
            return False
        with self._act():
            self._chosen, self._names, self._outcome = word, False, None
        return True

    def undo(self) -> None:
        """The sticker enrolled last is no card any more."""
        with self._act():
            deck = self.registry.deck
            if (uid := last(deck)) is None:
                raise Refused("nothing-to-undo")
            self.registry.keep(deck.without(uid))
            self._outcome = Outcome("undone", deck.entry(uid))

    def exchange(self, deck: Deck) -> None:
        """Another deck stands in place of this one, say as it was imported."""
        with self._act():
            self.registry.exchange(deck)
            self._outcome = Outcome("imported", facts=(("count", len(deck)),))

    def stand(self) -> Stand:
        """How far it is."""
        with self._news:
            deck, active = self.registry.deck, self.active
            return Stand(
                self._version, active, deck, counts(deck, self.box), self._wanted(), self._outcome, self._names
            )

    def wait(self, version: int, timeout_s: float) -> bool:
        """Waits until there is another stand than `version`; whether there is."""
        with self._news:
            return self._news.wait_for(lambda: self._version != version, timeout_s)

    def _wanted(self) -> Entry | None:
        return named(self._chosen, self.box) or wanted(self.registry.deck, self.box, self._chosen)

    @contextmanager
    def _act(self) -> Iterator[None]:
        """Something is done; what refuses it is the outcome."""
        with self._news:
            before = self._active, self.registry.deck
            try:
                yield
            except Refused as refused:
                self._outcome = Outcome("refused", refused.entry, refused.problem, tuple(refused.facts.items()))
            except RegistryError as error:
                self._outcome = Outcome("refused", None, "not-kept", (("detail", str(error)),))
            self._version += 1
            self._touched_ms = self._now_ms()
            self._news.notify_all()
            after = self._active, self.registry.deck
        if after != before:
            self._changed(*after)
