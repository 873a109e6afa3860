"""Figures for people to see, each beside its goal: tests tell them, from any worker; a run ends with their table."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

TOLD_TO = "MILLE_BORNES_FIGURES"
"""The variable that names a file which keeps the figures of several runs."""


class Figure(NamedTuple):
    """What was measured or counted, what came of it, and what was to come."""

    what: str
    figure: str
    goal: str = ""


Tell = Callable[[str, str, str], None]


def table(figures: Iterable[Figure]) -> list[str]:
    """The lines of a table, widest columns last."""
    rows = [Figure("What", "Figure", "Goal"), *sorted(set(figures))]
    wide = max(len(row.figure) for row in rows)
    goal = max(len(row.goal) for row in rows)
    return [f"{row.figure:>{wide}}  {row.goal:<{goal}}  {row.what}".rstrip() for row in rows]


def keep(file: Path, figures: Iterable[Figure]) -> None:
    """Add figures to those of the runs before."""
    with file.open("a", encoding="utf-8") as kept:
        kept.writelines(f"{json.dumps(figure)}\n" for figure in figures)


def kept(file: Path) -> list[Figure]:
    """The figures of all runs."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return [Figure(*json.loads(line)) for line in lines]
