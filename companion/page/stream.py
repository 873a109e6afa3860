"""Server-sent events: a page hears of every change, and takes up where it was when the line was cut."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from threading import Event, Lock

from flask import Response, current_app, jsonify, request

from companion.lang import catalogue
from companion.page.author import acting
from companion.page.build import BUILD
from companion.page.feed import Feed
from companion.page.open_page import Page, Telling
from companion.page.publisher import HAND_OVER, HandOver, Publisher
from companion.page.speech import language

FULL_RETRY_S = 5


class Streams:
    """The open streams of one server, at most `limit`.

    Where the server gives connections away, one thread tells all of them; elsewhere each holds the server's thread.
    """

    def __init__(self, feed: Feed, *, limit: int = 64, beat_s: float = 5.0) -> None:
        self.limit = limit
        self._feed = feed
        self._beat_s = beat_s
        self._open = 0
        self.closing = Event()
        """Set, it ends every stream at its next event or beat; whoever sets it wakes those that wait."""
        self._lock = Lock()
        self._publisher = Publisher(beat_s, self.closing, feed.on_change)

    def count(self) -> dict[str, int]:
        """Return how many streams are open, and how many may be."""
        return {"open": self._open, "limit": self.limit}

    def answer(self, telling: Telling) -> Response:
        """Answer the request at hand with a stream.

        It begins after the event that the browser had last (header `Last-Event-ID`, or `last` in the query for
        a page that had it otherwise). A view says all that a page shows, so the newest makes good every one missed.
        Beyond the limit the answer is 503.
        """
        with self._lock:
            if self._open >= self.limit:
                return _full()
            self._open += 1
        last = request.headers.get("Last-Event-ID") or request.args.get("last", "")
        page = Page(self._feed, telling, last, frame_now())
        answer = Response(self._events(page, request.environ.get(HAND_OVER)), mimetype="text/event-stream")
        answer.headers["Cache-Control"] = "no-store"
        answer.call_on_close(partial(self._answered, page))
        return answer

    def _events(self, page: Page, hand_over: HandOver | None) -> Iterator[bytes]:
        yield page.begin()
        if hand_over is not None:
            page.is_handed_over = True
            self._publisher.take(page, hand_over(self._publisher.wake), self._left)
            return
        while not self.closing.is_set():
            yield from page.news({}) if page.wait(self._beat_s) else page.beat()

    def _answered(self, page: Page) -> None:
        if not page.is_handed_over:
            self._left()

    def _left(self) -> None:
        with self._lock:
            self._open -= 1


def frame_now() -> Callable[[], str]:
    """Return what says how it stands with the frame of the asking page now, as an event.

    `build` is another one after an upgrade: then the page's scripts are old; `acts`: it may command.
    """
    build, acts = current_app.extensions[BUILD], acting()
    return lambda: f"event: frame\ndata: {json.dumps({'build': build, 'acts': acts()})}\n\n"


def _full() -> Response:
    answer = jsonify(error=catalogue(language(), "page").text("page.full"))
    answer.status_code = 503
    answer.headers["Retry-After"] = str(FULL_RETRY_S)
    return answer
