"""The desk's routes over a table with its referee: what pages and programs get and may send."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.lang import LANGUAGES
from tests.companion.amend.evening import Evening


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path)
    evening.say("Mario green-light/1", "Luigi green-light/2", "Peach green-light/3", "Luigi 25/1", "Mario 50/1")
    yield evening
    evening.close()


@pytest.fixture
def client(evening: Evening) -> FlaskClient:
    return evening.app().test_client()


def told(answer: TestResponse) -> Any:
    return answer.get_json()


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def test_the_desk_shows_the_whole_race_and_what_the_referee_believes(client: FlaskClient) -> None:
    html = client.get("/desk").text
    assert html.count('data-act="insert"') == 5
    assert html.count('data-act="remove"') == 5
    assert "Kilometres: 50 km" in words(html)
    assert 'aria-current="page"' in html


def test_a_draw_is_entered_only_where_draws_are_seen(client: FlaskClient, tmp_path: Path) -> None:
    assert 'data-line="draw"' not in client.get("/desk").text
    counted = Evening(tmp_path / "counted", "cars Mario Luigi\ndraws seen")
    assert 'data-line="draw"' in counted.app().test_client().get("/desk").text
    counted.close()


def test_a_change_is_previewed_made_and_taken_back(client: FlaskClient, evening: Evening) -> None:
    change = {"n": 4, "line": "discard gas/1"}
    seen = told(client.post("/desk/api/preview", json=change))
    assert "2 later rulings change" in words(seen["html"])
    assert "Luigi Kilometres: 0 km → 25 km" in words(seen["html"])
    made = client.post("/desk/api/amend", json={**change, "count": seen["count"], "id": "a"})
    assert [ruling["play"] for ruling in told(made)["rulings"]] == ["undo", "discard", "distance", "distance"]
    assert "Take back the change" in client.get("/desk").text
    assert client.post("/desk/api/take-back", json={"id": "b"}).status_code == 200
    assert evening.table.race.cars[1].km == 0


def test_a_change_of_a_race_that_has_gone_on_is_refused(client: FlaskClient) -> None:
    change, count = {"n": 4, "line": "end"}, {"count": 3, "id": "a"}
    for act, facts in (("amend", change), ("take-back", {}), ("cards-left", {"cards": 7})):
        for seen in ({}, {"race": 1}, {"race": 9}):
            refused = client.post(f"/desk/api/{act}", json={**facts, **count, **seen})
            assert refused.status_code == 409
            assert told(refused)["error"].startswith("The race has gone on meanwhile.")


def test_the_desk_sends_what_it_was_drawn_of(client: FlaskClient, evening: Evening) -> None:
    client.post("/desk/api/amend", json={"n": 4, "line": "discard gas/1", "count": 5, "id": "a"})
    assert f'data-desk="take-back" data-race="1" data-count="{len(evening.table.lines)}"' in client.get("/desk").text
    evening.say("set dispenser 1", "set turn Mario", "Mario 25/2", *["end"] * 3)
    html = client.get("/desk").text
    assert f'<form id="cards-left" data-race="1" data-count="{len(evening.table.lines)}">' in html


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ({}, "n:"),
        ({"n": 1, "without": 3}, "without:"),
        ({"n": 1, "without": ["x"]}, "without[0]:"),
        ({"n": True}, "n:"),
    ],
)
def test_a_wrong_field_is_named(client: FlaskClient, body: dict[str, object], place: str) -> None:
    refused = client.post("/desk/api/preview", json=body)
    assert refused.status_code == 400
    assert told(refused)["error"].startswith(place)


def test_several_lines_are_taken_all_or_none(client: FlaskClient, evening: Evening) -> None:
    wrong = client.post("/api/inputs", json={"lines": ["set Luigi km 300", "set Luigi km 301"], "id": "a"})
    assert wrong.status_code == 400
    assert evening.table.race.cars[1].km == 0
    taken = {"lines": ["set Luigi km 300", "set turn Peach"], "id": "b"}
    for _ in range(2):
        assert len(told(client.post("/api/inputs", json=taken))["rulings"]) == 2
    assert evening.table.race.cars[1].km == 300
    assert evening.table.shown.game.n == 7


def test_a_pause_is_shown_on_every_page(client: FlaskClient) -> None:
    assert told(client.post("/desk/api/pause", json={"paused": True, "id": "a"})) == {"paused": True}
    for page in ("/", "/desk"):
        assert "Paused" in words(client.get(page).text)
    client.post("/desk/api/pause", json={"paused": False, "id": "b"})
    assert "Paused" not in words(client.get("/").text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_state_is_drawn_in_every_language(client: FlaskClient, evening: Evening, language: str) -> None:
    client.set_cookie("language", language)
    evening.say("set dispenser 1", "Luigi 50/2")
    change = {"n": 4, "line": "discard gas/1", "without": [5]}
    for html in (
        client.get("/desk").text,
        client.get("/desk/lines?before=3").text,
        told(client.post("/desk/api/preview", json=change))["html"],
    ):
        assert not re.search(r"\b(desk|page)\.[a-z]", re.sub(r"(href|src)=\S+", "", html))


def test_only_the_numbers_of_lines_may_be_asked_for(client: FlaskClient) -> None:
    assert client.get("/desk/lines?before=soon").text == client.get("/desk/lines").text
    assert 'value="2"' in client.get("/desk/lines?before=3").text
