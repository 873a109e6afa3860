"""What a newcomer does first: a fresh clone, `./table --robots`, and a race that ends."""

import json
import re
import subprocess
import time
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

SPEED = "200"
SET_UP_LIMIT_S = 60
RACE_LIMIT_S = 60


@pytest.mark.fresh
def test_robots_race_to_the_end_in_a_fresh_clone(clone: Path, bare: dict[str, str], tmp_path: Path) -> None:
    command = [str(clone / "table"), "--robots", SPEED, "--port", "0", "--host", "127.0.0.1", "--data", str(tmp_path)]
    said = tmp_path / "said"
    with said.open("w") as output, subprocess.Popen(command, env=bare, stdout=output, stderr=output) as table:
        try:
            race = ended_race(address_of(table, said))
        finally:
            table.terminate()
    assert race["winners"]
    assert race["reason"] in {"1000", "dispenser-empty"}


def address_of(table: subprocess.Popen[bytes], said: Path) -> str:
    deadline = time.monotonic() + SET_UP_LIMIT_S
    while table.poll() is None and time.monotonic() < deadline:
        if address := re.search(r"http://[\w.]+:\d+", said.read_text()):
            return address[0]
        time.sleep(0.1)
    pytest.fail(f"no address was told, only:\n{said.read_text()}")


def ended_race(address: str) -> dict[str, Any]:
    race: dict[str, Any] = {}
    deadline = time.monotonic() + RACE_LIMIT_S
    while time.monotonic() < deadline:
        with urlopen(f"{address}/api/race", timeout=5) as answer:
            answered = json.load(answer)
        race = answered.get("race", answered)
        if race["over"]:
            return race
        time.sleep(0.2)
    pytest.fail(f"no end after {RACE_LIMIT_S} s: {race}")
