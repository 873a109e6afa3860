"""The stream of the simulated table's page: its HTML when anything changed, its light when a pixel did."""

import json
import time
from collections.abc import Callable, Iterator
from threading import Event, Lock

from flask import Response, current_app

from companion.page.stream import frame_now

FRAME_S = 0.125
BEAT_S = 5.0
LIMIT = 8
"""Streams at a time: each holds a thread of the web server."""
FULL_RETRY_S = 5


class Live:
    """The open streams of this page."""

    def __init__(self, state: Callable[[], object], light: Callable[[], bytes]) -> None:
        """`state` is equal as long as the HTML is the same; `light` is the whole chain, RGB."""
        self._state, self._light = state, light
        self._lock = Lock()
        self._open = 0

    def answer(self, draw: Callable[[], dict[str, str]]) -> Response:
        """Answer a request with a stream; `draw` makes the HTML of each part. With too many open the answer is 503."""
        with self._lock:
            if self._open >= LIMIT:
                return Response(status=503, headers={"Retry-After": str(FULL_RETRY_S)})
            self._open += 1
        closing = current_app.extensions["streams"].closing
        answer = Response(self._events(draw, closing, frame_now()), mimetype="text/event-stream")
        answer.headers["Cache-Control"] = "no-store"
        answer.call_on_close(self._closed)
        return answer

    def _events(self, draw: Callable[[], dict[str, str]], closing: Event, frame: Callable[[], str]) -> Iterator[str]:
        framed = ""
        shown: object = None
        lit: bytes | None = None
        heard = time.monotonic()
        while not closing.is_set():
            news: dict[str, object] = {}
            if (state := self._state()) != shown:
                shown, news["parts"] = state, draw()
            if (light := self._light()) != lit:
                lit, news["light"] = light, light.hex()
            now = time.monotonic()
            if news or now - heard >= BEAT_S:
                heard = now
                if (fresh := frame()) != framed:
                    framed = fresh
                    yield framed
                yield f"data: {json.dumps(news, ensure_ascii=False)}\n\n"
            time.sleep(FRAME_S)

    def _closed(self) -> None:
        with self._lock:
            self._open -= 1
