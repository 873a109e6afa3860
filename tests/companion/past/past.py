"""Races gone by at a table in a test: its journal, files from elsewhere, its lights, and its pages."""

import json
import re
from html import unescape
from itertools import count
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from companion.lights.scene import scene
from companion.page import create_app
from companion.page.races import races_pages
from companion.past.desk import Past
from companion.past.library import Library
from companion.past.screening import Screening
from companion.referee.bulletin import Bulletin
from companion.referee.snapshot import situation
from firmware.light import Scene
from tests.companion.page import views
from tests.companion.page.fake_feed import FakeFeed
from tests.companion.table import Table

RACES = Path(__file__).parents[2] / "races"
WHOLE = RACES / "mario-kart" / "whole-race-1000.race"
SMALL = "cars Ann Bob\nAnn green-light\nAnn 25 by Bob\n"


def words(html: str) -> str:
    """What is read, without tags."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


class PastTable:
    """A table (Mario, Luigi, Peach) at which `records` have been raced before; its pages are asked in English."""

    def __init__(self, folder: Path, *records: Path, strip: bool = True) -> None:
        self.folder, self.scenes = folder, list[Scene]()
        self.table = Table(folder)
        for record in records:
            self.race(record.read_text())
        self.bulletin = Bulletin(self.table.shown)
        self.screening = Screening(self.scenes.append, lambda: self.table.now_ms)
        self.library = Library.of(folder)
        self.past = Past(self.library, self.bulletin, self.screening, lambda: self.table.now_ms, strip=strip)
        self.app: Flask = create_app(FakeFeed(views.start()), blueprints=[races_pages(self.past)])
        self.client: FlaskClient = self.app.test_client()
        self._ids = count()

    def race(self, record: str) -> None:
        """Another race is begun and played as a record without tags says."""
        words = ("edition", "cars", "first", "draws", "switch")
        lines = [line for line in record.splitlines() if line.split("#")[0].strip()]
        head = [line for line in lines if line.split()[0] in words]
        self.table.sitting.new_race("\n".join(head), "")
        self.table.say(*lines[len(head) :])

    def show(self) -> None:
        """What the referee shows is seen: on the lights too."""
        self.bulletin.post(self.table.shown)
        self.screening.live(scene(situation(self.table.shown)))

    def get(self, address: str, status: int = 200) -> str:
        answer = self.client.get(address)
        assert answer.status_code == status, answer.text
        return answer.text

    def step(self, name: str, n: int) -> Any:
        """The race after one of its inputs, as the slider fetches it."""
        return json.loads(self.get(f"/races/{name}/at/{n}"))

    def do(self, act: str, command: str = "", **facts: object) -> Any:
        return self.client.post(f"/races/api/{act}", json={"id": command or f"c{next(self._ids)}", **facts})

    def take(self, text: str, file: str = "sunday.race") -> Any:
        return self.do("import", file=file, race=text)
