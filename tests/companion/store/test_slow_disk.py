"""A disk that takes its time: what was laid is shown to be seen, then to be saved, and only then as it was ruled."""

import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.lights.scene import SAVING_MS, scene
from companion.referee.referee import Referee
from companion.referee.sitting import Sitting
from companion.referee.snapshot import situation
from companion.store.journal import Journal, Row
from firmware.lamp import Lamp
from firmware.messages import Scan
from firmware.strips.emulated import EmulatedStrip
from tests.companion.film import LAYOUT, STRIP
from tests.companion.table import DECK, UID

SYNC_S = 2.6
"""Longer than the lamp otherwise waits for a sign of the referee."""
LATE_MS = 900
"""For a step takes 300, and the machine may be busy."""
STEPS = [60, 150, 255]


class SlowDisk(Journal):
    """Every input lies in some buffer for so long before it is stored."""

    sync_s = SYNC_S

    def append(self, race: int, rows: Sequence[Row], clock_ms: int = 0, command: str = "", reply: str = "") -> None:
        time.sleep(self.sync_s)
        super().append(race, rows, clock_ms, command, reply)


def now_ms() -> int:
    return time.monotonic_ns() // 1_000_000


def step(colour: list[int]) -> int:
    """Which step of saving a colour is, as exactly as the wire has it; 0 if none."""
    return next((level for level in STEPS if all(abs(part - level) <= 2 for part in colour)), 0)


class Lit:
    """A referee, and the pixels of a strip that is emulated to its wire."""

    def __init__(self, journal: Journal) -> None:
        assert STRIP is not None
        self.strip = EmulatedStrip(STRIP)
        self.lamp = Lamp(self.strip.open, LAYOUT, lambda _fault: None)
        self.referee = Referee(Sitting(journal, DECK, "cars Mario Luigi", now_ms))
        self.referee.show_on(lambda snapshot: self.lamp.show(scene(situation(snapshot))))
        self.referee.prove_to(self.lamp.alive)
        self.lamp.start()
        self.referee.start()

    def watch(self, pad: str, seconds: float) -> list[tuple[int, list[int]]]:
        """The pad's light as it changes: milliseconds from now, and red, green, blue."""
        (pixel, *_), begun_ms, seen = dict(LAYOUT.pads)[pad], now_ms(), list[tuple[int, list[int]]]()
        while now_ms() < begun_ms + 1000 * seconds:
            colour = list(self.strip.pixels()[3 * pixel : 3 * pixel + 3])
            if not seen or seen[-1][1] != colour:
                seen.append((now_ms() - begun_ms, colour))
            time.sleep(0.005)
        return seen

    def close(self) -> None:
        self.referee.stop()
        self.lamp.stop()


@pytest.mark.slow
def test_while_the_disk_takes_longer_than_half_a_second_the_pad_says_that_it_saves(tmp_path: Path) -> None:
    with SlowDisk(tmp_path / "races.db") as journal:
        lit = Lit(journal)
        lit.referee.ask(lambda _sitting: None)
        lit.referee.put(Scan("seat-1", UID["green-light/1"], now_ms()))
        changes = lit.watch("seat-1", SYNC_S - 0.2)
        snapshot_then = lit.referee.bulletin.latest()
        rest = lit.watch("seat-1", 1.5)
        lit.close()
    white = [(at_ms, step(colour)) for at_ms, colour in changes if step(colour)]
    saving_from_ms = next(at_ms for at_ms, level in white if level < 255)
    assert SAVING_MS - 20 <= saving_from_ms <= SAVING_MS + LATE_MS
    assert {level for at_ms, level in white if at_ms >= saving_from_ms} == set(STEPS)
    assert max(at_ms for at_ms, _ in white) > 1000 * SYNC_S - LATE_MS, "until it is stored"
    assert not snapshot_then.game.race.cars[0].started, "nothing is shown as accepted before it is stored"
    assert any(len(set(colour)) > 1 for _, colour in rest), "and then it is, in the car's own colour"


def test_on_a_disk_that_is_quick_nobody_hears_of_saving(tmp_path: Path) -> None:
    with SlowDisk(tmp_path / "races.db") as journal:
        journal.sync_s = 0.25
        lit = Lit(journal)
        lit.referee.put(Scan("seat-1", UID["green-light/1"], now_ms()))
        changes = lit.watch("seat-1", 1)
        lit.close()
    steps = [step(colour) for _, colour in changes]
    assert 255 in steps
    assert not {60, 150} & set(steps)
