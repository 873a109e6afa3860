"""`mille-bornes bench`: measures what is asked for and prints it."""

import argparse
import json
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from companion.compose.bench import disk, growth, light, pages, peers, readers, rules, start, table, taps
from companion.compose.bench.bench import Bench, NotMeasuredError
from companion.compose.bench.figures import Goal
from companion.compose.bench.limit import limited
from companion.compose.bench.progress import doing
from companion.compose.bench.scratch import scratch
from companion.compose.setup import refuse
from companion.store.folder import CannotRunError, data_folder

GOALS: dict[int, tuple[str, Callable[[Bench], Goal]]] = {
    1: ("the rules engine", rules.engine),
    2: ("the odds", rules.odds),
    3: ("sweeps of empty pads", readers.sweeps),
    4: ("from a card to its ruling", taps.rulings),
    5: ("whether every tap is read whole", taps.whole),
    6: ("frames of the strip", light.frames),
    7: ("many open pages", pages.many),
    8: ("a page beside the odds", pages.beside_odds),
    9: ("a durable input", disk.durable),
    10: ("start, memory and rest", start.start),
}
ROUNDS, LONG_ROUNDS = 3, 15
LIMIT_S = 30
"""For each round of a goal, of which none takes more than two seconds on a laptop."""


def run_bench(options: argparse.Namespace) -> int:
    """Prints the figures and answers with 0, whatever they are."""
    data = data_folder(options.data)
    if options.peers:
        with doing("fetching the peers"):
            return peers.install(data)
    try:
        with scratch(data) as folder, _no_log():
            _run(options, Bench(LONG_ROUNDS if options.long else ROUNDS, data / peers.FOLDER, folder))
    except CannotRunError as error:
        return refuse(error)
    return 0


@contextmanager
def _no_log() -> Iterator[None]:
    """What a measured part logs is no line of the table, and a trouble is told there."""
    before = logging.root.manager.disable
    logging.disable()
    try:
        yield
    finally:
        logging.disable(before)


def _run(options: argparse.Namespace, bench: Bench) -> None:
    goals = options.only or list(GOALS)
    if options.json:
        measured = [goal.for_programs() for goal in _measured(bench, goals)]
        print(json.dumps({"goals": measured}, ensure_ascii=False))
        return
    print(table.machine(), flush=True)
    if not options.growth:
        _tell(_measured(bench, goals))
    if options.growth or not options.only:
        _grow(bench)


def _measured(bench: Bench, goals: Sequence[int]) -> Iterator[Goal]:
    for place, n in enumerate(goals, 1):
        what, measure = GOALS[n]
        try:
            with doing(f"{place} of {len(goals)}: {what}"), limited(LIMIT_S * bench.rounds):
                goal = measure(bench)
        except Exception as error:  # noqa: BLE001 - one that fails is said to have; the others are measured
            goal = Goal(n, what, (), _why(error))
        yield goal


def _why(error: Exception) -> str:
    return str(error) if isinstance(error, NotMeasuredError) else f"{type(error).__name__}: {error}"


def _tell(measured: Iterator[Goal]) -> None:
    print(table.heading())
    goals = []
    for goal in measured:
        goals.append(goal)
        print("\n".join(table.lines(goal)), flush=True)
    print(table.summary(goals), flush=True)


def _grow(bench: Bench) -> None:
    for what, lines in growth.KINDS.items():
        try:
            with doing(f"how cost grows with {what}"), limited(LIMIT_S * bench.rounds):
                said = list(lines(bench))
        except Exception as error:  # noqa: BLE001 - as above
            said = [f"{what:>14} not measured: {_why(error)}"]
        print("\n".join(said), flush=True)
