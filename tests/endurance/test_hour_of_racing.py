"""An hour of racing with a fault every few seconds, beside the same races without (all of it on virtual clocks)."""

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.endurance.racing import Raced, raced
from tests.endurance.troubles import KINDS
from tests.figures import Tell

HOUR_MS = 3_600_000
SEEDS = range(12)
FAULTS_A_QUESTION = 50
TAPS_A_MISS = 1000


class Hour(NamedTuple):
    """The races at a sound table, and the same with faults."""

    sound: list[Raced]
    troubled: list[Raced]

    def sum(self, of: Callable[[Raced], int]) -> int:
        """Of all races with faults."""
        return sum(of(race) for race in self.troubled)

    @property
    def faults(self) -> Counter[str]:
        return sum((race.faults for race in self.troubled), Counter())

    @property
    def asked(self) -> Counter[str]:
        return sum((race.asked for race in self.troubled), Counter())

    def figures(self) -> Iterator[tuple[str, str, str]]:
        """All of it, for people to see: what, figure and goal."""
        minutes = self.sum(lambda race: race.table_ms) / 60_000
        taps, strokes = self.sum(lambda race: len(race.plays)), self.sum(lambda race: race.strokes)
        waited_ms = [each for race in self.troubled for each in race.waited_ms]
        of = f"of {taps} taps ({strokes} strokes) in {minutes:.1f} minutes of racing"
        faults = self.faults.total()
        yield f"faults meanwhile: {_each(self.faults)}", f"{faults}", f"≥ {HOUR_MS // 5000}"
        yield f"{of} missed", f"{self.sum(lambda race: race.missed)}", f"< {taps / TAPS_A_MISS:.1f}"
        yield f"{of} wrongly ruled on", f"{self.sum(lambda race: len(race.wrong))}", "0"
        dead = self.sum(lambda race: race.went_dead)
        yield f"{of} made again, since the reader fell silent under the card, and the pad showed it", f"{dead}", ""
        yield f"questions to people: {_each(self.asked)}", f"{self.asked.total()}", f"≤ {faults // FAULTS_A_QUESTION}"
        waits = f"waits for a reader that was shown dead, {sum(waited_ms) / 1000:.0f} s in all"
        yield waits, f"{len(waited_ms)}", ""


def _each(counted: Counter[str]) -> str:
    return ", ".join(f"{count} {what}" for what, count in counted.most_common())


@pytest.fixture(scope="module")
def hour(tmp_path_factory: pytest.TempPathFactory) -> Hour:
    folder = tmp_path_factory.mktemp("races")
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as tables:
        return Hour(*(list(tables.map(partial(_race, folder, troubled=troubled), SEEDS)) for troubled in (False, True)))


def _race(folder: Path, seed: int, *, troubled: bool) -> Raced:
    own = folder / f"{seed}-{'troubled' if troubled else 'sound'}"
    own.mkdir()
    return raced(own, seed, troubled=troubled)


pytestmark = pytest.mark.endurance


def test_an_hour_has_every_fault_every_few_seconds(hour: Hour, tell: Tell) -> None:
    for what, figure, goal in hour.figures():
        tell(what, figure, goal)
    assert hour.sum(lambda race: race.table_ms) >= HOUR_MS
    assert set(hour.faults) == set(KINDS)
    assert hour.faults.total() >= HOUR_MS / 5000
    assert hour.sum(lambda race: race.strokes) > 10


def test_no_play_is_wrong(hour: Hour) -> None:
    assert [wrong for race in (*hour.sound, *hour.troubled) for wrong in race.wrong] == []


def test_a_sound_table_misses_nothing_and_asks_nothing(hour: Hour) -> None:
    assert [(race.missed, race.went_dead, race.asked, race.waited_ms) for race in hour.sound] == [
        (0, 0, Counter(), ())
    ] * len(SEEDS)


def test_of_a_thousand_taps_not_one_is_missed(hour: Hour) -> None:
    assert hour.sum(lambda race: race.missed) * TAPS_A_MISS < hour.sum(lambda race: len(race.plays))


def test_there_is_at_most_one_question_in_fifty_faults(hour: Hour) -> None:
    assert hour.asked.total() * FAULTS_A_QUESTION <= hour.faults.total()


@pytest.mark.parametrize("fact", ["winners", "km", "plays", "drawn"])
def test_everything_ends_as_without_faults(hour: Hour, fact: str) -> None:
    for sound, troubled in zip(hour.sound, hour.troubled, strict=True):
        assert getattr(troubled, fact) == getattr(sound, fact)
