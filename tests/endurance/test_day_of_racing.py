"""Robots race for 24 hours on a virtual clock: what the program holds does not grow, the journal only by its races."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from tests.endurance.day import Day, day
from tests.figures import Tell

HOURS = 24
WARM_HOURS = 6
"""By then every page was open in every language, and a list of races is as long as it gets on a page."""
GROWTH_BYTES = 2 << 20
A_RACE_BYTES = 256 << 10
WAL_BYTES = 4 << 20

pytestmark = pytest.mark.endurance


@pytest.fixture(scope="module")
def raced(tmp_path_factory: pytest.TempPathFactory) -> Day:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as table:
        return table.submit(day, tmp_path_factory.mktemp("day"), HOURS).result()


def test_a_day_of_racing_makes_the_program_no_bigger(raced: Day, tell: Tell) -> None:
    warm, *later = [each for each in raced.footprints if each.hour >= WARM_HOURS]
    grown = later[-1].resident_bytes - warm.resident_bytes
    blocks = later[-1].blocks - warm.blocks
    threads, files = later[-1].threads - warm.threads, later[-1].files - warm.files
    of = f"{HOURS} h of racing ({raced.races} races, {raced.inputs} inputs, {raced.events} boards sent)"
    tell(
        f"{of}: growth of memory after {WARM_HOURS} h, at {warm.resident_bytes / 2**20:.1f} MB; "
        f"of Python's blocks {blocks / warm.blocks:+.1%}",
        f"{grown / 2**20:+.2f} MB",
        f"< {GROWTH_BYTES >> 20} MB",
    )
    tell(f"{of}: more threads, more open files", f"{threads:+}, {files:+}", "0, 0")
    assert raced.footprints[-1].hour >= HOURS
    assert grown < GROWTH_BYTES
    assert {(each.threads, each.files) for each in later} == {(warm.threads, warm.files)}


def test_the_journal_takes_no_more_than_its_races(raced: Day, tell: Tell) -> None:
    tell(
        f"journal's growth by a race (it has {raced.journal_bytes / 2**20:.1f} MB after {raced.races})",
        f"≤ {raced.most_a_race_bytes / 1024:.0f} kB",
        f"≤ {A_RACE_BYTES >> 10} kB",
    )
    tell("write-ahead log", f"≤ {raced.most_wal_bytes / 2**20:.2f} MB", f"≤ {WAL_BYTES * 5 / 4 / 2**20:.0f} MB")
    assert raced.most_a_race_bytes <= A_RACE_BYTES
    assert raced.most_wal_bytes <= WAL_BYTES + WAL_BYTES // 4
