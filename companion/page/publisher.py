"""One thread that tells all open pages what happens, so that an open page costs a socket and no thread."""

import logging
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from typing import Protocol

from companion.page.open_page import Page, Said

HAND_OVER = "companion.hand_over"
"""A web server that can give a connection away puts a HandOver under this key into the environment of a request."""
_log = logging.getLogger(__name__)


class Line(Protocol):
    """A connection on which a page is told what happens. Nothing that is done with it waits for the page."""

    def is_open(self) -> bool:
        """Whether the page is still there, as far as is known."""
        ...

    def is_free(self) -> bool:
        """Whether all that was said is on its way; if it is not, the publisher is woken as soon as it is."""
        ...

    def say(self, text: bytes) -> None:
        """Send it. Raises ConnectionError when the page is gone."""
        ...

    def hang_up(self) -> None:
        """End the stream. Raises nothing."""
        ...


HandOver = Callable[[Callable[[], None]], Line]
"""Given what wakes the publisher, it answers with the line of the request; the server sends nothing more on it."""


class Publisher:
    """Its thread begins with the first page."""

    def __init__(self, beat_s: float, closing: Event, on_change: Callable[[Callable[[], None]], None]) -> None:
        """Every page hears something each `beat_s`; `on_change` is given what is to be called at every change."""
        self._beat_s, self._closing, self._on_change = beat_s, closing, on_change
        self._calls: SimpleQueue[_Told | None] = SimpleQueue()
        self._lock, self._began = Lock(), False

    def take(self, page: Page, line: Line, left: Callable[[], None]) -> None:
        """Tell this page from now on; `left` is called once it is gone."""
        self._calls.put(_Told(page, line, left, self._beat_s))
        with self._lock:
            if not self._began:
                self._began = True
                self._on_change(self.wake)
                Thread(target=self._run, name="publisher", daemon=True).start()

    def wake(self) -> None:
        """Look at once what there is to tell. Any thread, and any signal, may call it."""
        self._calls.put(None)

    def _run(self) -> None:
        pages: list[_Told] = []
        while True:
            pages += self._called(min((page.due_s for page in pages), default=None))
            said: Said = {}
            pages = [page for page in pages if page.tell(said, closing=self._closing.is_set())]

    def _called(self, until_s: float | None) -> "list[_Told]":
        """Wait for a call, or until then; answers with the pages that are new."""
        calls: list[_Told | None] = []
        try:
            calls.append(self._calls.get(timeout=None if until_s is None else max(0, until_s - time.monotonic())))
            while True:
                calls.append(self._calls.get_nowait())
        except Empty:
            return [call for call in calls if call is not None]


class _Told:
    """A page on its line."""

    def __init__(self, page: Page, line: Line, left: Callable[[], None], beat_s: float) -> None:
        self._page, self._line, self._left, self._beat_s = page, line, left, beat_s
        self.due_s = time.monotonic() + beat_s
        """When it must hear something again."""

    def tell(self, said: Said, *, closing: bool) -> bool:
        """Tell it what there is to be told; answers whether it stays."""
        try:
            if self._line.is_open() and not closing:
                self._tell(said)
                return True
            self._line.hang_up()
        except ConnectionError:
            pass
        except Exception:  # noqa: BLE001 - whatever is wrong with one page, the others are told
            _log.exception("A page is told nothing more")
            self._line.hang_up()
        self._left()
        return False

    def _tell(self, said: Said) -> None:
        """One that has not read what it was told before hears the newest when it has: what it missed is in that."""
        is_free, now_s = self._line.is_free(), time.monotonic()
        is_new, is_due = is_free and self._page.wait(0), now_s >= self.due_s
        if is_new or is_due:
            self.due_s = now_s + self._beat_s
        if is_free and (is_new or is_due):
            self._line.say(b"".join(self._page.news(said) if is_new else self._page.beat()))
