"""The document of the API is true: its examples are run one after another, and the answers are those that it shows."""

import json
import re
import shlex
from collections.abc import Iterator
from fnmatch import fnmatchcase
from http.client import HTTPResponse
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple
from unittest.mock import MagicMock
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from flask import Flask

import companion.page
from companion.amend.desk import RefereesDesk
from companion.compose.pages import House, pages
from companion.desk import Desk
from companion.page import create_app, serve
from companion.page.desk_pages import desk_pages
from companion.page.detective import detective_pages
from companion.page.join import Signs, join_pages
from companion.page.new_race import new_race_pages
from companion.page.races import races_pages
from companion.pairing.door import Door
from companion.pairing.invitations import Invitations
from companion.past.desk import Past
from companion.past.library import Library
from companion.past.screening import Screening
from companion.referee.referee import Referee
from companion.simulated.page import table_blueprint
from companion.start.next_race import NextRace
from firmware.messages import Fault
from tests.companion.page import views
from tests.companion.page.fake_feed import FakeFeed
from tests.companion.page.rooms import rule_for, rules
from tests.companion.table import HEAD, Table

DOCUMENT = (Path(companion.page.__file__).parent / "API.md").read_text("utf-8")
EXAMPLE = re.compile(r"```sh\n(curl .*?)```\n\n```(json|text) (\d+)\n(.*?)```", re.DOTALL)
ANYTHING = "…"


class Example(NamedTuple):
    """A command, and the answer that the document gives."""

    command: str
    form: str
    status: int
    answer: str


EXAMPLES = [Example(command, form, int(status), answer) for command, form, status, answer in EXAMPLE.findall(DOCUMENT)]


class Site:
    """A table that programs ask; what pairs one of them is kept, and sent with every command from then on."""

    def __init__(self, address: str, pin: str) -> None:
        self._address, self._pin = address, pin
        self._paired: dict[str, str] = {}

    def curl(self, command: str) -> HTTPResponse | HTTPError:
        """Answer what curl would be answered."""
        _, *words = shlex.split(command.replace("\\\n", ""))
        url, headers, data = "", dict(self._paired), None
        options = iter(words)
        for word in options:
            match word:
                case "-H":
                    name, value = next(options).split(": ", 1)
                    headers[name] = value
                case "-d":
                    data = next(options).replace("PIN", self._pin).encode()
                case "-i" | "-N":
                    pass
                case _:
                    assert word.startswith("http://localhost:8080/"), word
                    url = word.replace("http://localhost:8080", self._address)
        try:
            answer: HTTPResponse | HTTPError = urlopen(Request(url, data, headers), timeout=30)
        except HTTPError as error:
            answer = error
        if cookie := re.match(r"paired-\d+=([^;]+)", answer.headers.get("Set-Cookie", "")):
            self._paired = {"Authorization": f"Bearer {cookie[1]}"}
        return answer


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    table = Table(tmp_path, f"{HEAD}\ndraws assumed")
    referee = Referee(table.sitting)
    referee.start()
    desk = Desk(referee, lambda: table.now_ms, simulated=False)
    clock = "boot-1", lambda: 1000.0
    door, pin = Door(tmp_path, *clock, simulated=False), Invitations(tmp_path, *clock).new_pin()
    screening = Screening(lambda _scene: None, lambda: table.now_ms)
    past = Past(Library.of(tmp_path), referee.bulletin, screening, lambda: table.now_ms, strip=False)
    blueprints = [
        desk_pages(desk, RefereesDesk(desk, lambda: table.now_ms)),
        detective_pages(desk),
        join_pages(door, Signs(strip=False, button=False), list),
        new_race_pages(NextRace(referee.bulletin, desk, sees_draws=False), desk),
        races_pages(past),
    ]
    server = serve(create_app(desk, blueprints=blueprints, door=door), "127.0.0.1", 0)
    Thread(target=server.run, daemon=True).start()
    referee.ask(lambda sitting: sitting.fault(Fault("reader seat-2", "offline", "no answer", 0)))
    referee.ask(lambda _sitting: None)  # now it has been shown
    yield Site(f"http://localhost:{server.effective_port}", pin)
    server.close()
    referee.stop()
    table.journal.close()


def same(shown: Any, answered: Any) -> bool:
    """Whether an answer has what the document shows of it: it may leave keys out, and items at the end of a list."""
    if isinstance(shown, dict):
        return isinstance(answered, dict) and all(key in answered and same(shown[key], answered[key]) for key in shown)
    if isinstance(shown, list):
        return isinstance(answered, list) and len(shown) == len(answered) and all(map(same, shown, answered))
    if isinstance(shown, str) and ANYTHING in shown:
        return isinstance(answered, str) and fnmatchcase(answered, shown.replace(ANYTHING, "*"))
    return bool(shown == answered)


def test_every_example_is_answered_as_shown(site: Site) -> None:
    for example in EXAMPLES:
        with site.curl(example.command) as answer:
            lines = [answer.readline().decode() for _ in example.answer.splitlines()]
            if example.form == "json":
                lines = ["".join(lines) + answer.read().decode()]
                assert same(json.loads(example.answer), json.loads(lines[0])), (example.command, lines[0])
            else:
                for shown, line in zip(example.answer.splitlines(), lines, strict=True):
                    assert same(shown, line.rstrip("\n")), (example.command, line)
            assert answer.status == example.status, example.command


def test_every_command_block_is_an_example() -> None:
    assert len(EXAMPLES) == DOCUMENT.count("\ncurl ")
    assert len(EXAMPLES) > 12


@pytest.fixture
def whole_house() -> Flask:
    """Every page that a table has; nobody is at home."""
    house = House(*(MagicMock() for _ in House._fields))
    table = table_blueprint(MagicMock(), MagicMock(), MagicMock(), MagicMock(), None, None)
    return create_app(FakeFeed(views.start()), blueprints=[table, *pages(house)])


def test_every_address_is_in_the_document(whole_house: Flask) -> None:
    named = re.findall(r"`(?:GET |POST )?(/[^`]*)`", DOCUMENT)
    for rule in rules(whole_house):
        like = re.compile(re.sub(r"<[^>]*>", "[^/]+", str(rule).replace(".", r"\.")))
        assert any(like.fullmatch(address) for address in named), rule


def test_every_command_and_question_of_the_document_is_one_of_the_table(whole_house: Flask) -> None:
    asked = re.findall(r"`(GET|POST) (/[^`]*)`", DOCUMENT)
    assert len(asked) > 30
    for method, address in asked:
        rule_for(whole_house, address.replace("/N", "/1").replace("/1AME", "/NAME"), method)
