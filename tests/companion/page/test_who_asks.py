"""Whose requests are served, and how long they may be."""

import pytest
from flask.testing import FlaskClient

from companion.page import create_app
from tests.companion.page import views
from tests.companion.page.fake_feed import FakeFeed
from tests.companion.page.told import error


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://elsewhere.example"},
        {"Origin": "null"},
        {"Origin": "http://[::1"},
        {"Origin": "http://localhost:0x"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_another_site_s_page_is_refused(client: FlaskClient, feed: FakeFeed, headers: dict[str, str]) -> None:
    answer = client.post("/api/input", json={"line": "undo", "id": "a"}, headers=headers)
    assert answer.status_code == 403
    assert error(answer).startswith("Origin: ")
    assert feed.sent == []


def test_the_page_s_own_origin_is_served(client: FlaskClient) -> None:
    headers = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    assert client.post("/api/input", json={"line": "Mario 25", "id": "a"}, headers=headers).status_code == 200


def test_a_body_is_refused_by_its_length_before_it_is_read(client: FlaskClient) -> None:
    answer = client.post("/api/input", data=b"x" * 9000, content_type="application/json")
    assert answer.status_code == 413
    assert "at most 8192" in error(answer)


def test_a_body_without_length_is_refused(client: FlaskClient) -> None:
    answer = client.post("/api/input", headers={"Transfer-Encoding": "chunked", "Content-Type": "application/json"})
    assert answer.status_code == 411


def test_a_foreign_host_is_refused() -> None:
    client = create_app(FakeFeed(views.start()), trusted_hosts=["table.local"]).test_client()
    for path in ("/", "/api/race"):
        assert client.get(path, headers={"Host": "rebound.example"}).status_code == 400
        assert client.get(path, headers={"Host": "table.local"}).status_code == 200


@pytest.mark.parametrize("host", ["LOCALHOST", "LocalHost:8080", "localhost:8080"])
def test_a_host_is_the_same_in_capitals(host: str) -> None:
    client = create_app(FakeFeed(views.start()), trusted_hosts=["localhost"]).test_client()
    assert client.get("/", headers={"Host": host}).status_code == 200
    headers = {"Host": host, "Origin": f"http://{host.lower()}"}
    assert client.post("/api/input", json={"line": "Mario 25", "id": "a"}, headers=headers).status_code == 200
