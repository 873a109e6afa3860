"""`mille-bornes doctor`: a whole table looked at."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.deck.registry import Registry
from tests.companion.commands.commands import STICKER, Command, run
from tests.companion.decks import WHOLE


def findings(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    Registry(tmp_path).keep(WHOLE)
    return tmp_path


@pytest.mark.slow
def test_a_simulated_table_is_well(data: Path) -> None:
    done = run("doctor", "--json", "--table", "simulated", "--data", data)
    assert done.returncode == 0
    *found, summary = findings(done.stdout)
    assert summary["summary"]["fault"] == 0
    assert {each["code"] for each in found} >= {"packages", "deck", "data", "room"}


@pytest.mark.slow
def test_a_real_table_without_its_readers_is_not(data: Path) -> None:
    done = run("doctor", "--json", "--table", "six-seats", "--data", data)
    assert done.returncode == 1
    silent = [each for each in findings(done.stdout)[:-1] if each["code"] == "node-missing"]
    assert {each["part"] for each in silent} >= {f"reader seat-{n}" for n in range(1, 7)}
    assert all("config.txt" in each["cure"] for each in silent)


@pytest.fixture
def doctor(data: Path) -> Iterator[Command]:
    command = Command("doctor", "--json", "--emulated", "--table", "one-reader", "--taps", "20", "--data", data)
    yield command
    if command.process.poll() is None:
        command.process.kill()
    command.close()


@pytest.mark.slow
def test_a_live_tap_is_waited_for(doctor: Command) -> None:
    while "tap a card on each pad: any" not in doctor.errors.readline():
        pass
    doctor.lay("any", STICKER)
    assert STICKER in doctor.hear('"tap"')
    assert doctor.process.wait() == 0


@pytest.mark.slow
def test_a_running_table_is_left_alone(data: Path) -> None:
    enrol = Command("enrol", "--emulated", "--data", data)
    enrol.hear("Every card")
    done = run("doctor", "--json", "--table", "simulated", "--taps", "20", "--data", data)
    assert "table-runs" in [each.get("code") for each in findings(done.stdout)]
    assert enrol.end() == 0
