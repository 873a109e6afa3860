"""Every address that the program has, also one that is added tomorrow: who may not act changes nothing."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.page.access import BODY_LIMIT_BYTES, HEADERS, LONG_BODIES
from companion.page.author import FOR_ANYBODY
from tests.companion.page.security.whole import Asker, Whole, whole
from tests.figures import Tell

CARS = [{"players": ["Ann"]}, {"players": ["Bob"]}]
COMMANDS: dict[str, tuple[str, dict[str, object]]] = {
    "api.judge": ("/api/input", {"line": "draw"}),
    "api.not_mine": ("/api/not-mine", {"n": 1, "player": "Mario"}),
    "api.new_race": ("/api/new-race", {"edition": "ryvo", "cars": CARS, "first": "Ann", "switches": []}),
    "api.lend": ("/api/pad", {"car": "Mario", "pad": None}),
    "api.lights": ("/api/lights", {"calm": True}),
    "desk.judge": ("/api/inputs", {"lines": ["draw", "draw"]}),
    "desk.preview": ("/desk/api/preview", {"n": 1, "line": "draw", "without": [2]}),
    "desk.amend": ("/desk/api/amend", {"n": 1, "line": "draw", "race": 1, "count": 1, "without": []}),
    "desk.take_back": ("/desk/api/take-back", {"race": 1, "count": 1}),
    "desk.cards_left": ("/desk/api/cards-left", {"cards": 10, "race": 1, "count": 1}),
    "desk.pause": ("/desk/api/pause", {"paused": True}),
    "detective.follow": ("/api/suggestion", {"lines": ["draw"], "after": 0}),
    "enrol.do": ("/enrol/api/import", {"deck": "04A2245A6F6180 25/1\n", "word": "25"}),
    "new_race.rematch": ("/new/api/rematch", {}),
    "new_race.go_on": ("/new/api/go-on", {"race": 1}),
    "odds.switch": ("/api/odds", {"on": False}),
    "races.take": ("/races/api/import", {"file": "their.race", "race": "cars Mario Luigi\ndraw\n"}),
    "races.do": ("/races/api/play", {"race": "1"}),
    "start.do": ("/start/api/begin", {"word": "pads"}),
    "simulated.do": ("/table/api/draw", {"player": "Mario", "card": "1", "pad": "seat-1", "speed": "slow"}),
    "join.do": ("/join/api/remove", {"phone": "0123456789abcdef", "number": 7}),
    "join.ask": ("/join/api/ask", {"name": "Eve"}),
    "join.pin": ("/join/api/pin", {"pin": "123456", "name": "Eve"}),
    "join.link": ("/join/api/link", {"code": "nobody's", "name": "Eve"}),
}
"""A request for each: what a paired phone would send."""
ACTS = {
    "enrol.do": ("begin", "end", "undo", "names", "blank", "choose", "import"),
    "races.do": ("remove", "play", "stop"),
    "start.do": ("look", "begin", "end", "touch", "walk", "walked", "play", "done", "finish"),
    "simulated.do": ("draw", "lay", "put-back", "even-out", "take-back", "put-aside", "throw-out", "foreign", "break"),
    "join.do": ("admit", "turn-away", "remove"),
}
"""Addresses that end in a word."""
EVIL = "http://evil.example"
NASTY: tuple[object, ...] = (
    *(None, True, -1, 0, 1.5, 10**30, "", "x" * 201, "\x00", "\ud800", "a\u202eb", "../../pin", "<b>", "+", "'"),
    *([], {}, [[]], [None], [{}], ["x"] * 13, [10**30], {"players": 1}, [{"players": ["a+b"]}]),
)
BODIES: tuple[object, ...] = (None, [], "x", 7, [[[]]], {"id": 7}, {"id": ""}, {"id": "x" * 201}, {"id": "\ud800"})

pytestmark = pytest.mark.slow


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Whole]:
    with whole(tmp_path, monkeypatch) as running:
        yield running


def requests() -> list[tuple[str, str, dict[str, object]]]:
    """For every command: its endpoint, address and body."""
    return [
        (endpoint, f"{path.rpartition('/')[0]}/{act}" if act else path, body)
        for endpoint, (path, body) in COMMANDS.items()
        for act in ACTS.get(endpoint, ("",))
    ]


def test_nobody_but_a_paired_phone_changes_anything_by_any_command(program: Whole, tell: Tell) -> None:
    assert {rule.endpoint for rule in program.rules(commands=True)} == set(COMMANDS), "each new one is to be tried"
    assert all((rule.methods or set()) <= {"POST", "OPTIONS"} for rule in program.rules(commands=True))
    anna = program.paired()
    unpaired, guessing = Asker(), Asker(token="f3Zk9-Qw_0aYx7Lr2Tn8Uv5Bc1Dm4Ge6Hj3Kp0Ss2Xy")  # noqa: S106 - it opens nothing
    foreign_page = anna._replace(origin=EVIL), Asker("127.0.0.1", "localhost", EVIL), anna._replace(origin="null")
    rebound = anna._replace(host="evil.example", origin=EVIL), Asker("127.0.0.1", "evil.example")
    before, asked = program.state(), 0
    for endpoint, path, body in requests():
        for asker in (unpaired, guessing):
            if endpoint not in FOR_ANYBODY:
                assert program.post(path, body, asker).status_code == 403, path
        assert {program.post(path, body, asker).status_code for asker in foreign_page} == {403}, path
        assert {program.post(path, body, asker).status_code for asker in rebound} == {400}, path
        asked += 7
        assert program.state() == before, path
    tell(f"of {asked} commands by an unpaired browser, a foreign page, a foreign Host: changed something", "0", "0")
    for _, path, body in requests():
        if path not in ("/join/api/pin", "/join/api/link"):
            assert program.post(path, body, anna).status_code not in (401, 403), f"{path}: nobody may"
    assert program.state() != before


def test_looking_changes_nothing_and_every_answer_has_the_headers(program: Whole) -> None:
    before = program.state()
    values = {"name": "1", "n": "0", "step": "pads", "wanted": "es", "filename": "page.css"}
    for rule in program.rules(commands=False):
        _, path = rule.build({name: values[name] for name in rule.arguments}) or ("", "")
        with program.get(path, Asker()) as answer:
            assert answer.status_code < 500, path
            assert {name: answer.headers[name] for name in HEADERS} == HEADERS, path
        with program.get(path, Asker(host="evil.example")) as answer:
            assert answer.status_code == 400, path
    assert program.state() == before


def test_a_long_body_is_refused_before_it_is_read(program: Whole) -> None:
    anna = program.paired()
    for _, path, _ in requests():
        limit = LONG_BODIES.get(path, BODY_LIMIT_BYTES)
        asked = {"REMOTE_ADDR": anna.address, "CONTENT_LENGTH": str(limit + 1), "wsgi.input": Unread()}
        answer = program.app.test_client().post(path, headers=anna.headers(), environ_overrides=asked)
        assert answer.status_code == 413, path


class Unread:
    """A body that nobody may read."""

    def read(self, _size: int = -1) -> bytes:
        raise AssertionError("the body was read")

    readline = readinto = read


def test_whatever_a_paired_phone_sends_is_answered_and_never_breaks(program: Whole, tell: Tell) -> None:
    anna, sent = program.paired(), 0
    for _, path, body in requests():
        spoilt = [{**body, field: nasty} for field in body for nasty in NASTY]
        for each in (*BODIES, *spoilt):
            answer = program.post(path, each, anna)
            sent += 1
            assert answer.status_code < 500, (path, each, answer.text)
            assert answer.is_json, (path, each)
    tell("hostile bodies to every command of the page, answered with 5xx", f"0 of {sent}", "0")
    assert program.get("/", anna).status_code == 200
