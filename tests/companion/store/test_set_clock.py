"""The machine's clock is set an hour back or a year ahead, as a Pi's is that has none of its own: it is a label."""

import ast
import json
import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from companion.pairing.invitations import Invitations
from companion.pairing.networks import own_name
from companion.pairing.uptime import boot_id
from companion.store.folder import JOURNAL
from tests.companion.program import START_LIMIT_S, Program

ROOT = Path(__file__).resolve().parents[3]
PACKAGES = ("companion", "firmware", "hardware")
LABELS = {
    "companion/store/journal.py": "when a race began, and an input was written",
    "companion/referee/safekeeping.py": "a copy's day, beside the number that counts",
    "companion/support/file.py": "when the file was made",
}
"""The only places that look at the calendar, and what they write on what."""
CALENDAR = {"time.time", "time.time_ns", "time.localtime", "time.gmtime", "time.ctime", "time.strftime"}
CALENDAR |= {f"{of}.{name}" for of in ("datetime", "date") for name in ("now", "today", "utcnow")}
SET_CLOCK = """
import datetime, os, time
jump_s, true, real = float(os.environ["JUMP_S"]), time.time, datetime.datetime
class Set(real):
    @classmethod
    def now(cls, tz=None):
        return real.fromtimestamp(time.time(), tz)
datetime.datetime, time.time = Set, lambda: true() + jump_s
"""
HOUR_S, YEAR_S = 3600, 366 * 24 * 3600


def asked_for(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            yield ".".join(ast.unparse(node).rsplit(".", 2)[-2:])
        elif isinstance(node, ast.ImportFrom) and node.module == "time":
            yield from (f"time.{name.name}" for name in node.names)


def test_only_labels_are_taken_from_the_calendar() -> None:
    files = [file for package in PACKAGES for file in (ROOT / package).rglob("*.py")]
    found = {
        str(file.relative_to(ROOT))
        for file in files
        if not CALENDAR.isdisjoint(asked_for(ast.parse(file.read_text("utf-8"))))
    }
    assert found == set(LABELS)


class Table:
    """The program, started anew by machines whose clocks differ; a phone that asks it over the network."""

    def __init__(self, data: Path, clock: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._data, self._environment = data, monkeypatch
        clock.mkdir()
        (clock / "sitecustomize.py").write_text(SET_CLOCK)
        monkeypatch.setenv("PYTHONPATH", f"{clock}:{ROOT}")
        self.token = ""
        self.programs: list[Program] = []

    def start(self, jump_s: float) -> None:
        self._environment.setenv("JUMP_S", str(jump_s))
        self.programs.append(Program(self._data))

    def pair(self) -> None:
        code = Invitations(self._data, boot_id(), time.monotonic).new_link()
        answer = self._send("/join/api/link", {"code": code, "name": "Anna", "id": "pair"})
        found = re.search(r"paired-\d+=([^;]+)", answer.headers["Set-Cookie"])
        assert found
        self.token = found[1]

    def play(self, line: str, name: str) -> dict[str, Any]:
        with self._send("/api/input", {"line": line, "id": name}) as answer:
            (ruling,) = json.load(answer)["rulings"]
        return dict(ruling)

    def race(self) -> Any:
        with self._send("/api/race") as answer:
            return json.load(answer)

    def _send(self, path: str, body: dict[str, str] | None = None) -> Any:
        headers = {"Content-Type": "application/json", "Host": own_name(), "Authorization": f"Bearer {self.token}"}
        data = None if body is None else json.dumps(body).encode()
        return urlopen(Request(self.programs[-1].address + path, data, headers), timeout=START_LIMIT_S)


@pytest.mark.slow
@pytest.mark.parametrize("jump_s", [-HOUR_S, YEAR_S])
def test_race_stroke_window_and_pairing_outlive_a_clock_that_is_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump_s: float
) -> None:
    table = Table(tmp_path / "data", tmp_path / "clock", monkeypatch)
    try:
        table.start(0)
        with pytest.raises(HTTPError, match="403"):
            table.play("draw", "unpaired")
        table.pair()
        for n, line in enumerate(["set Mario started yes", "set Luigi started yes", "draw", "Luigi accident/1"]):
            table.play(line, f"line {n}")
        before = table.race()
        table.programs[-1].kill()
        table.start(jump_s)
        assert table.race() == before
        assert table.play("Luigi ace-driver/1", "stroke")["play"] == "stroke"
        table.programs[-1].kill()
        table.start(0)
        assert table.play("draw", "once more")["verdict"] == "noted"
        assert table.programs[-1].text("/race/current.race").count("\n+") == 6
    finally:
        for program in table.programs:
            program.kill()
    with closing(sqlite3.connect(tmp_path / "data" / JOURNAL)) as journal:
        labels = [datetime.fromisoformat(at) for (at,) in journal.execute("SELECT written FROM input ORDER BY n")]
    assert abs((labels[4] - labels[3]).total_seconds() - jump_s) < START_LIMIT_S, "the clock was set"
