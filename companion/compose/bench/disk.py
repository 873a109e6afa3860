"""Goal 9: an input stored for good, beside the bare bytes appended and synced."""

import os
import time
from itertools import count

from companion.compose.bench.bench import Bench
from companion.compose.bench.figures import Goal, Spread, at_most, rounds
from companion.store.journal import Journal, Row

WRITES = 100
BEFORE = 15_000
"""Inputs of evenings gone by: since its first checkpoint the journal writes over what was written before."""


def durable(bench: Bench) -> Goal:
    """A ruling of usual length, in the journal and in a plain file on the same disk."""
    line, ruling = "Mario green-light by Mario", '{"verdict": "legal", "text": "%s"}' % ("Mario may drive. " * 12)
    numbers, plain = count(BEFORE + 1), f"1 {line} {ruling}\n".encode()
    with Journal(bench.scratch / "durable.db") as journal, (bench.scratch / "plain").open("ab", buffering=0) as file:
        race = journal.begin("cars Mario Luigi")
        journal.append(race, [Row(n, 250, line, ruling) for n in range(1, BEFORE + 1)])

        def journalled() -> float:
            tap = [Row(next(numbers), 250, line, ruling)]
            begun = time.perf_counter()
            journal.append(race, tap)
            return time.perf_counter() - begun

        def appended() -> float:
            begun = time.perf_counter()
            file.write(plain)
            os.fdatasync(file.fileno())
            return time.perf_counter() - begun

        ours, bare = rounds(WRITES * bench.rounds, journalled, appended)
    claim = at_most("one input journalled; append + fdatasync", _us(ours), _us(bare), "µs", 1.2)
    return Goal(9, "a durable input", (claim,))


def _us(taken: Spread) -> Spread:
    return Spread(*(1e6 * seconds for seconds in taken))
