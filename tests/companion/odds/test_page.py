"""The chances on the page: in words and figures, over the race, and off by a switch that lasts."""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.odds.desk import SETTING
from companion.page.odds_line import APART, BOTTOM, TOP, curves
from tests.companion.odds.evening import Evening, stands_at, wait_for


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with ExitStack() as stack:
        yield Evening(tmp_path, stack)


def told(client: FlaskClient, path: str) -> Any:
    return json.loads(client.get(path).text)


def words(client: FlaskClient, query: str = "") -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", told(client, f"/odds/news?{query}")["html"]).split())


def rest(evening: Evening, n: int) -> None:
    wait_for(evening.watched, lambda shown: stands_at(n)(shown) and not shown.busy)


def test_each_car_has_its_chance_with_its_error_in_figures_and_in_words(evening: Evening) -> None:
    client = evening.page().test_client()
    rest(evening, 0)
    said = words(client)
    assert "Mario 60 % ± 1" in said
    assert "60 percent, give or take 1" in said
    assert "Luigi 40 % ± 1" in said
    assert "3000 races played on from here" in said
    assert "60 por ciento" in words(client, "lang=es")


def test_the_line_is_drawn_over_the_inputs_and_said(evening: Evening) -> None:
    client = evening.page().test_client()
    evening.say("Mario green-light")
    rest(evening, 1)
    assert "Over the race, in percent" in words(client)
    assert "Mario: 60 percent at first, 60 now, never below 60 or above 60." in words(client)
    assert [point["input"] for point in told(client, "/api/odds")["odds"]["line"]] == [0, 1]


def test_a_race_that_is_over_is_no_matter_of_chance(evening: Evening) -> None:
    client = evening.page().test_client()
    evening.say("set Luigi km 1000")
    rest(evening, 1)
    assert "M Mario 0 % L Luigi 100 %" in words(client)
    odds = told(client, "/api/odds")["odds"]
    assert odds["certain"]
    assert [car["error"] for car in odds["cars"]] == [0, 0]


def test_what_a_page_has_is_not_sent_again(evening: Evening) -> None:
    client = evening.page().test_client()
    rest(evening, 0)
    news = told(client, "/odds/news")
    assert told(client, f"/odds/news?after={news['id']}") == {"id": news["id"], "busy": False}


def test_the_switch_lasts_and_a_command_sent_twice_is_done_once(evening: Evening) -> None:
    client = evening.page().test_client()
    assert client.post("/api/odds", json={"on": False, "id": "a"}).json == {"on": False}
    assert "not reckoned" in words(client)
    assert evening.referee.ask(lambda sitting: sitting.setting(SETTING)) == "no"
    client.post("/api/odds", json={"on": True, "id": "b"})
    client.post("/api/odds", json={"on": False, "id": "a"})
    assert told(client, "/api/odds")["odds"]["on"]


@pytest.mark.parametrize("body", [{}, {"on": "yes", "id": "a"}, {"on": True}])
def test_a_command_that_is_none_is_told_the_field(evening: Evening, body: dict[str, object]) -> None:
    answer = evening.page().test_client().post("/api/odds", json=body)
    assert answer.status_code == 400
    assert re.search(r"\b(on|id)\b", json.loads(answer.text)["error"])


def test_pawns_at_the_ends_of_curves_hide_none_of_each_other() -> None:
    cars = [{"name": name} for name in "ABCDEF"]
    for last in ((0, 0, 0, 0, 0.5, 0.5), (1, 0, 0, 0, 0, 0), (0.2, 0.2, 0.2, 0.2, 0.1, 0.1)):
        line: list[dict[str, Any]] = [{"input": 0, "chances": [1 / 6] * 6}, {"input": 9, "chances": last}]
        heights = sorted(curve.end[1] for curve in curves(cars, line))
        assert all(above + APART <= below + 0.1 for above, below in pairwise(heights))
        assert heights[0] >= TOP - APART
        assert heights[-1] <= BOTTOM


def test_one_input_alone_makes_no_line() -> None:
    assert curves([{"name": "A"}], [{"input": 3, "chances": [1.0]}]) == []
