"""Which tone is heard when, as the referee puts it down."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.referee.referee import Referee
from companion.referee.sitting import Sitting
from companion.store.journal import Journal
from firmware.messages import Drawn, Pressed, Scan, Tone
from tests.companion.table import COMMAND, DECK, UID


def now_ms() -> int:
    return time.monotonic_ns() // 1_000_000


class Evening:
    """A referee at work, and every tone that it put down."""

    def __init__(self, folder: Path, head: str) -> None:
        self.heard: list[str] = []
        self.journal = Journal(folder / "races.db")
        self.referee = Referee(Sitting(self.journal, DECK, head, now_ms))
        self.referee.sound_on(self._hear)
        self.referee.start()
        self.referee.ask(lambda sitting: sitting.enter(STARTED, now_ms()))
        self.tones()

    def _hear(self, tone: Tone) -> None:
        self.heard.append(tone.name)

    def tones(self) -> list[str]:
        """What was heard since the last call."""
        self.referee.ask(lambda _sitting: None)
        self.referee.ask(lambda _sitting: None)  # the answer of the first may come before its tone
        heard, self.heard = self.heard, []
        return heard

    def lay(self, card: str, pad: str) -> list[str]:
        self.referee.put(Scan(pad, UID.get(card) or COMMAND[card], now_ms()))
        return self.tones()


STARTED = [f"set {name} started yes" for name in ("Mario", "Luigi", "Peach")]


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path, "cars Mario Luigi Peach")
    yield evening
    evening.referee.stop()
    evening.journal.close()


def test_a_card_is_heard_when_it_is_felt_and_when_it_is_ruled_on(evening: Evening) -> None:
    assert evening.lay("25/1", "seat-1") == ["seen", "accepted"]
    assert evening.lay("25/1", "seat-1") == ["seen"]  # it lies there
    assert evening.lay("25/2", "seat-1") == ["seen", "refused"]


def test_a_question_a_stroke_and_a_win_have_tones_of_their_own(evening: Evening) -> None:
    evening.lay("accident/1", "seat-3")
    assert evening.lay("speed-limit/1", "seat-3") == ["seen", "question"]
    evening.referee.put(Pressed("seat-1", now_ms()))
    assert evening.tones() == ["seen", "accepted"]
    assert evening.lay("ace-driver/1", "seat-3") == ["seen", "stroke"]
    evening.referee.ask(lambda sitting: sitting.enter(["set Peach km 975", "set Peach limited no"], now_ms()))
    evening.tones()
    assert evening.lay("25/3", "seat-3") == ["seen", "win"]


def test_what_was_in_vain_sounds_refused(evening: Evening) -> None:
    assert evening.lay("overrule", "seat-1") == ["seen", "refused"]
    assert evening.lay("pair", "seat-1") == ["seen", "refused"]
    assert evening.lay("25/1", "seat-6") == ["seen", "refused"]


def test_a_button_that_announces_is_heard(evening: Evening) -> None:
    evening.referee.put(Pressed("seat-2", now_ms()))
    assert evening.tones() == ["seen"]


def test_a_draw_that_counts_is_silent_and_one_too_many_is_not(tmp_path: Path) -> None:
    evening = Evening(tmp_path, "cars Mario Luigi Peach\ndraws seen")
    evening.referee.put(Drawn(now_ms()))
    assert evening.tones() == []
    evening.referee.put(Drawn(now_ms()))
    assert evening.tones() == ["refused"]
    evening.referee.stop()
    evening.journal.close()


def test_a_refused_card_that_counts_at_last_is_heard(tmp_path: Path) -> None:
    evening = Evening(tmp_path, "cars Mario Luigi Peach\ndraws seen")
    assert evening.lay("25/1", "seat-1") == ["seen", "refused"]
    evening.referee.put(Drawn(now_ms()))
    deadline = time.monotonic() + 10
    while "accepted" not in evening.heard and time.monotonic() < deadline:
        time.sleep(0.01)
    assert evening.tones() == ["accepted"]
    evening.referee.stop()
    evening.journal.close()
