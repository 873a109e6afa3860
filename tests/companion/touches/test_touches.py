"""How many touches people need to be back in play, beyond tapping cards again, whatever has gone wrong.

In each case the race must stand in the end as it was meant.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.editions import editions
from companion.rules.fold import begin, enter
from companion.rules.record import read_record
from companion.sentences.report import race_object
from tests.companion.touches.cases import CASES, Case
from tests.companion.touches.people import People
from tests.endurance.evening import HEAD, PLAYERS
from tests.figures import Tell

pytestmark = pytest.mark.slow

MOST = 2


@pytest.fixture
def table(tmp_path: Path) -> Iterator[People]:
    table = People(tmp_path)
    yield table
    table.evening.close()


def meant_race(lines: str) -> dict[str, object]:
    started = [f"set {name} started yes" for name in PLAYERS]
    record = read_record("\n".join([HEAD, *started, *lines.split(", ")]).encode(), editions())
    game = begin(record.setup)
    for _, entry in record.entries:
        game, _ = enter(game, entry)
    return race_object(game.race)


@pytest.mark.parametrize(("told", "happens", "meant"), CASES, ids=[happens.__name__ for _, happens, _ in CASES])
def test_back_in_play_by(table: People, told: str, happens: Case, meant: str, tell: Tell) -> None:
    happens(table)
    tell(f"touches beyond cards to put right: {told}", str(table.touches), f"≤ {MOST}")
    assert race_object(table.evening.race) == meant_race(meant)
    assert table.touches <= MOST
