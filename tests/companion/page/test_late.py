"""Rooms that are built when somebody first enters them."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event
from unittest.mock import MagicMock

import pytest
from flask import Blueprint, Flask, Response, jsonify, request
from werkzeug.test import TestResponse

from companion.compose.pages import House, pages
from companion.page import Door, create_app
from companion.page.late import Late
from companion.simulated.page import table_blueprint
from tests.companion.page import views
from tests.companion.page.fake_feed import FakeFeed
from tests.companion.page.rooms import late_rooms


class Shut:
    """The door of a table that nobody is paired with."""

    def author(self, _token: str, *, here: bool) -> str | None:  # noqa: ARG002 - whoever asks, from wherever
        return None


class Attic:
    """A room, and how often it was built."""

    def __init__(self, door: Door | None = None) -> None:
        self.built = 0
        self.ready = Event()
        self.ready.set()
        self.broken = False
        late = Late("attic", ("/attic", "/api/attic"), self._build)
        self.app = create_app(FakeFeed(views.start()), blueprints=[late], door=door)
        self.client = self.app.test_client()

    def _build(self) -> Blueprint:
        self.built += 1
        self.ready.wait(5)
        if self.broken:
            raise OSError("the card cannot be read")
        routes = Blueprint("attic", __name__)

        @routes.get("/attic/<int:n>")
        def box(n: int) -> str:
            return f"box {n} {request.args.get('open', '')}"

        @routes.post("/api/attic")
        def store() -> tuple[Response, int]:
            return jsonify(request.get_json()), 201

        return routes


@pytest.fixture
def attic() -> Attic:
    return Attic()


def test_it_is_built_when_somebody_enters_and_only_once(attic: Attic) -> None:
    attic.client.get("/")
    assert attic.built == 0
    assert attic.client.get("/attic/7?open=wide").text == "box 7 wide"
    answer = attic.client.post("/api/attic", json={"a": 1})
    assert (answer.status_code, answer.json) == (201, {"a": 1})
    assert attic.client.head("/attic/7").status_code == 200
    assert attic.built == 1


def test_who_enters_while_it_is_built_waits_for_that(attic: Attic) -> None:
    attic.ready.clear()
    with ThreadPoolExecutor() as visitors:
        asked = [visitors.submit(lambda n: attic.app.test_client().get(f"/attic/{n}").text, n) for n in range(5)]
        attic.ready.set()
        assert [each.result() for each in asked] == [f"box {n} " for n in range(5)]
    assert attic.built == 1


def test_one_that_cannot_be_built_is_tried_again_by_the_next_visitor(attic: Attic) -> None:
    attic.broken = True
    assert attic.client.get("/attic/7").status_code == 500
    assert attic.client.get("/").status_code == 200
    attic.broken = False
    assert attic.client.get("/attic/7").status_code == 200


@pytest.mark.parametrize("path", ["/attic", "/attic/", "/attic/box", "/attic/7/8", "/attics", "/api/attic/7"])
def test_an_address_that_it_does_not_have_is_answered_as_any_other(attic: Attic, path: str) -> None:
    lost = attic.client.get("/nowhere")
    answer = attic.client.get(path)
    assert answer.status_code == 404
    assert answer.is_json == ("/api/" in path)
    assert answer.is_json or answer.text == lost.text.replace("/nowhere", path)


def _allowed(answer: TestResponse) -> set[str]:
    return set(answer.headers["Allow"].split(", "))


def test_a_method_that_an_address_does_not_have_is_answered_as_any_other(attic: Attic) -> None:
    for method in ("POST", "DELETE"):
        answer = attic.client.open("/attic/7", method=method, json={})
        assert (answer.status_code, _allowed(answer)) == (405, {"GET", "HEAD", "OPTIONS"})
    assert attic.client.put("/attic/box", json={}).status_code == 404


def test_options_are_those_of_the_route(attic: Attic) -> None:
    assert _allowed(attic.client.options("/attic/7")) == {"GET", "HEAD", "OPTIONS"}
    assert _allowed(attic.client.options("/api/attic")) == {"POST", "OPTIONS"}
    assert attic.client.options("/attic/box").status_code == 404


def test_who_may_only_watch_is_refused_what_there_is_and_told_what_there_is_not() -> None:
    watched = Attic(door=Shut())
    refused = watched.client.post("/api/attic", json={"a": 1})
    assert (refused.status_code, refused.is_json) == (403, True)
    assert watched.client.post("/attic/box", json={}).status_code == 404
    assert watched.client.post("/attic/7", json={}).status_code == 405
    assert watched.client.get("/attic/7").status_code == 200


@pytest.fixture
def whole_house() -> Flask:
    """Every page that a table has; nobody is at home."""

    def table() -> Blueprint:
        return table_blueprint(MagicMock(), MagicMock(), MagicMock(), MagicMock(), None, None)

    house = House(*(MagicMock() for _ in House._fields))
    simulated = Late("simulated", ("/table",), table, package="companion.simulated", templates="templates")
    return create_app(FakeFeed(views.start()), blueprints=[simulated, *pages(house)])


def test_every_route_of_a_room_is_found(whole_house: Flask) -> None:
    rooms = late_rooms(whole_house)
    assert {each.name for each in rooms} == {"desk", "enrol", "new_race", "start", "races", "support", "simulated"}
    for each in rooms:
        for rule in each.room().url_map.iter_rules():
            _, path = rule.build(dict.fromkeys(rule.arguments, "1")) or ("", "")
            for method in (rule.methods or set()) - {"OPTIONS"}:
                found, _ = whole_house.url_map.bind("localhost").match(path, method)
                assert found == f"{each.name}.enter", f"{path}: nobody comes to {rule}"


def test_no_room_asks_anything_of_the_whole_house_that_would_not_be_heard(whole_house: Flask) -> None:
    hooks = ("before_request_funcs", "after_request_funcs", "teardown_request_funcs", "template_context_processors")

    def asked(app: Flask) -> dict[str, int]:
        asked = {name: sum(map(len, getattr(app, name).values())) for name in hooks}
        return {**asked, "errors": sum(len(each) for each in app.error_handler_spec.values()), **app.extensions}

    bare = Flask("bare", static_folder=None)
    bare.register_blueprint(Blueprint("bare", "bare"))
    for each in late_rooms(whole_house):
        assert asked(each.room()) == asked(bare), each.name
