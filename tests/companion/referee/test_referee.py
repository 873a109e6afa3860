"""The referee's thread: one input after the other, each shown, none that can end the evening."""

import logging
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from companion.referee.referee import Referee
from companion.referee.sitting import Sitting
from companion.referee.snapshot import Snapshot
from companion.rules.malformed import Malformed
from companion.store.journal import Journal
from firmware.messages import Drawn, Fault, Pressed, Removed, Scan
from tests.companion.table import DECK, UID


def now_ms() -> int:
    return time.monotonic_ns() // 1_000_000


class Evening:
    """A referee at work, and every snapshot that the lights were shown."""

    def __init__(self, folder: Path, head: str) -> None:
        self.shown: list[Snapshot] = []
        self.journal = Journal(folder / "races.db")
        self.referee = Referee(Sitting(self.journal, DECK, head, now_ms))
        self.referee.show_on(self.shown.append)
        self.referee.start()

    def settle(self) -> Snapshot:
        """Everything that was put has been taken."""
        self.referee.ask(lambda _sitting: None)
        return self.referee.bulletin.latest()


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path, "cars Mario Luigi\ndraws seen")
    yield evening
    evening.referee.stop()
    evening.journal.close()


def test_a_tap_is_seen_on_the_lights_before_it_is_ruled_on(evening: Evening) -> None:
    evening.referee.put(Drawn(now_ms()))
    evening.referee.put(Scan("seat-1", UID["green-light/1"], now_ms()))
    snapshot = evening.settle()
    assert snapshot.game.race.cars[0].started
    marks = [shown.touches[0].mark for shown in evening.shown if shown.touches]
    assert marks == ["seen", "accepted"]


@pytest.mark.slow
def test_the_referee_proves_that_it_is_at_work_and_not_while_an_input_holds_it_up(tmp_path: Path) -> None:
    proofs: list[int] = []

    def hold_up(_sitting: Sitting) -> int:
        before = len(proofs)
        time.sleep(1.2)
        return len(proofs) - before

    with Journal(tmp_path / "races.db") as journal:
        referee = Referee(Sitting(journal, DECK, "cars Mario Luigi", now_ms))
        referee.prove_to(lambda: proofs.append(now_ms()))
        referee.start()
        begun_ms = now_ms()
        while len(proofs) < 4 and now_ms() < begun_ms + 10_000:
            time.sleep(0.01)
        assert max(b - a for a, b in pairwise(proofs)) < 1900
        assert referee.ask(hold_up) == 0
        referee.stop()


def test_a_refused_tap_is_shown_as_refused(evening: Evening) -> None:
    evening.referee.put(Scan("seat-1", UID["25/1"], now_ms()))
    assert evening.settle().touches[0].mark == "refused"


def test_a_question_is_shown_on_the_pads_of_those_asked_only(tmp_path: Path) -> None:
    evening = Evening(tmp_path, "cars Mario Luigi Peach")
    started = [f"set {name} started yes" for name in ("Mario", "Luigi", "Peach")]
    evening.referee.ask(lambda sitting: sitting.enter(started, now_ms()))
    evening.referee.put(Scan("seat-3", UID["accident/1"], now_ms()))
    evening.referee.put(Scan("seat-3", UID["speed-limit/1"], now_ms()))
    snapshot = evening.settle()
    assert snapshot.game.question is not None
    assert not snapshot.touches
    evening.referee.stop()
    evening.journal.close()


def test_faults_come_and_go_and_stop_nothing(evening: Evening) -> None:
    evening.referee.put(Fault("reader seat-2", "offline", "no answer", now_ms()))
    evening.referee.put(Drawn(now_ms()))
    assert [fault.code for fault in evening.settle().faults] == ["offline"]
    assert evening.settle().game.race.hands == (7, 6)
    evening.referee.put(Fault("reader seat-2", "offline", "", now_ms(), over=True))
    assert not evening.settle().faults


def test_what_says_nothing_to_a_race_changes_nothing(evening: Evening) -> None:
    before = evening.settle()
    evening.referee.put(Removed("seat-1", UID["25/1"], now_ms()))
    evening.referee.put(Pressed("seat-1", now_ms()))
    assert evening.settle() is before


def test_errors_are_raised_where_they_were_asked_for(evening: Evening) -> None:
    with pytest.raises(Malformed):
        evening.referee.ask(lambda sitting: sitting.enter(["no such input"], now_ms()))
    assert evening.settle().game.n == 0


def test_an_input_that_breaks_the_program_does_not_end_the_evening(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.CRITICAL):
        evening.referee.put(Scan("seat-1", b"", now_ms()))
        evening.referee.put(Drawn(now_ms()))
        snapshot = evening.settle()
    assert snapshot.game.race.hands == (7, 6)
    assert [fault.code for fault in snapshot.faults] == ["unexpected"]
    assert [(touch.pad, touch.mark) for touch in snapshot.touches] == [("seat-1", "refused")]


def test_a_full_disk_is_told_and_the_referee_goes_on(evening: Evening) -> None:
    evening.settle()
    evening.journal.close()
    evening.referee.put(Drawn(now_ms()))
    snapshot = evening.settle()
    assert snapshot.game.race.hands == (6, 6)
    assert [fault.code for fault in snapshot.faults] == ["not-stored"]


def test_who_waits_is_woken_by_the_next_snapshot(evening: Evening) -> None:
    seen = evening.settle().id
    assert not evening.referee.bulletin.wait(seen, 0.01)
    evening.referee.put(Drawn(now_ms()))
    assert evening.referee.bulletin.wait(seen, 10)
