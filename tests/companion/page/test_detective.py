"""A suggestion on the page, and the touch that follows it."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.lang import LANGUAGES
from companion.page import create_app
from companion.page.detective import MOST_LINES, detective_pages
from tests.companion.page import views
from tests.companion.page.fake_feed import FakeFeed

LINES = ["undo", "Peach flat-tire/1"]


class Table:
    """Follows suggestions made after three inputs."""

    def __init__(self) -> None:
        self.followed: list[tuple[list[str], str]] = []

    def follow(
        self, lines: Sequence[str], after: int, command_id: str, author: str = ""
    ) -> list[dict[str, Any]] | None:
        assert author == ""
        if after != 3:
            return None
        self.followed.append((list(lines), command_id))
        return [{"verdict": "legal"}]


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def client(table: Table) -> FlaskClient:
    return create_app(FakeFeed(views.suspected()), blueprints=[detective_pages(table)]).test_client()


def test_one_touch_follows_it(client: FlaskClient, table: Table) -> None:
    answer = client.post("/api/suggestion", json={"lines": LINES, "after": 3, "id": "a"})
    assert answer.get_json() == {"rulings": [{"verdict": "legal"}]}
    assert table.followed == [(LINES, "a")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_that_came_too_late_is_refused_kindly(client: FlaskClient, table: Table, language: str) -> None:
    said = {"Accept-Language": language}
    answer = client.post("/api/suggestion", json={"lines": LINES, "after": 2, "id": "a"}, headers=said)
    assert answer.status_code == 409
    assert answer.get_json()["error"].endswith(".")
    assert "gone-on" not in answer.get_json()["error"]
    assert table.followed == []


@pytest.mark.parametrize(
    "body",
    [
        {"after": 3, "id": "a", "lines": "undo"},
        {"after": 3, "id": "a", "lines": ["undo", 7]},
        {"after": 3, "id": "a", "lines": ["undo"] * (MOST_LINES + 1)},
        {"after": "3", "id": "a", "lines": LINES},
        {"after": 3, "lines": LINES},
    ],
)
def test_what_is_no_suggestion_is_explained(client: FlaskClient, table: Table, body: dict[str, object]) -> None:
    answer = client.post("/api/suggestion", json=body)
    assert answer.status_code == 400
    assert answer.get_json()["error"]
    assert table.followed == []


def test_a_question_is_a_button_and_one_with_choices_opens_a_row_of_cards(client: FlaskClient) -> None:
    html = client.get("/", headers={"Accept-Language": "en"}).text
    best, others = re.findall(r'<div class="suggestions">.*?\n</div>', html, re.DOTALL)
    assert html.index(best) < html.index('data-line="overrule"') < html.index(others)
    suggestions = best + others
    assert "Was Luigi’s Spare Tire not tapped?" in suggestions
    assert 'data-lines="[&#34;Luigi spare-tire&#34;, &#34;Luigi 100&#34;]" data-after="57"' in suggestions
    assert re.search(r"<summary>Was Mario’s card not tapped\?</summary>.*<h3>On Mario</h3>", suggestions, re.DOTALL)
    assert 'data-choice="discard red-light">Red Light</button>' in suggestions
    assert "Or tap the missing card now" in suggestions
