"""One open page: what it was told last, and what it is to be told now."""

from collections.abc import Callable
from typing import NamedTuple

from companion.page.feed import Feed

RETRY_MS = 1000
Said = dict[tuple[object, str], tuple[str, bytes]]
"""What was drawn, by what it is and the id since which: pages that are told the same share it."""


class Telling(NamedTuple):
    """What pages of one kind are told."""

    event: str
    """How scripts know it."""
    newest: Callable[[str], tuple[str, str]]
    """Told the id that a page had last, it gives the id of what is to be shown and one line of data."""
    kind: object
    """Equal for all that are told the same."""


class Page:
    """One open page. Only one thread at a time may use it."""

    def __init__(self, feed: Feed, telling: Telling, last: str, frame: Callable[[], str]) -> None:
        """`last`: the id of what it shows; `frame` gives the event of how it stands with its frame now."""
        self._feed, self._telling, self._last, self._frame = feed, telling, last, frame
        self._framed = ""
        self.is_handed_over = False
        """Whether a publisher tells it, and no thread of its own."""

    def begin(self) -> bytes:
        """Return what every page is told first."""
        self._framed = self._frame()
        return f"retry: {RETRY_MS}\n{self._framed}".encode()

    def wait(self, timeout_s: float) -> bool:
        """Wait until there is news, at most `timeout_s`; whether there is."""
        return self._feed.wait(self._last, timeout_s)

    def news(self, said: Said) -> list[bytes]:
        """Return the events of what is newest now: it is taken from `said`, or drawn and put there."""
        key = self._telling.kind, self._last
        if key not in said:
            event_id, data = self._telling.newest(self._last)
            said[key] = event_id, f"id: {event_id}\nevent: {self._telling.event}\ndata: {data}\n\n".encode()
        self._last, event = said[key]
        return [*self._frame_if_new(), event]

    def beat(self) -> list[bytes]:
        """Return the events of nothing new.

        Scripts do not hear comments, and silence is how a page knows that it is stale: so an event.
        """
        return [*self._frame_if_new(), f"event: beat\ndata: {self._last}\n\n".encode()]

    def _frame_if_new(self) -> list[bytes]:
        if (now := self._frame()) == self._framed:
            return []
        self._framed = now
        return [now.encode()]
