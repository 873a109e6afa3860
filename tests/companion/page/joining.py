"""A page with a real door, on a clock of its own, and the browsers of people before it."""

import re
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.page import create_app
from companion.page.join import Signs, join_pages
from companion.pairing.door import Door
from companion.pairing.invitations import Invitations
from tests.companion.page import views
from tests.companion.page.fake_feed import FakeFeed
from tests.companion.page.test_stream import events

HOSTS = ("table.local", "192.168.1.7", "[fd00::4]", "localhost", "127.0.0.1")
PHONE = "192.168.1.20"


class House:
    """The table's page, and who stands before it."""

    def __init__(self, folder: Path, *, simulated: bool = False, found: Sequence[tuple[str, str]] = ()) -> None:
        self.up_s = 1000.0
        self.door = Door(folder, "boot-1", lambda: self.up_s, simulated=simulated)
        self.invitations = Invitations(folder, "boot-1", lambda: self.up_s)
        self.feed = FakeFeed(views.middle())
        joining = join_pages(self.door, Signs(strip=True, button=True), lambda: found)
        self.app = create_app(self.feed, blueprints=[joining], trusted_hosts=HOSTS, door=self.door, beat_s=0.01)

    def browser(self, address: str = PHONE, host: str = "table.local") -> "Browser":
        return Browser(self, address, host)

    def paired(self, name: str = "Anna", address: str = PHONE) -> "Browser":
        """A browser that a sign from the table has let in."""
        browser = self.browser(address)
        assert browser.post("/join/api/ask", name=name).status_code == 200
        self.up_s += 5
        assert self.door.admit_by_touch(self.up_s) is None
        return browser


class Browser:
    """A browser at an address, which asks for the page by a host's name."""

    _ids = count()

    def __init__(self, house: House, address: str, host: str) -> None:
        self.client: FlaskClient = house.app.test_client()
        self._environ, self._host = {"REMOTE_ADDR": address}, host
        self.port = "80"

    def get(self, path: str, **headers: str) -> TestResponse:
        sent = {"Host": self._host, **headers}
        return self.client.get(path, headers=sent, environ_overrides=self._asks(), buffered=True)

    def hears(self, path: str) -> Iterator[dict[str, str]]:
        """The events of a stream, as their fields."""
        answer = self.client.get(path, headers={"Host": self._host}, environ_overrides=self._asks(), buffered=False)
        return events(answer)

    def _asks(self) -> dict[str, str]:
        return {**self._environ, "SERVER_PORT": self.port}

    def post(self, path: str, headers: dict[str, str] | None = None, **fields: Any) -> TestResponse:
        body = {"id": f"c{next(self._ids)}", **fields}
        sent = {"Host": self._host, **(headers or {})}
        return self.client.post(path, json=body, headers=sent, environ_overrides=self._asks())

    def act(self, headers: dict[str, str] | None = None) -> int:
        """Enter a card; the answer's status."""
        return self.post("/api/input", headers, line="Mario 100").status_code

    @property
    def number(self) -> int:
        """The number that it was given at the door."""
        found = re.search(r'<b class="number">(\d+)</b>', self.get("/join").text)
        assert found
        return int(found[1])
