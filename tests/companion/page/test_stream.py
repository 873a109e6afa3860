"""The stream: a page hears the newest view once, takes up where it was, and hears a beat when nothing happens."""

import json
import threading
from collections.abc import Iterator

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.companion.page import views
from tests.companion.page.fake_feed import FakeFeed


def events(answer: TestResponse) -> Iterator[dict[str, str]]:
    """The events of a stream, one by one, as their fields."""
    for block in answer.response:
        text = block if isinstance(block, str) else block.decode()
        yield dict(line.split(": ", 1) for line in text.strip().split("\n"))


def test_a_new_page_hears_the_newest_view_at_once(client: FlaskClient, feed: FakeFeed) -> None:
    heard = events(client.get("/api/events", buffered=False))
    assert int(next(heard)["retry"]) <= 3000
    event = next(heard)
    assert (event["event"], event["id"]) == ("view", feed.latest("en")["id"])
    assert json.loads(event["data"])["turn"]["player"] == "Luigi"


def test_it_begins_with_the_build_that_the_page_has_too(client: FlaskClient) -> None:
    event = next(events(client.get("/events", buffered=False)))
    build = json.loads(event["data"])["build"]
    assert event["event"] == "frame"
    assert f'data-build="{build}"' in client.get("/").text


def test_what_was_heard_is_not_sent_again(client: FlaskClient, feed: FakeFeed) -> None:
    current = feed.latest("en")["id"]
    heard = events(client.get("/api/events", headers={"Last-Event-ID": current}, buffered=False))
    next(heard)
    assert next(heard) == {"event": "beat", "data": current}
    feed.show(dispenser=40)
    assert json.loads(next(heard)["data"])["dispenser"] == 40


def test_a_page_opened_anew_names_what_it_had_in_the_query(client: FlaskClient, feed: FakeFeed) -> None:
    heard = events(client.get(f"/events?last={feed.latest('en')['id']}", buffered=False))
    next(heard)
    assert next(heard)["event"] == "beat"


def test_views_that_were_missed_are_made_good_by_the_newest(client: FlaskClient, feed: FakeFeed) -> None:
    missed = feed.latest("en")["id"]
    for dispenser in (40, 39, 38):
        feed.show(dispenser=dispenser)
    heard = events(client.get("/api/events", headers={"Last-Event-ID": missed}, buffered=False))
    next(heard)
    assert json.loads(next(heard)["data"])["dispenser"] == 38
    assert next(heard)["event"] == "beat"


def test_an_id_of_an_earlier_boot_is_answered_with_the_newest_view(client: FlaskClient) -> None:
    heard = events(client.get("/api/events", headers={"Last-Event-ID": "0.999"}, buffered=False))
    next(heard)
    assert next(heard)["id"] == "1.1"


def test_a_change_reaches_a_waiting_page(client: FlaskClient, feed: FakeFeed) -> None:
    heard = events(client.get("/events?last=1.1", buffered=False))
    next(heard)
    threading.Timer(0.05, feed.show, kwargs={"dispenser": 7}).start()
    event = next(event for event in heard if event["event"] == "board")
    assert "7 cards in the dispenser" in json.loads(event["data"])["html"]


def test_the_board_comes_as_html_with_what_is_left_of_the_windows(client: FlaskClient, feed: FakeFeed) -> None:
    feed.show(views.attacked())
    heard = events(client.get("/events", buffered=False))
    next(heard)
    data = json.loads(next(heard)["data"])
    assert [0 < left <= most for left, most in zip(data["left_ms"], (12000, 5500), strict=True)] == [True, True]
    assert 'data-window="1"' in data["html"]


def test_a_stream_too_many_is_told_when_to_come_again(client: FlaskClient) -> None:
    first, second = (client.get("/events", buffered=False) for _ in range(2))
    refused = client.get("/api/events")
    assert refused.status_code == 503
    assert int(refused.headers["Retry-After"]) > 0
    assert refused.json
    assert "Close one" in refused.json["error"]
    health = client.get("/healthz").json
    assert health
    assert health["streams"]["open"] == 2
    first.close()
    assert client.get("/events", buffered=False).status_code == 200
    second.close()


def test_a_stream_is_never_stored(client: FlaskClient) -> None:
    answer = client.get("/events", buffered=False)
    assert answer.mimetype == "text/event-stream"
    assert answer.headers["Cache-Control"] == "no-store"
