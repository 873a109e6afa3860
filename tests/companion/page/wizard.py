"""The wizard of a table with an empty deck, and hands that lay stickers."""

from itertools import count
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from companion.deck.desk import EnrolDesk
from companion.deck.enrolling import Enrolling
from companion.deck.enrolment import box_of
from companion.deck.registry import Registry
from companion.page import create_app
from companion.page.enrol import enrol_pages
from firmware.messages import Scan
from tests.companion.decks import MARIO_KART
from tests.companion.page import views
from tests.companion.page.fake_feed import FakeFeed

STICKER = bytes.fromhex("04A2245A6F6180")


class Roll:
    """The stickers of a simulated table."""

    def __init__(self, wizard: "Wizard") -> None:
        self.wizard = wizard

    def rest(self) -> None:
        self.wizard.rested += 1

    def lay(self) -> None:
        self.wizard.lay(STICKER)


class Wizard:
    """Its pages are in English unless they are asked otherwise."""

    def __init__(self, folder: Path, *, simulated: bool = False) -> None:
        self.registry = Registry(folder)
        self.enrolling = Enrolling(self.registry, box_of(MARIO_KART), lambda: 1000)
        self.rested = 0
        desk = EnrolDesk(self.enrolling, MARIO_KART, Roll(self) if simulated else None)
        self.app: Flask = create_app(FakeFeed(views.start()), blueprints=[enrol_pages(desk)])
        self.client: FlaskClient = self.app.test_client()
        self._ids = count()

    def lay(self, uid: bytes, *texts: str) -> bool:
        return self.enrolling.take(Scan("discard", uid, 0, texts))

    def news(self, after: str) -> Any:
        return self.client.get(f"/enrol/news?after={after}")

    def do(self, act: str, command: str = "", **facts: object) -> Any:
        return self.client.post(f"/enrol/api/{act}", json={"id": command or f"c{next(self._ids)}", **facts})

    def page(self, language: str = "en") -> str:
        answer = self.client.get("/enrol", headers={"Accept-Language": language})
        assert answer.status_code == 200
        return answer.text
