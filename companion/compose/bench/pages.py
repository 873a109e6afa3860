"""Goals 7 and 8: many open pages, and a page beside the odds."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import cycle

from companion.compose.bench.bench import Bench, NotMeasuredError
from companion.compose.bench.figures import Goal, Spread, at_most, exactly, more, rounds
from companion.compose.bench.start import resident_mib
from companion.compose.bench.visitors import Stream, Visited, until_heard, visited
from companion.editions import editions
from companion.odds.measure import races
from companion.rules.head import DEFAULT_EDITION
from companion.rules.write import write_input

SERVERS = ("waitress", "waitress", "werkzeug")
PAGES, BESIDE = 64, 50
"""Pages that are open, and those beside as many of the peer's."""
INPUTS = 3
"""In each round."""
PAGE_KB = 50
PACE_S = 0.15
REFUSED = 503


def many(bench: Bench) -> Goal:
    """Servers with open pages, with none, and Flask's own with as many: all are told the same inputs."""
    with ExitStack() as stack:
        full, idle, theirs = (stack.enter_context(visited(server, bench.scratch)) for server in SERVERS)
        full.page_s()  # what is made once is made
        before_mib = resident_mib(full.process)
        pages, their_pages = opened(full, BESIDE), opened(theirs, BESIDE)
        measures = (hears(server, open_, inputs()) for server, open_ in ((full, pages), (theirs, their_pages)))
        ours, flasks = rounds(INPUTS * bench.rounds, *measures)
        pages += opened(full, PAGES - BESIDE)
        kb = (resident_mib(full.process) - before_mib) * 1024 / PAGES
        beyond = full.stream()
        while not beyond.status:
            beyond.read()
        counts: list[int] = []
        drawn = (_page_told(server, open_, inputs(), counts) for server, open_ in ((full, pages), (idle, [])))
        busy, still = rounds(INPUTS * bench.rounds, *drawn)
    claims = (
        at_most("the last of 50 pages has it; werkzeug, threaded", _ms(ours), _ms(flasks), "ms"),
        more("pages that heard of every input; all open", exactly(min(counts[::2])), exactly(PAGES), "", 1),
        at_most("GET / while 64 pages are told; an idle table", _ms(busy), _ms(still), "ms", 2),
        at_most("memory for an open page; the limit", exactly(kb), exactly(PAGE_KB), "kB"),
        at_most("answer to page 65; 503", exactly(beyond.status), exactly(REFUSED), ""),
    )
    return Goal(7, "64 open pages, none starved", claims)


def beside_odds(bench: Bench) -> Goal:
    """A page that is open hears of recorded taps, one after another, while chances are reckoned or not."""
    with ExitStack() as stack:
        rolling = stack.enter_context(visited("waitress", bench.scratch, "--odds"))
        still = stack.enter_context(visited("waitress", bench.scratch))
        measures = (hears(server, opened(server, 1), taps(), PACE_S) for server in (rolling, still))
        with_odds, without = rounds(2 * INPUTS * bench.rounds, *measures)
    claim = at_most("tap to page with odds running; without", _ms(with_odds), _ms(without), "ms", 1.5)
    return Goal(8, "odds in nobody's way", (claim,))


def opened(server: Visited, count: int) -> list[Stream]:
    """So many pages, each with its first drawing."""
    pages = [server.stream() for _ in range(count)]
    until_heard(pages, count)
    return pages


def hears(server: Visited, pages: list[Stream], lines: Iterator[str], pace_s: float = 0) -> Callable[[], float]:
    """Measures seconds from sending a line to its drawing in the last page."""

    def measure() -> float:
        time.sleep(pace_s)
        begun = time.perf_counter()
        server.enter(next(lines))
        when = until_heard(pages, len(pages))
        server.answered()
        if len(when) < len(pages):
            raise NotMeasuredError(f"{len(when)} of {len(pages)} pages heard of an input")
        return when[-1] - begun

    return measure


def _page_told(server: Visited, pages: list[Stream], lines: Iterator[str], counts: list[int]) -> Callable[[], float]:
    """Measures seconds for the race's page right after an input, and counts the open pages that heard of it."""

    def measure() -> float:
        server.enter(next(lines))
        taken = server.page_s()
        counts.append(len(until_heard(pages, len(pages))))
        server.answered()
        return taken

    return measure


def inputs() -> Iterator[str]:
    """Inputs that any race takes."""
    return cycle(("Mario green-light", "undo"))


def taps() -> Iterator[str]:
    """The taps of a recorded race as lines; all are undone after the last, and it is played again."""
    (race,) = races(editions()[DEFAULT_EDITION], 1)
    lines = [write_input(tap, race.setup) for tap in race.taps]
    return cycle((*lines, *["undo"] * len(lines)))


def _ms(taken: Spread) -> Spread:
    return Spread(*(1e3 * seconds for seconds in taken))
