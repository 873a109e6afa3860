"""Runs as the only program of a virtual machine: a table that plays without end, and says what is on its disk.

`HAVE n` when it has started, after `n` inputs were found and proved to be those that were played; `ACK n` when input
`n` was acknowledged. Each race plays the same lines, so that input n of the evening is known by n alone.
"""

import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from companion.deck.deck import simulated_deck
from companion.editions import editions
from companion.moment import moment
from companion.referee.sitting import Sitting
from companion.rules.fold import begin
from companion.rules.record import read_record
from companion.store.journal import Journal
from companion.store.recovery import open_journal

HEAD = "cars Mario Luigi Peach"
PLAYED = """
    Mario green-light, discard 25, Peach green-light, Mario 100, Luigi green-light, Mario accident, undo, Peach 75,
    Mario 50, Luigi 200, Peach speed-limit, Luigi 100, Mario 25, set Luigi km 500, Luigi 100, end
"""
"""What is played in a race: legal and refused cards, corrections, and a line that has nothing to do."""
LINES = [line.strip() for line in PLAYED.split(",")]


def expected(n: int) -> str:
    """The line of input `n` of the evening, from 1."""
    return LINES[(n - 1) % len(LINES)]


def found(journal: Journal) -> int:
    """How many inputs are stored; each is the one that was played then."""
    rows = journal._database.execute("SELECT line FROM input ORDER BY race, n").fetchall()
    lines = [line for (line,) in rows]
    assert lines == [expected(n) for n in range(1, len(lines) + 1)], lines
    return len(lines)


def resumed(sitting: Sitting) -> None:
    """The race that runs is the one that its record tells."""
    record = read_record(sitting.record().encode(), editions())
    game = begin(record.setup)
    for line, entry in record.entries:
        game = moment(line, game, entry).after
    assert game.race == sitting.snapshot.game.race


def play(path: Path, tell: Callable[[str], object]) -> None:
    """Play until the power is cut."""
    opened = open_journal(path)
    assert (opened.set_aside, opened.log_aside) == (None, None), f"damaged: {opened}"
    deck = simulated_deck(editions()["mario-kart"])
    sitting = Sitting(opened.journal, deck, HEAD, lambda: time.monotonic_ns() // 1_000_000)
    n = found(opened.journal)
    resumed(sitting)
    tell(f"HAVE {n}\n")
    while True:
        n += 1
        if sitting.running.game.n == len(LINES):
            sitting.new_race(HEAD, "")
        sitting.enter([expected(n)], sitting.now_ms())
        tell(f"ACK {n}\n")


if __name__ == "__main__":
    play(Path(sys.argv[1]), partial(print, end="", flush=True))
