"""As many pages as the table serves, in a race that goes on: some are cut again and again, some never read."""

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import quantiles

import pytest

from companion.page.server import UNHEARD_MS
from companion.rules.race import GOAL_KM, STEP_KM
from tests.companion.program import Program
from tests.endurance.listener import Listener, ask, head
from tests.figures import Tell

PAGES = 64
INPUTS, EVERY_S = 400, 0.05
FEW_INPUTS, UNHURRIED_S = 100, 0.2
RACE_LIMIT_S = 120
CUTS = 500
NEVER_READ = 8
DELAY, DELAY_MS = 1.5, 500
"""So many times, and so much later, than without the pages that never read have 99 of 100 heard of a change."""
GROWTH_BYTES = 64 << 20
SLACK_S = 15

pytestmark = pytest.mark.endurance


class Racing:
    """The program, somebody who enters what happens in a race, and pages."""

    def __init__(self, data: Path) -> None:
        self._program = Program(data)
        self.port = int(self._program.address.rsplit(":", 1)[1])
        self.pages: list[Listener] = []
        self.inputs = 0

    def open(self, pages: int, *, is_cut: bool) -> None:
        self.pages += [Listener(self.port, seed, is_cut=is_cut) for seed in range(pages)]

    def streams(self) -> int:
        return int(self._program.ask("/healthz")["streams"]["open"])

    def resident_bytes(self) -> int:
        status = Path(f"/proc/{self._program.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found
        return int(found[1]) * 1024

    def race(self, inputs: int, every_s: float, enough: Callable[[], bool] = lambda: True) -> None:
        """So many inputs come one after another, and more until it is enough: the machine may have other work too."""
        begun, last = self.inputs, time.monotonic() + RACE_LIMIT_S
        while self.inputs - begun < inputs or (not enough() and time.monotonic() < last):
            self.inputs += 1
            line = f"set Mario km {STEP_KM * (self.inputs % (GOAL_KM // STEP_KM))}"
            self._program.ask("/api/input", line=line, id=f"input {self.inputs}")
            time.sleep(every_s)

    def newest(self) -> str:
        return str(self._program.ask("/healthz")["view"])

    def close(self) -> None:
        for page in self.pages:
            page.end()
        self._program.kill()
        for page in self.pages:
            page.join()


def until(reached: Callable[[], bool], within_s: float) -> None:
    last = time.monotonic() + within_s
    while not reached():
        assert time.monotonic() < last, f"not within {within_s} s"
        time.sleep(0.1)


@pytest.fixture
def racing(tmp_path: Path) -> Iterator[Racing]:
    table = Racing(tmp_path / "data")
    yield table
    table.close()


def test_pages_that_are_cut_again_and_again_miss_nothing_and_hear_nothing_twice(racing: Racing, tell: Tell) -> None:
    racing.open(PAGES, is_cut=True)
    racing.race(INPUTS, EVERY_S, lambda: sum(page.cuts for page in racing.pages) >= CUTS)
    newest = racing.newest()
    until(lambda: all(page.last == newest for page in racing.pages), SLACK_S)
    wrong = [each for page in racing.pages for each in page.wrong]
    heard, cuts = (sum(each) for each in zip(*((len(page.heard), page.cuts) for page in racing.pages), strict=True))
    tell(f"forced reconnects of {PAGES} pages", f"{cuts}", f"≥ {CUTS}")
    tell(f"gaps or repetitions in the {heard} events that they heard", f"{len(wrong)}", "0")
    assert wrong == []
    assert cuts >= CUTS
    assert {page.entries for page in racing.pages} == {racing.inputs}


def test_pages_that_never_read_delay_nobody_and_are_dropped(racing: Racing, tell: Tell) -> None:
    racing.open(PAGES - NEVER_READ, is_cut=False)
    until(lambda: racing.streams() == PAGES - NEVER_READ, SLACK_S)
    racing.race(FEW_INPUTS, UNHURRIED_S)
    before, since_s = racing.resident_bytes(), time.monotonic()
    silent = [ask(racing.port, "/events", room=4096) for _ in range(NEVER_READ)]
    racing.race(2 * FEW_INPUTS, UNHURRIED_S)
    growth = racing.resident_bytes() - before
    until(lambda: racing.streams() == PAGES - NEVER_READ, UNHEARD_MS / 1000 + SLACK_S)
    for each in silent:
        each.close()
    alone_ms, beside_ms = lag_ms(racing.pages, 0, since_s), lag_ms(racing.pages, since_s, time.monotonic())
    tell(
        f"99 of 100 events at pages beside {NEVER_READ} that never read ({alone_ms:.0f} ms without them)",
        f"{beside_ms:.0f} ms",
        f"≤ {DELAY * alone_ms + DELAY_MS:.0f} ms",
    )
    tell(
        f"growth of memory by {NEVER_READ} pages that never read",
        f"{growth / 2**20:.1f} MB",
        f"≤ {GROWTH_BYTES >> 20} MB",
    )
    assert [each for page in racing.pages for each in page.wrong] == []
    assert beside_ms <= DELAY * alone_ms + DELAY_MS
    assert growth <= GROWTH_BYTES


def lag_ms(pages: list[Listener], since_s: float, until_s: float) -> float:
    """How long after the first page that heard of a change 99 of 100 have heard of it, in that time."""
    heard = [each for page in pages for each in page.heard if since_s <= each[1] < until_s]
    first: dict[str, float] = {}
    for event_id, at_s in heard:
        first[event_id] = min(at_s, first.get(event_id, at_s))
    return quantiles([1000 * (at_s - first[event_id]) for event_id, at_s in heard], n=100)[-1]


def test_a_page_too_many_is_told_why_and_when_to_come_again(racing: Racing, tell: Tell) -> None:
    racing.open(PAGES, is_cut=False)
    until(lambda: racing.streams() == PAGES, SLACK_S)
    with ask(racing.port, "/events") as connection, connection.makefile("rb") as answer:
        status, headers = head(answer)
        said = answer.read().decode()
    tell(
        f"answer to page {PAGES + 1}, to come again after {headers['retry-after']} s: {said.strip()}",
        f"{status}",
        "503",
    )
    assert (status, int(headers["retry-after"]) > 0) == (503, True)
    assert "Close one" in said
    assert [page.wrong for page in racing.pages] == [[]] * PAGES
