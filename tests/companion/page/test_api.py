"""What programs ask: commands are lines of the record; a refused one says where it is wrong and what cures it."""

import pytest
from flask.testing import FlaskClient

from companion.page import Unavailable, create_app
from tests.companion.page import views
from tests.companion.page.fake_feed import FakeFeed
from tests.companion.page.told import error


def test_race_object_is_given(client: FlaskClient) -> None:
    assert client.get("/api/race").json == {"race": {"edition": "mario-kart", "over": False}}


def test_record_is_downloaded_as_text(client: FlaskClient) -> None:
    answer = client.get("/race/current.race")
    assert answer.mimetype == "text/plain"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="current.race"'
    assert answer.text.startswith("edition mario-kart\n")


def test_a_line_is_judged_once_however_often_it_is_sent(client: FlaskClient, feed: FakeFeed) -> None:
    for _ in range(2):
        answer = client.post("/api/input", json={"line": "Mario 100 by Mario", "id": "a1"})
        assert answer.json == {"rulings": [{"line": 1, "verdict": "noted"}]}
    assert feed.sent == [("input", "Mario 100 by Mario")]


def test_undo_says_what_it_means_to_undo(client: FlaskClient, feed: FakeFeed) -> None:
    client.post("/api/input", json={"line": "Mario 100", "id": "a1"})
    assert client.post("/api/input", json={"line": "undo", "of": 3, "id": "a2"}).status_code == 200
    assert feed.sent[-1] == ("input", "undo", "3")


def test_not_mine_names_the_tap_and_the_player(client: FlaskClient, feed: FakeFeed) -> None:
    assert client.post("/api/not-mine", json={"n": 56, "player": "Peach", "id": "a1"}).status_code == 200
    assert feed.sent == [("not-mine", "56", "Peach")]


def test_a_free_pad_is_borrowed_and_given_back(client: FlaskClient, feed: FakeFeed) -> None:
    assert client.post("/api/pad", json={"car": "Peach", "pad": "seat-5", "id": "a1"}).status_code == 200
    assert client.post("/api/pad", json={"car": "Peach", "pad": "", "id": "a2"}).json == {"car": "Peach", "pad": None}
    assert feed.sent == [("lend", "Peach", "seat-5"), ("lend", "Peach", "")]


def test_malformed_line_is_answered_with_place_and_cure(client: FlaskClient) -> None:
    answer = client.post("/api/input", json={"line": "Marrio 100", "id": "a1"})
    assert answer.status_code == 400
    assert "'Marrio' is no word of the record. Write" in error(answer)


@pytest.mark.parametrize(
    ("path", "body", "place"),
    [
        ("/api/input", [], "body"),
        ("/api/input", {"id": "a"}, "line"),
        ("/api/input", {"line": "", "id": "a"}, "line"),
        ("/api/input", {"line": "undo\nredo", "id": "a"}, "line"),
        ("/api/input", {"line": "x" * 201, "id": "a"}, "line"),
        ("/api/input", {"line": "undo"}, "id"),
        ("/api/input", {"line": "undo", "of": "3", "id": "a"}, "of"),
        ("/api/input", {"line": "undo", "of": True, "id": "a"}, "of"),
        ("/api/not-mine", {"n": 1.5, "player": "Peach", "id": "a"}, "n"),
        ("/api/not-mine", {"n": 1, "player": 7, "id": "a"}, "player"),
        ("/api/lights", {"calm": "yes", "id": "a"}, "calm"),
        ("/api/new-race", {"edition": "none", "id": "a"}, "edition"),
        ("/api/new-race", {"edition": "ryvo", "cars": "Mario", "id": "a"}, "cars"),
        ("/api/new-race", {"edition": "ryvo", "cars": {"players": ["Mario"]}, "id": "a"}, "cars"),
        ("/api/new-race", {"edition": "ryvo", "cars": [1, 2], "id": "a"}, "cars[0]"),
        ("/api/new-race", {"edition": "ryvo", "cars": [{"players": ["Mario"]}], "draws": "no", "id": "a"}, "draws"),
        ("/api/new-race", {"edition": "ryvo", "cars": [{"players": [["Mario"]]}], "id": "a"}, "cars[0].players[0]"),
        ("/api/new-race", {"edition": "ryvo", "cars": [{"players": []}], "id": "a"}, "team 1"),
        ("/api/new-race", {"edition": "ryvo", "cars": [{"players": ["Mario", "Peach"]}], "id": "a"}, "team 1"),
        ("/api/new-race", {"edition": "ryvo", "cars": [{"players": ["Mario"]}], "first": "Toad", "id": "a"}, "first"),
        ("/api/new-race", {"edition": "ryvo", "cars": [{}] * 13, "id": "a"}, "cars"),
    ],
)
def test_a_wrong_request_names_its_place_and_changes_nothing(
    client: FlaskClient, feed: FakeFeed, path: str, body: object, place: str
) -> None:
    answer = client.post(path, json=body)
    assert answer.status_code == 400
    assert error(answer).startswith(f"{place}: ")
    assert feed.sent == []


def test_what_is_wrong_is_said_in_the_asker_s_language(client: FlaskClient) -> None:
    answer = client.post("/api/input", json={}, headers={"Accept-Language": "es"})
    assert "no es un texto" in error(answer)


@pytest.mark.parametrize("data", ["line=undo", "[" * 4000, '{"line":' * 900, "\x00", "9" * 5000])
def test_no_json_is_refused(client: FlaskClient, data: str) -> None:
    answer = client.post("/api/input", data=data, content_type="application/json")
    assert answer.status_code == 400
    assert error(answer).startswith("body: ")


@pytest.mark.parametrize("players", [["A=B"], ["a+b"], ["a/b"], ["a:b"], ["Don  Kong"], ["  "], [" Toad"], ["Toad "]])
@pytest.mark.parametrize("team", [None, "Red"])
def test_a_name_that_cannot_be_one_is_named(
    client: FlaskClient, feed: FakeFeed, players: list[str], team: str | None
) -> None:
    cars = [{"players": ["Mario"]}, {"players": players}]
    for car in cars if team else []:
        car["name"] = team  # type: ignore[assignment] # a field of another kind
    answer = client.post("/api/new-race", json={"edition": "ryvo", "cars": cars, "id": "a"})
    assert answer.status_code == 400
    assert error(answer).startswith(f"The name “{players[0]}” has ")
    assert feed.sent == []


@pytest.mark.parametrize("draws", ["seen", "assumed"])
def test_a_new_race_may_be_played_without_a_sensor_or_with_one(client: FlaskClient, feed: FakeFeed, draws: str) -> None:
    cars = [{"players": ["Mario"]}, {"players": ["Toad"]}]
    assert client.post("/api/new-race", json={"edition": "ryvo", "cars": cars, "draws": draws, "id": "a"}).json
    assert feed.sent == [("new-race", f"edition ryvo\ncars Mario Toad\ndraws {draws}\n")]


def test_a_new_race_is_the_head_of_a_record(client: FlaskClient, feed: FakeFeed) -> None:
    cars = [{"players": ["Mario"]}, {"players": ["Don Kong"]}]
    body = {"edition": "mario-kart", "cars": cars, "first": "Don Kong", "switches": ["self_attack"], "id": "a"}
    assert client.post("/api/new-race", json=body).status_code == 200
    head = "edition mario-kart\ncars Mario 'Don Kong'\nfirst 'Don Kong'\ndraws seen\nswitch self_attack on\n"
    assert feed.sent == [("new-race", head)]


def test_the_car_of_one_player_may_be_named_like_its_driver(client: FlaskClient, feed: FakeFeed) -> None:
    cars = [{"name": "Mario", "players": ["Mario"]}, {"players": ["Toad"]}]
    assert client.post("/api/new-race", json={"edition": "ryvo", "cars": cars, "id": "a"}).status_code == 200
    assert feed.sent == [("new-race", "edition ryvo\ncars Mario Toad\ndraws seen\n")]


def test_a_new_race_in_teams(client: FlaskClient, feed: FakeFeed) -> None:
    cars = [{"name": "Red", "players": ["Mario", "Peach"]}, {"name": "Blue Sky", "players": ["Luigi", "Toad"]}]
    assert (
        client.post("/api/new-race", json={"edition": "ryvo", "cars": cars, "first": "", "id": "a"}).status_code == 200
    )
    assert feed.sent == [("new-race", "edition ryvo\ncars Red=Mario+Peach 'Blue Sky=Luigi+Toad'\ndraws seen\n")]


@pytest.mark.parametrize("calm", [True, False])
def test_lights_are_calmed_or_not(client: FlaskClient, feed: FakeFeed, calm: bool) -> None:  # noqa: FBT001 - a parameter of pytest's
    assert client.post("/api/lights", json={"calm": calm, "id": "a"}).json == {"calm": calm}
    assert feed.latest("en")["calm"] is calm


def broken() -> object:
    raise ZeroDivisionError


@pytest.mark.parametrize(
    ("method", "path", "host", "status", "cure"),
    [
        ("GET", "{}nothing", "localhost", 404, "Ve a la carrera"),
        ("PUT", "{}race", "localhost", 405, "usa sus botones"),
        ("GET", "{}race", "rebound.example", 400, "Ábrela como http://localhost"),
        ("POST", "{}race", "rebound.example", 400, "Ábrela como http://localhost"),
        ("GET", "{}broken", "localhost", 500, "mira el registro"),
    ],
)
def test_what_no_route_answers_is_told_to_programs_and_to_people(
    method: str, path: str, host: str, status: int, cure: str
) -> None:
    app = create_app(FakeFeed(views.start()), trusted_hosts=["localhost"])
    for url in ("/broken", "/api/broken"):
        app.add_url_rule(url, url, broken)  # type: ignore[arg-type] # it never answers
    app.add_url_rule("/race", "/race", broken, methods=["GET"])  # type: ignore[arg-type] # nor here
    headers = {"Host": host, "Accept-Language": "es"}
    for_program = app.test_client().open(path.format("/api/"), method=method, headers=headers, json={})
    for_people = app.test_client().open(path.format("/"), method=method, headers=headers, json={})
    assert (for_program.status_code, for_people.status_code) == (status, status)
    assert cure in error(for_program)
    assert cure in for_people.text
    assert for_people.mimetype == "text/html"
    assert '<html lang="es">' in for_people.text
    assert "default-src 'none'" in for_people.headers["Content-Security-Policy"]
    if status == 405:
        assert "GET" in for_people.headers["Allow"]


def test_a_full_journal_is_said_and_the_page_stays_up(client: FlaskClient, feed: FakeFeed) -> None:
    feed.fail = Unavailable("not accepted: the card is full. Make room on it.")
    answer = client.post("/api/input", json={"line": "undo", "id": "a"})
    assert (answer.status_code, answer.json) == (503, {"error": "not accepted: the card is full. Make room on it."})
    assert client.get("/").status_code == 200


def test_cars_stand_in_seat_order(client: FlaskClient, feed: FakeFeed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed, "race", lambda: {"cars": {"Yoshi": 1, "Mario": 2}})
    race = client.get("/api/race").json
    assert race
    assert list(race["race"]["cars"]) == ["Yoshi", "Mario"]


def test_health_names_what_is_broken_while_the_table_plays() -> None:
    answer = create_app(FakeFeed(views.attacked())).test_client().get("/healthz")
    assert answer.status_code == 200
    assert answer.json == {
        "ok": False,
        "view": "1.1",
        "referees": True,
        "parts": [
            {"part": "reader seat-3", "state": "failed", "code": "offline", "text": "Peach’s pad does not answer."}
        ],
        "streams": {"open": 0, "limit": 64},
    }


def test_a_table_that_cannot_referee_is_out_of_service(client: FlaskClient, feed: FakeFeed) -> None:
    feed.fail = Unavailable("not accepted: the card is full. Make room on it.")
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json
    assert answer.json["referees"] is False
