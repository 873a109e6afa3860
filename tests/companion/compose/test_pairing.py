"""The door of a running table: its lights show who asks, and hands at it let them in."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.compose.pairing import open_door
from companion.pairing.door import Door
from companion.referee.referee import Referee
from companion.referee.snapshot import Snapshot
from firmware.messages import Pressed, Scan
from tests.companion.table import COMMAND, Table

PATIENCE_S = 10.0


class Evening:
    """A referee at work, and the table's door."""

    def __init__(self, folder: Path) -> None:
        self.table = Table(folder)
        self.referee = Referee(self.table.sitting)
        self.door: Door = open_door(
            folder, self.table.sitting, self.referee, lambda: self.table.now_ms, simulated=False
        )
        self.referee.start()

    def sees(self, what: Callable[[Snapshot], bool]) -> bool:
        """Whether everybody soon sees this."""
        seen = ""
        while not what(self.referee.bulletin.latest()):
            if not self.referee.bulletin.wait(seen, PATIENCE_S):
                return False
            seen = self.referee.bulletin.latest().id
        return True


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path)
    yield evening
    evening.referee.stop()
    evening.table.journal.close()


@pytest.mark.parametrize("by", ["button", "card"])
def test_a_phone_that_asks_is_shown_and_let_in(evening: Evening, by: str) -> None:
    token = evening.door.ask("Anna", "10.0.0.1", "")
    number = evening.door.view(token, here=False)["number"]
    assert evening.sees(lambda shown: shown.phones == (number,))
    evening.table.now_ms += 5000
    if by == "button":
        evening.referee.put(Pressed("undo", evening.table.now_ms, 3000))
    else:
        evening.referee.put(Scan("seat-1", COMMAND["pair"], evening.table.now_ms))
    assert evening.sees(lambda shown: shown.phones == ())
    assert evening.door.author(token, here=False) == "Anna"


def test_two_that_ask_stay_outside(evening: Evening) -> None:
    tokens = [evening.door.ask(name, "10.0.0.1", "") for name in ("Anna", "Ben")]
    evening.table.now_ms += 5000
    evening.referee.put(Pressed("undo", evening.table.now_ms, 3000))
    assert evening.sees(lambda shown: shown.notice is not None and shown.notice.code == "several-ask")
    assert [evening.door.author(token, here=False) for token in tokens] == [None, None]
