"""The table of figures that a run of the checks ends with."""

from pathlib import Path

from tests.figures import Figure, keep, kept, table


def test_figures_stand_beside_their_goals_each_once() -> None:
    lost, found = Figure("lost of 9 inputs", "0", "0"), Figure("found", "9 of 9", "all")
    assert table([lost, found, lost]) == ["Figure  Goal  What", "9 of 9  all   found", "     0  0     lost of 9 inputs"]


def test_several_runs_are_told_together(tmp_path: Path) -> None:
    file = tmp_path / "figures"
    assert kept(file) == []
    keep(file, [Figure("first", "1 kB", "≤ 2 kB")])
    keep(file, [Figure("second", "2")])
    assert kept(file) == [Figure("first", "1 kB", "≤ 2 kB"), Figure("second", "2")]
