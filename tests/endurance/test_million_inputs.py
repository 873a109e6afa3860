"""A million scans and inputs by somebody who does anything at all: the table goes on, and its journal is the truth.

Each journal is where nothing waits for a disk (its `synchronous` is as ever); the program is started anew again and
again in mid-race. What was shown after each input is folded anew; so is the journal's text.
"""

import logging
import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from companion.editions import editions
from companion.lang import LANGUAGES, catalogue
from companion.lights.scene import scene
from companion.moment import Moment
from companion.referee.snapshot import situation
from companion.replay import moments
from companion.rules.fold import begin, enter
from companion.rules.record import read_record
from companion.rules.ruling import Ruling
from companion.view.table import view
from tests.companion.table import ONE_READER, Table
from tests.endurance.anybody import Anybody
from tests.figures import Tell

MILLION = 1_000_000
TABLES = 20
A_RACE, BETWEEN_STARTS, BETWEEN_VIEWS = 2000, 3000, 200
"""So many acts, on average."""
MEMORY = Path("/dev/shm")  # noqa: S108 - the files in memory are in a folder of their own there

pytestmark = pytest.mark.endurance


class Shown:
    """What people were shown of the race that runs: the model."""

    def __init__(self) -> None:
        self.race = 0
        self.moments: list[Moment] = []

    def look(self, table: Table) -> None:
        if table.shown.race != self.race:
            self.race, self.moments = table.shown.race, []
        last = self.moments[-1].n if self.moments else 0
        fresh = [each for each in table.shown.moments if each.n > last]
        assert [each.n for each in fresh] == list(range(last + 1, table.shown.game.n + 1))
        self.moments += fresh

    def compare(self, table: Table) -> None:
        """The journal's text, and what was shown, are folded anew: both are the race that runs."""
        record = read_record(table.sitting.record().encode(), editions())
        replayed = list(moments(record))
        assert [entry for _, entry in record.entries] == [each.entry for each in self.moments]
        assert [each.ruling for each in replayed] == [each.ruling for each in self.moments]
        game, rulings = begin(record.setup), list[Ruling]()
        for each in self.moments:
            game, ruling = enter(game, each.entry)
            rulings.append(ruling)
        assert rulings == [each.ruling for each in self.moments]
        assert game.race == table.race
        assert not replayed or replayed[-1].after.race == table.race
        assert [(each.entry, each.ruling, each.note) for each in table.sitting.running.moments] == [
            (each.entry, each.ruling, each.note) for each in self.moments
        ]


def play(acts: int, seed: int) -> Counter[str]:
    """So many scans and inputs at one table, in a process of its own; what came of them."""
    logging.disable()  # of a hundred thousand faults
    with TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        chance = Random(f"table {seed}")  # noqa: S311 - chance that repeats
        table = Table(Path(folder), pads=ONE_READER) if seed % 4 == 3 else Table(Path(folder))
        anybody, shown, count = Anybody(table, seed), Shown(), Counter[str]()
        while count["acts"] < acts:
            try:
                count["acts"] += anybody.act()
                shown.look(table)
                if chance.random() < 1 / BETWEEN_VIEWS:
                    count["views"] += 1
                    look_on(table, chance)
                if chance.random() < 1 / BETWEEN_STARTS:
                    count["starts"] += 1
                    table.pull_the_plug()
                    shown.compare(table)
                if chance.random() < 1 / A_RACE:
                    count.update(told(shown))
                    shown.compare(table)
                    anybody.begins()
                    shown.look(table)
            except Exception as error:
                error.add_note(f"table {seed}, act {count['acts']}")
                raise
        count.update(told(shown))
        shown.compare(table)
        table.journal.close()
        return count


def look_on(table: Table, chance: Random) -> None:
    """Lights and a page show what stands."""
    scene(situation(table.shown))
    view(table.shown, catalogue(chance.choice(LANGUAGES), "rulings"), table.now_ms, simulated=False)


def told(shown: Shown) -> dict[str, int]:
    return {"races": 1, "inputs": len(shown.moments), **Counter(str(each.ruling.verdict) for each in shown.moments)}


def test_nothing_breaks_and_the_journal_is_what_was_shown(tell: Tell) -> None:
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as tables:
        count = sum(tables.map(partial(play, MILLION // TABLES), range(TABLES)), Counter[str]())
    verdicts = ", ".join(f"{count[each]} {each}" for each in ("legal", "illegal", "unclear", "noted", "ignored"))
    tell("scans and inputs by somebody who does anything at all, without a crash", f"{count['acts']}", f"{MILLION}")
    tell(
        f"of their inputs ({count['races']} races, {count['starts']} restarts, {verdicts}) stored as in the model",
        f"{count['inputs']}",
        "all",
    )
    assert count["acts"] >= MILLION
    assert count["starts"] >= TABLES
