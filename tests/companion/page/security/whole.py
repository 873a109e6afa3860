"""The whole program with every page that it has, in this process; in place of its web server a test asks it."""

import hashlib
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from threading import Event, Thread
from typing import Any, NamedTuple

import pytest
from flask import Flask
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from companion.cli import _options
from companion.compose import table
from companion.page.access import SAFE
from companion.pairing.invitations import Invitations
from companion.pairing.networks import own_name
from companion.pairing.uptime import boot_id
from companion.store.folder import JOURNAL
from tests.companion.page.rooms import rules

PHONE = "192.168.1.20"
_LASTING = ("race", "input", "setting", "answer")
_START_S = 30


class Asker(NamedTuple):
    """Who asks: whence, by which name for this machine, from which site's page, with whose token."""

    address: str = PHONE
    host: str = own_name()
    origin: str = ""
    token: str = ""

    def headers(self) -> dict[str, str]:
        """What comes with all that it asks."""
        headers = {"Host": self.host}
        if self.origin:
            headers |= {"Origin": self.origin, "Sec-Fetch-Site": "cross-site"}
        return headers | ({"Authorization": f"Bearer {self.token}"} if self.token else {})


class Whole:
    """The program while it runs, on the races in `data`."""

    def __init__(self, app: Flask, data: Path) -> None:
        self.app, self.data = app, data
        self._ids = count()

    def rules(self, *, commands: bool) -> list[Rule]:
        """Every address of a command, or every other one."""
        return [rule for rule in rules(self.app) if bool((rule.methods or set()) - SAFE) is commands]

    def get(self, path: str, asker: Asker) -> TestResponse:
        return self.app.test_client(use_cookies=False).get(
            path, headers=asker.headers(), environ_overrides={"REMOTE_ADDR": asker.address}, buffered=False
        )

    def post(self, path: str, body: object, asker: Asker) -> TestResponse:
        if isinstance(body, dict):
            body = {"id": f"c{next(self._ids)}", **body}
        return self.app.test_client(use_cookies=False).post(
            path, json=body, headers=asker.headers(), environ_overrides={"REMOTE_ADDR": asker.address}
        )

    def paired(self) -> Asker:
        """A phone that a link has let in."""
        code = Invitations(self.data, boot_id(), time.monotonic).new_link()
        answer = self.post("/join/api/link", {"code": code, "name": "Anna"}, Asker())
        assert answer.status_code == 200, answer.text
        return Asker(token=answer.headers["Set-Cookie"].partition("=")[2].partition(";")[0])

    def state(self) -> dict[str, Any]:
        """All that a command could change and that stays: races, settings, decks, pairings; and what is shown."""
        with closing(sqlite3.connect(f"file:{self.data / JOURNAL}?mode=ro", uri=True)) as journal:
            rows = {name: journal.execute(f"SELECT * FROM {name}").fetchall() for name in _LASTING}  # noqa: S608 - our names
        files = [file for file in self.data.rglob("*") if file.suffix in (".json", ".race")]
        digests = {str(file): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}
        shown = self.get("/healthz", Asker()).get_json()
        return {"rows": rows, "files": digests, "shown": shown["view"], "lights": self._lights()}

    def _lights(self) -> object:
        return self.get("/races/api/lights", Asker()).get_json()


class _Asking:
    """Is run by the program as its server."""

    effective_port = 80
    channel_class = object

    def __init__(self, app: Flask, ask: Callable[[Flask], None]) -> None:
        self._app, self._ask = app, ask

    def run(self) -> None:
        self._ask(self._app)

    def close(self) -> None:
        """There is nothing to close."""


@contextmanager
def whole(data: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Whole]:
    """The program, which runs as long as it is asked."""
    found: list[Flask] = []
    up, done = Event(), Event()

    def ask(app: Flask) -> None:
        found.append(app)
        up.set()
        done.wait()

    monkeypatch.setattr(table, "serve", lambda app, _host, _port: _Asking(app, ask))
    told: dict[int, Callable[[int, None], None]] = {}
    monkeypatch.setattr(signal, "signal", told.__setitem__)  # it runs beside the main thread, which alone has signals
    options = _options(["table", "--data", str(data), "--table", "simulated"])
    program = Thread(target=table.run_table, args=(options,), daemon=True)
    program.start()
    try:
        assert up.wait(_START_S), "the program has not come up"
        yield Whole(found[0], data)
    finally:
        with suppress(SystemExit):
            told[signal.SIGTERM](signal.SIGTERM, None)
        done.set()
        program.join(_START_S)
