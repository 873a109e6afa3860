"""How cost grows with pads, pixels, pages, inputs of a race and evenings in the journal."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from companion.compose.bench.bench import Bench
from companion.compose.bench.figures import rounds
from companion.compose.bench.light import PIXEL_S, RESET_S, frame_s
from companion.compose.bench.pages import hears, inputs, opened
from companion.compose.bench.readers import ALONE, swept
from companion.compose.bench.visitors import visited
from companion.deck.deck import simulated_deck
from companion.desk import Desk
from companion.editions import editions
from companion.lang import LANGUAGES
from companion.odds.measure import CARS
from companion.page import create_app
from companion.past.library import Library
from companion.past.listing import Listing
from companion.referee.referee import Referee
from companion.referee.sitting import Sitting
from companion.rules.head import DEFAULT_EDITION
from companion.store.folder import JOURNAL
from companion.store.journal import Journal, Row

HEAD = f"cars {' '.join(CARS)}"
PADS, PIXELS, PAGES, INPUTS, EVENINGS = (
    range(1, 8),
    (40, 120, 240, 320),
    (1, 4, 16, 64),
    (100, 1000, 10_000),
    (12, 100, 365),
)
RACES, RACE_INPUTS = 3, 120
"""Of an evening, and of a race."""
BATCH = 100

T = TypeVar("T")


def _pads(_bench: Bench) -> Iterator[str]:
    yield f"{'pads':>14} {'empty sweep, one field at a time':>34} {'fields on together':>20}"
    for count in PADS:
        pads = ALONE.pads[:count]
        names = tuple(pad.name for pad in pads)
        alone, together = (
            swept(replace(ALONE, pads=pads, groups=groups))[0]
            for groups in (tuple((name,) for name in names), (names,))
        )
        yield f"{count:>14} {alone:>31.1f} ms {together:>17.2f} ms"


def _pixels(bench: Bench) -> Iterator[str]:
    yield f"{'pixels':>14} {'a frame, built and encoded':>34} {'frames/s of the wire':>20}"
    for count in PIXELS:
        (taken,) = rounds(2 * bench.rounds, partial(frame_s, count))
        yield f"{count:>14} {1e6 * taken.median:>31.1f} µs {1 / (PIXEL_S * count + RESET_S):>20.0f}"


def _pages(bench: Bench) -> Iterator[str]:
    yield f"{'open pages':>14} {'until the last has an input':>34}"
    for count in PAGES:
        with visited("waitress", bench.scratch) as server:
            (taken,) = rounds(4 * bench.rounds, hears(server, opened(server, count), inputs()))
        yield f"{count:>14} {1e3 * taken.median:>31.1f} ms"


def _inputs(bench: Bench) -> Iterator[str]:
    yield f"{'inputs':>14} {'resume':>13} {'undo':>10} {'page':>10} {'its bytes':>10}"
    for count in INPUTS:
        yield f"{count:>14} {_race(bench.scratch / f'{count}.db', count)}"


def _evenings(bench: Bench) -> Iterator[str]:
    yield f"{'evenings':>14} {'journal':>13} {'open':>10} {'page of races':>14}"
    for count in EVENINGS:
        yield f"{count:>14} {_journal(bench.scratch / f'evenings-{count}', count)}"


def _race(path: Path, count: int) -> str:
    """A race of so many inputs: taps that are taken back again."""
    deck, now = simulated_deck(editions()[DEFAULT_EDITION]), 0
    with Journal(path) as journal:
        sitting = Sitting(journal, deck, HEAD, lambda: now)
        for _ in range(count // BATCH):
            sitting.enter(["Mario green-light", "undo"] * (BATCH // 2), now)
    with Journal(path) as journal:
        sitting, resume_s = _taken(lambda: Sitting(journal, deck, HEAD, lambda: now))
        sitting.enter(["Mario green-light"], now)
        _, undo_s = _taken(lambda: sitting.enter(["undo"], now))
        app = create_app(Desk(Referee(sitting), lambda: now, simulated=True))
        app.test_client().get("/").close()
        page, page_s = _taken(lambda: app.test_client().get("/").get_data())
    return f"{resume_s:>11.2f} s {1e3 * undo_s:>7.1f} ms {1e3 * page_s:>7.1f} ms {len(page):>10,}"


def _journal(data: Path, count: int) -> str:
    """A journal of so many evenings."""
    data.mkdir()
    rows = [
        Row(n, 20_000, "Mario green-light by Mario", '{"text": "%s"}' % ("m" * 250)) for n in range(1, RACE_INPUTS + 1)
    ]
    with Journal(data / JOURNAL) as journal:
        for _ in range(count * RACES):
            journal.append(journal.begin(HEAD), rows, 0)
    size = (data / JOURNAL).stat().st_size
    journal, open_s = _taken(lambda: Journal(data / JOURNAL))
    _, last_s = _taken(journal.last_race)
    journal.close()
    listing = Listing(Library.of(data))
    _, list_s = _taken(lambda: listing.page(1, LANGUAGES[0]))
    return f"{size / 1e6:>10.1f} MB {1e3 * (open_s + last_s):>7.1f} ms {1e3 * list_s:>11.1f} ms"


def _taken(work: Callable[[], T]) -> tuple[T, float]:
    begun = time.perf_counter()
    return work(), time.perf_counter() - begun


KINDS: dict[str, Callable[[Bench], Iterator[str]]] = {
    "pads": _pads,
    "pixels": _pixels,
    "open pages": _pages,
    "inputs": _inputs,
    "evenings": _evenings,
}
"""What cost may grow with, and what makes a line for each size."""
