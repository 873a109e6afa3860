"""The chances keep up with a race that is played, whatever becomes of the process that rolls them."""

import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.odds.child import Child
from tests.companion.odds.evening import WITHIN_S, Evening, stands_at, wait_for

DIES = (sys.executable, "-c", "raise SystemExit(3)")
BABBLES = (sys.executable, "-c", "print('nonsense', flush=True); input()")
HANGS = (sys.executable, "-c", "import time; time.sleep(600)")


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with ExitStack() as stack:
        yield Evening(tmp_path, stack)


@pytest.mark.slow
def test_the_chances_follow_each_input_to_the_end_and_then_rest(evening: Evening) -> None:
    watch = evening.watch()
    wait_for(watch, stands_at(0))
    evening.say("Mario green-light")
    wait_for(watch, stands_at(1))
    evening.say("set Mario km 1000")
    shown = wait_for(watch, lambda shown: stands_at(2)(shown) and not shown.busy)
    assert [point.n for point in shown.points] == [0, 1, 2]
    assert list(shown.points[-1].chances.shares) == [1, 0]
    assert all(point.done for point in shown.points)
    assert evening.told == []
    assert len(evening.children) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "why"),
    [(DIES, "it has ended"), (BABBLES, "it answers b'nonsense'"), (HANGS, "it has said nothing for 3 s")],
)
def test_a_child_that_is_lost_is_started_again_and_told_of(
    evening: Evening, command: tuple[str, ...], why: str
) -> None:
    watch = evening.watch(command, silent_s=3 if command is HANGS else WITHIN_S)
    wait_for(watch, stands_at(0))
    assert evening.told[0] is not None
    assert why in evening.told[0] or "Broken pipe" in evening.told[0]
    wait_for(watch, lambda _shown: evening.told[-1] is None)


@pytest.mark.slow
def test_a_program_that_is_not_there_stops_nothing(evening: Evening) -> None:
    watch = evening.watch(("/no/such/program",))
    wait_for(watch, lambda _shown: len(evening.told) > 0)
    evening.say("Mario green-light")
    assert evening.referee.bulletin.latest().game.race.cars[0].started


@pytest.mark.slow
def test_switched_off_no_child_runs_and_switched_on_one_does(evening: Evening) -> None:
    watch = evening.watch()
    wait_for(watch, stands_at(0))
    watch.switch(on=False)
    process = evening.children[0]._process
    assert process.wait(WITHIN_S) != 0
    evening.say("Mario green-light")
    assert not watch.shown.on
    watch.switch(on=True)
    wait_for(watch, stands_at(1))
    assert len(evening.children) == 2


@pytest.mark.slow
def test_the_child_ends_with_the_table(evening: Evening) -> None:
    watch = evening.watch()
    wait_for(watch, stands_at(0))
    process = evening.children[0]._process
    assert process.stdin is not None
    watch.stop()
    assert process.poll() is not None


@pytest.mark.slow
def test_a_child_whose_table_is_gone_ends_by_itself() -> None:
    child = Child()
    child._orders.close()
    assert child._process.wait(WITHIN_S) == 0
    child.end()


@pytest.mark.slow
@pytest.mark.parametrize("told", [signal.SIGINT, signal.SIGTERM])
def test_what_tells_a_whole_group_to_end_is_left_to_the_table(evening: Evening, told: signal.Signals) -> None:
    watch = evening.watch()
    wait_for(watch, stands_at(0))
    evening.children[0]._process.send_signal(told)
    evening.say("Mario green-light")
    wait_for(watch, stands_at(1))
    assert len(evening.children) == 1


@pytest.mark.slow
def test_another_race_begins_another_line(evening: Evening) -> None:
    watch = evening.watch()
    evening.say("Mario green-light")
    wait_for(watch, stands_at(1))
    evening.referee.ask(lambda sitting: sitting.new_race("edition ryvo\ncars Peach Toad Daisy", ""))
    shown = wait_for(watch, lambda shown: len(shown.setup.cars) == 3 and stands_at(0)(shown))
    assert len(shown.points) == 1
    assert len(shown.points[0].chances.shares) == 3
