"""What the page needs of the referee: it reads views, sends lines of the record (RECORD.md), and never sees a race."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NotRequired, Protocol, TypedDict

from companion.lang import LANGUAGES

View = Mapping[str, Any]
"""The table as shown, in one language: JSON values only. A view is never changed once it was given out."""


class Declined(Exception):
    """A command that was not done; nothing has changed. It is told in the asker's language, fit to be shown."""

    def __init__(self, told: str | Callable[[str], str]) -> None:
        """`told`: the sentence, or what makes it in a language."""
        super().__init__(told if isinstance(told, str) else told(LANGUAGES[0]))
        self._told = told

    def text(self, language: str) -> str:
        """Return why, and the cure."""
        return self._told if isinstance(self._told, str) else self._told(language)


class Malformed(Declined):
    """A request that cannot be understood; its text names the place and the cure."""


class Unavailable(Declined):
    """A command that could not be taken now, say as the journal is full."""


class Named(TypedDict):
    """A thing that the record knows by `id` and people by `name`."""

    id: str
    name: str


class EditionChoice(TypedDict):
    """An edition that can be played, with the ids of its house rules; their sentences are `page.switch.<id>`."""

    id: str
    title: str
    switches: list[str]


class Missing(TypedDict):
    """Cards without a sticker: how many, and which, as a sentence lists them."""

    count: int
    cards: str


class Choices(TypedDict):
    """What the forms offer: the cards of the edition now played, in the deck's order, and every edition.

    `hazards` are those that stop a car.

    `missing`: what the deck is short of, if it is.
    """

    cards: list[Named]
    hazards: list[Named]
    safeties: list[Named]
    editions: list[EditionChoice]
    missing: NotRequired[Missing]


class News(TypedDict):
    """What has happened between two views, to be heard."""

    text: str
    """Plain text, empty for nothing."""
    urgent: bool
    """Whether somebody must act before play goes on."""
    tones: list[str]
    """In order: `seen`, `accepted`, `refused`, `question`, `stroke`, `win`."""


class Health(TypedDict):
    """How the table is."""

    referees: bool
    """Whether cards are ruled on and stored."""
    parts: list[dict[str, Any]]
    """Those that do not work as they should: `part` (such as `reader seat-3`), `state` (`failed` for one that does
    nothing, `hindered` for one that does not do all), `code` and `text`."""


class Feed(Protocol):
    """The referee as the page's threads see it. All methods may be called from any thread.

    Commands raise Malformed, Unavailable, or Refused when the race is not any more as it was seen.

    `command_id` makes a command idempotent: one accepted before is answered as it was then, and not done twice.
    """

    def latest(self, language: str) -> View:
        """Return the newest view, stored in the journal before it is given. Its `id` is `<boot>.<counter>`.

        `left_ms` of its stroke windows is what is left now, at this call.
        """
        ...

    def wait(self, after_id: str, timeout_s: float) -> bool:
        """Wait until the newest view has another id than `after_id` (at once if it has), at most `timeout_s`.

        Returns whether it has. An id of an earlier boot, or none, counts as another.
        """
        ...

    def on_change(self, wake: Callable[[], None]) -> None:
        """Have `wake` called, from now on, whenever there is another view; it takes no time and raises nothing."""
        ...

    def news(self, after_id: str, until_id: str, language: str) -> News:
        """Return what happened between two views; nothing when the first is long ago, or of an earlier boot."""
        ...

    def health(self, language: str) -> Health:
        """Return what is wrong with the table; it takes no longer than 2 s."""
        ...

    def choices(self, language: str) -> Choices:
        """Return what forms offer."""
        ...

    def submit(
        self, lines: Sequence[str], command_id: str, of: int | None = None, author: str = ""
    ) -> list[dict[str, Any]]:
        """Have lines of RECORD.md judged, all or none, and return their rulings as RECORD.md's JSON objects.

        `author`: who sends them; the record says so.
        `of` goes with a single line: the input that the person meant it about. For `overrule` that is the view's
        `warning.n`, for `redo` its `can.redo`, otherwise its `can.undo`, 0 for none. When something else has happened
        meanwhile, nothing is entered, and Refused is raised.
        """
        ...

    def not_mine(self, n: int, player: str, command_id: str, author: str = "") -> list[dict[str, Any]]:
        """Undo input `n` of the history and have the same tap judged as `player`'s."""
        ...

    def new_race(self, head: str, command_id: str) -> list[dict[str, Any]]:
        """Begin a race by the head of a record (RECORD.md, Head)."""
        ...

    def lend(self, car: str, pad: str | None) -> None:
        """Have the car of a dead pad play at a free one (the view's `faults` offer them), or (None) at its own again.

        It lasts until the own pad works again.
        """
        ...

    def calm_lights(self, *, calm: bool) -> None:
        """Have the lights fade slowly instead of flashing, or flash again. It is a setting of the table and lasts."""
        ...

    def race(self) -> Mapping[str, Any]:
        """Return the race object of RECORD.md (`--json`, the last line)."""
        ...

    def record(self) -> str:
        """Return the race so far as a record."""
        ...
