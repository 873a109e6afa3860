"""The command `bench`, but for what it measures: figures are no tests."""

import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.compose.bench.figures import Claim, Goal, Spread, at_most, exactly, more, quicker, told
from companion.compose.bench.table import lines, summary

TWO, FIVE = exactly(2.0), exactly(5.0)


@pytest.mark.parametrize(
    ("claim", "judged"),
    [
        (quicker("a sweep", TWO, FIVE, "ms", 2.5), (2.5, True)),
        (quicker("a sweep", TWO, FIVE, "ms", 3), (2.5, False)),
        (more("plays", FIVE, TWO, "/s", 2), (2.5, True)),
        (more("plays", TWO, FIVE, "/s", 1), (0.4, False)),
        (at_most("a page", FIVE, TWO, "kB", 3), (2.5, True)),
        (at_most("a page", FIVE, TWO, "kB"), (2.5, False)),
        (at_most("a page", FIVE, None, "kB"), (None, None)),
    ],
)
def test_a_figure_is_judged_by_its_ratio_to_the_peers(claim: Claim, judged: tuple[object, object]) -> None:
    assert (claim.ratio, claim.met) == judged


def test_a_goal_is_met_when_all_of_it_is() -> None:
    good, bad, unknown = (at_most("", TWO, peer, "") for peer in (FIVE, exactly(1.0), None))
    only_told = told("", TWO, "")
    assert Goal(1, "", (good, only_told)).met is True
    assert Goal(1, "", (good, bad, unknown)).met is False
    assert Goal(1, "", (good, unknown)).met is None
    assert Goal(1, "", ()).met is None


def test_people_are_told_what_is_not_met_and_what_is_missing() -> None:
    goal = Goal(
        3, "quick", (at_most("slow", Spread(5, 4, 6), TWO, "ms"), quicker("beside nobody", TWO, None, "ms", 10))
    )
    of_all, slow, beside_nobody = lines(goal)
    assert of_all.endswith("quick: NOT MET")
    assert slow.split()[2:] == ["5", "(4", "–", "6)", "2", "2.50", "≤", "1", "NOT", "MET"]
    assert beside_nobody.endswith("missing")
    assert summary([goal]) == "0 of 1 goals met. Peers that are missing are installed by: mille-bornes bench --peers"


def test_programs_get_the_goals_asked_for_and_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "--json", "--only", "3", "--data", str(tmp_path)]) == 0
    (goal,) = json.loads(capsys.readouterr().out)["goals"]
    assert {"n", "goal", "figure", "peer", "met"} <= goal.keys()
    assert goal["n"] == 3
    by_peer = {claim["what"].partition("; ")[2]: claim for claim in goal["claims"]}
    missing = by_peer["mfrc522-python 0.0.9"]
    assert (missing["peer"], missing["met"], missing["missing"]) == (None, None, "mille-bornes bench --peers")
    assert by_peer["mfrc522 0.0.7"]["peer"] > goal["figure"]
    assert list(tmp_path.iterdir()) == []


def test_one_that_cannot_be_measured_is_said_to_be_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.store.journal.Journal.append", lambda *_: 1 / 0)
    assert main(["bench", "--json", "--only", "9", "--data", str(tmp_path)]) == 0
    (goal,) = json.loads(capsys.readouterr().out)["goals"]
    assert (goal["figure"], goal["peer"], goal["met"]) == (None, None, None)
    assert "ZeroDivisionError" in goal["trouble"]


def test_an_unknown_goal_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["bench", "--only", "11"])
    assert "11 is no goal: write a number from 1 to 10" in capsys.readouterr().err
