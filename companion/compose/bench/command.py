"""`mille-bornes bench`: measures what is asked for and prints it."""

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.compose.bench import disk, growth, light, pages, readers, rules, start, table, taps
from companion.compose.bench.bench import Bench
from companion.compose.bench.figures import Goal
from companion.folder import data_folder

GOALS: dict[int, Callable[[Bench], Goal]] = {
    1: rules.engine,
    2: rules.odds,
    3: readers.sweeps,
    4: taps.rulings,
    5: taps.whole,
    6: light.frames,
    7: pages.many,
    8: pages.beside_odds,
    9: disk.durable,
    10: start.start,
}
ROUNDS, LONG_ROUNDS = 3, 15
PEERS = "bench-peers"
"""Their folder, beside the races."""
LOCK = Path(__file__).parents[3] / "locks" / "bench.txt"


def run_bench(options: argparse.Namespace) -> int:
    """Prints the figures and answers with 0, whatever they are."""
    data = data_folder(options.data)
    if options.peers:
        return _install(data / PEERS)
    data.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix="bench-", dir=data) as scratch:
        bench = Bench(LONG_ROUNDS if options.long else ROUNDS, data / PEERS, Path(scratch))
        if options.json:
            measured = _measured(bench, options.only or list(GOALS))
            print(json.dumps({"goals": [goal.for_programs() for goal in measured]}, ensure_ascii=False))
            return 0
        print(table.machine())
        if not options.growth:
            _tell(_measured(bench, options.only or list(GOALS)))
        if options.growth or not options.only:
            for line in growth.lines(bench):
                print(line, flush=True)
    return 0


def _measured(bench: Bench, wanted: list[int]) -> Iterator[Goal]:
    for n in wanted:
        try:
            yield GOALS[n](bench)
        except Exception as error:  # noqa: BLE001 - one that fails is said to have; the others are measured
            yield Goal(n, GOALS[n].__name__.replace("_", " "), (), f"{type(error).__name__}: {error}")


def _tell(measured: Iterator[Goal]) -> None:
    print(table.heading())
    goals = []
    for goal in measured:
        goals.append(goal)
        print("\n".join(table.lines(goal)), flush=True)
    print(table.summary(goals))


def _install(folder: Path) -> int:
    """Puts the peers where only the benchmark finds them: two packages are called mfrc522."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--require-hashes", "--upgrade"]
    return subprocess.run([*command, "--target", str(folder), "--requirement", str(LOCK)], check=False).returncode  # noqa: S603
