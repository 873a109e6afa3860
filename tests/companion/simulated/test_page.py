"""The page of the simulated table: what it shows, what it does, and what it declines."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.simulated import live
from companion.simulated.places import Area
from tests.companion.simulated.served import Do, Served, html, served


def test_every_card_of_a_hand_and_every_pad_is_there(open_page: Served) -> None:
    page = html(open_page)
    for player in ("Mario", "Luigi"):
        for card in open_page.table.hand(player):
            assert f'data-card="{card}" data-player="{player}"' in page
    for pad in ("seat-1", "seat-2", "discard"):
        assert f'data-pad="{pad}"' in page
    assert 'data-pad="seat-3"' not in page
    assert page.count('data-pixel="') == 41 + 3 * 2
    assert "94 cards in the dispenser" in page


def test_the_page_trusts_nothing_inline(open_page: Served) -> None:
    page = html(open_page)
    assert "style=" not in page
    assert "<script>" not in page
    for file in ("table.js", "table.css"):
        with open_page.app.test_client().get(f"/table/static/{file}") as answer:
            assert answer.status_code == 200


def test_it_speaks_spanish(open_page: Served) -> None:
    assert "94 cartas en el dispensador" in html(open_page, "es")


def test_names_are_text_and_never_html(tmp_path: Path) -> None:
    with served(tmp_path, "cars '<b>M</b>' Luigi\ndraws seen".replace("/", "")) as page:
        assert "&lt;b&gt;M&lt;b&gt;" in html(page)
        assert "<b>M<b>" not in html(page)


def test_a_card_is_drawn_laid_ruled_and_laid_aside(open_page: Served, do: Do) -> None:
    assert do("draw", player="Mario").status_code == 200
    assert open_page.wait_for("draw") == "noted"
    card = open_page.table.held("Mario", "green-light")
    assert do("lay", player="Mario", card=str(card), pad="seat-1").status_code == 200
    assert open_page.wait_for("remedy") == "legal"
    assert "Green Light" in html(open_page)
    assert open_page.table.world.cards(Area.BESIDE, "seat-1") == (card,)


def test_a_refused_card_is_explained_and_taken_back(open_page: Served, do: Do) -> None:
    card = open_page.table.held("Mario", "100")
    do("lay", player="Mario", card=str(card), pad="seat-1")
    assert open_page.wait_for("distance") == "illegal"
    page = html(open_page)
    assert "Not allowed" in page
    assert 'data-act="take-back" data-pad-of="seat-1"' in page
    do("take-back", pad="seat-1")
    assert card in open_page.table.hand("Mario")
    assert 'data-act="take-back" data-pad-of="seat-1"' not in html(open_page)


def test_faults_can_be_tried_and_are_seen(open_page: Served, do: Do) -> None:
    do("foreign", pad="seat-2")
    assert open_page.wait_for("tap") == "unclear"
    do("break", pad="seat-1")
    page = html(open_page)
    assert "A foreign tag lies here" in page
    assert "This reader is broken" in page
    do("take-back", pad="seat-2")
    do("repair", pad="seat-1")
    page = html(open_page)
    assert "A foreign tag lies here" not in page
    assert "This reader is broken" not in page


def test_a_command_sent_twice_is_done_once(open_page: Served) -> None:
    client = open_page.app.test_client()
    for _ in range(2):
        assert client.post("/table/api/draw", json={"id": "lost", "player": "Mario"}).status_code == 200
    assert len(open_page.table.hand("Mario")) == 7


@pytest.mark.parametrize(
    ("act", "fields", "said"),
    [
        ("draw", {"player": "Wario"}, "Wario does not play here"),
        ("draw", {}, "player"),
        ("lay", {"player": "Mario", "card": "gas/99", "pad": "seat-1"}, "gas/99"),
        ("lay", {"player": "Mario", "card": "help/6", "pad": "seat-1"}, "does not hold it"),
        ("take-back", {"pad": "seat-1"}, "nothing lies there"),
        ("put-back", {"player": "Mario"}, "no card more than the referee counts"),
        ("put-back", {"player": "Wario"}, "no card more than the referee counts"),
        ("throw-out", {"card": "gas/1"}, "lies at no pad"),
        ("break", {"pad": "roof"}, "no roof"),
        ("race", {"speed": "warp"}, "slow, normal, fast, flat-out"),
        ("dance", {}, "hands can do draw"),
    ],
)
def test_what_hands_cannot_do_is_declined_with_the_cure(do: Do, act: str, fields: dict[str, str], said: str) -> None:
    answer = do(act, **fields)
    assert answer.status_code == 400
    assert said in answer.json["error"]  # type: ignore[index]  # every answer is an object


def test_another_sites_page_moves_no_card(open_page: Served) -> None:
    client, headers = open_page.app.test_client(), {"Origin": "http://elsewhere.example"}
    answer = client.post("/table/api/draw", json={"id": "x", "player": "Mario"}, headers=headers)
    assert answer.status_code == 403
    assert len(open_page.table.hand("Mario")) == 6


def test_robots_are_started_and_stopped(open_page: Served, do: Do) -> None:
    assert "Robots can play" in html(open_page)
    do("race", speed="slow")
    assert open_page.robots.speed == 0.5
    assert "The robots are racing" in html(open_page)
    do("rest")
    assert "Robots can play" in html(open_page)


def test_robots_begin_a_new_race_when_the_last_is_over(open_page: Served, do: Do) -> None:
    open_page.app.test_client().post("/api/input", json={"id": "win", "line": "set Mario km 1000"})
    assert "1000" in open_page.app.test_client().get("/api/race").text
    do("race", speed="slow")
    assert open_page.race.reason is None
    assert open_page.robots.running


def test_the_stream_brings_what_changed_and_nothing_else(open_page: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "FRAME_S", 0)
    answer = open_page.app.test_client().get("/table/events")
    assert answer.mimetype == "text/event-stream"
    events = answer.iter_encoded()
    assert next(events).startswith(b"event: frame\ndata: {")

    def news() -> Any:
        return json.loads(next(events).decode().removeprefix("data: "))

    first = news()
    assert sorted(first) == ["light", "parts"]
    assert bytes.fromhex(first["light"]) == open_page.table.metal.light
    open_page.table.metal.light = b"\x01" * 186
    assert news() == {"light": "01" * 186}
    open_page.table.world.lay_foreign("seat-1")
    assert "A foreign tag" in news()["parts"]["seats"]
    answer.close()


def test_a_quiet_stream_beats(open_page: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "FRAME_S", 0)
    monkeypatch.setattr(live, "BEAT_S", 0)
    answer = open_page.app.test_client().get("/table/events")
    events = answer.iter_encoded()
    _frame, _news = next(events), next(events)
    assert next(events) == b"data: {}\n\n"
    answer.close()


def test_with_too_many_streams_open_another_is_asked_to_come_back(open_page: Served) -> None:
    client = open_page.app.test_client()
    answers = [client.get("/table/events") for _ in range(live.LIMIT)]
    refused = client.get("/table/events")
    assert refused.status_code == 503
    for answer in answers:
        answer.close()
    assert client.get("/table/events").status_code == 200
