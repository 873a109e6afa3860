"""The real web server: open pages starve nobody, one too many is told so, and a closed one gives its place back."""

import json
import socket
import time
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from threading import Thread
from typing import Any, BinaryIO

import pytest

from companion.page import create_app, serve
from companion.page.server import RECEIVED_LIMIT_BYTES, THREADS
from tests.companion.page import views
from tests.companion.page.fake_feed import FakeFeed, entry
from tests.endurance.listener import ask

STREAMS = 2 * THREADS
"""Pages hold no thread."""
UNRECEIVED_BYTES = 300_000_000
LONG_HISTORY = [entry(n, "legal", "It may drive. " * 20) for n in range(1, 200)]


@pytest.fixture
def feed() -> FakeFeed:
    return FakeFeed(views.middle())


@pytest.fixture
def port(feed: FakeFeed) -> Iterator[int]:
    server = serve(create_app(feed, streams=STREAMS, beat_s=0.2), "127.0.0.1", 0)
    Thread(target=server.run, daemon=True).start()
    yield int(server.effective_port)
    server.close()


def get(port: int, path: str) -> HTTPResponse:
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path, headers={"Connection": "close"})
    return connection.getresponse()


def views_of(line: BinaryIO, until: int) -> Iterator[dict[str, Any]]:
    """The views that come on a connection, up to one whose dispenser has so many cards."""
    for text in line:
        if text.startswith(b'data: {"id"'):
            view: dict[str, Any] = json.loads(text.removeprefix(b"data: "))
            yield view
            if view["dispenser"] == until:
                return


def data_of_next(stream: HTTPResponse, event: str) -> str:
    while stream.readline() != f"event: {event}\n".encode():
        pass
    return stream.readline().decode().removeprefix("data: ")


def test_open_pages_all_hear_and_starve_nobody(feed: FakeFeed, port: int) -> None:
    streams = [get(port, "/api/events") for _ in range(STREAMS)]
    for stream in streams:
        assert json.loads(data_of_next(stream, "view"))["dispenser"] == 41
    with get(port, "/") as page:
        assert page.status == 200
        assert b"Luigi is on turn" in page.read()
    feed.show(dispenser=5)
    for stream in streams:
        assert json.loads(data_of_next(stream, "view"))["dispenser"] == 5
        stream.close()


def test_a_page_that_does_not_read_delays_nobody_and_hears_the_newest_when_it_does(feed: FakeFeed, port: int) -> None:
    reads = get(port, "/api/events")
    slow = ask(port, "/api/events", room=4096)
    shown = range(42, 142)  # upward from what there was: the slow page may have been told that, too
    for dispenser in shown:
        feed.show(dispenser=dispenser, history=LONG_HISTORY)
        while json.loads(data_of_next(reads, "view"))["dispenser"] != dispenser:
            pass
    with slow, slow.makefile("rb") as line:
        heard = [each["dispenser"] for each in views_of(line, until=shown[-1])]
    assert heard == sorted(heard)
    assert len(heard) < len(shown)
    reads.close()


def test_who_goes_on_asking_on_the_line_of_a_page_is_not_answered_on_it(feed: FakeFeed, port: int) -> None:
    asked = b"GET /api/events HTTP/1.1\r\nHost: table\r\n\r\n", b"GET /api/race HTTP/1.1\r\nHost: table\r\n\r\n"
    with socket.create_connection(("127.0.0.1", port), 10) as page, page.makefile("rb") as line:
        page.sendall(b"".join(asked))
        next(views_of(line, until=41))
        page.sendall(asked[1])
        feed.show(dispenser=5)
        said = b"".join(iter(line.readline, b"event: beat\n"))
    assert b'"dispenser": 5' in said
    assert b"HTTP/1.1" not in said


def test_a_table_that_closes_ends_its_pages_whole(feed: FakeFeed) -> None:
    app = create_app(feed, streams=2)
    server = serve(app, "127.0.0.1", 0)
    Thread(target=server.run, daemon=True).start()
    page = get(server.effective_port, "/events")
    data_of_next(page, "board")
    app.extensions["streams"].closing.set()
    feed.show(dispenser=5)
    assert page.read() == b"\n"  # and no error: the last piece of the answer has come
    page.close()
    server.close()


def test_one_page_too_many_is_told_so_and_a_closed_one_makes_room(port: int) -> None:
    streams = [get(port, "/events") for _ in range(STREAMS)]
    with get(port, "/events") as refused:
        assert refused.status == 503
        assert refused.headers["Retry-After"]
    streams.pop().close()
    until = time.monotonic() + 10
    while (late := get(port, "/events")).status != 200:
        late.close()
        assert time.monotonic() < until, "the closed page's place was never given back"
    for stream in [*streams, late]:
        stream.close()


@pytest.mark.parametrize("length", [9_000, UNRECEIVED_BYTES])
def test_a_body_that_is_too_long_is_refused_before_it_is_received(port: int, length: int) -> None:
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    connection.putrequest("POST", "/api/input")
    connection.putheader("Content-Length", str(length))
    connection.endheaders(b"x" * 9_000)
    with connection.getresponse() as answer:
        assert answer.status == 413
        assert b"Send at most" in answer.read()
        assert answer.headers["X-Frame-Options"] == "DENY"
    connection.close()


def test_a_body_in_pieces_without_end_is_refused(port: int) -> None:
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    connection.putrequest("POST", "/api/input")
    connection.putheader("Transfer-Encoding", "chunked")
    connection.endheaders(b"fffffff\r\n" + b"x" * (RECEIVED_LIMIT_BYTES + 1))
    with connection.getresponse() as answer:
        assert answer.status == 413
    connection.close()


def test_headers_that_are_too_long_are_refused(port: int) -> None:
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", "/", headers={"X-Long": "x" * 20_000})
    with connection.getresponse() as answer:
        assert answer.status == 431
        assert b"max_header" in answer.read()
    connection.close()


def test_every_address_is_both_of_ipv4_and_of_ipv6(feed: FakeFeed) -> None:
    if not socket.has_dualstack_ipv6():
        pytest.skip("needs IPv6")
    server = serve(create_app(feed, streams=2), "::", 0)
    Thread(target=server.run, daemon=True).start()
    for address in ("127.0.0.1", "::1"):
        connection = HTTPConnection(address, server.effective_port, timeout=10)
        connection.request("GET", "/api/race")
        with connection.getresponse() as answer:
            assert answer.status == 200
        connection.close()
    server.close()
