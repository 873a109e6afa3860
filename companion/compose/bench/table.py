"""The goals as a table for people."""

import os
import platform
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.compose.bench.figures import INSTALL, Claim, Goal

WIDTH = 64
_MET = {True: "met", False: "NOT MET", None: "?"}


def heading() -> str:
    """The names of the columns."""
    return f"{'goal':<{WIDTH}} {'figure':>10} {'(least – greatest)':>20} {'peer':>10}  {'ratio':>8} {'wanted':>7}"


def lines(goal: Goal) -> Iterator[str]:
    """The goal, and below it a line for each claim."""
    yield f"{goal.n:>2}  {goal.goal}: {_MET[goal.met] if goal.claims else 'not measured'}"
    for claim in goal.claims:
        yield _line(claim)
    if goal.trouble:
        yield f"    {goal.trouble}"


def summary(goals: Sequence[Goal]) -> str:
    """How many goals are met, and what to do about peers that are missing."""
    met = sum(goal.met is True for goal in goals)
    lacks = any(claim.times is not None and claim.peer is None for goal in goals for claim in goal.claims)
    said = f"{met} of {len(goals)} goals met"
    return f"{said}. Peers that are missing are installed by: {INSTALL}" if lacks else said


def machine() -> str:
    """What all of it was measured on."""
    named = [line.split(": ")[1] for line in Path("/proc/cpuinfo").read_text().splitlines() if "model name" in line]
    processor = named[0] if named else platform.machine()
    load = os.getloadavg()[0]
    return f"{processor}, {os.cpu_count()} cores, Python {platform.python_version()}, load {load:.1f} when begun"


def _line(claim: Claim) -> str:
    figure, peer = claim.figure, claim.peer
    between = f"({number(figure.low)} – {number(figure.high)})" if figure.low != figure.high else ""
    said = f"    {claim.what} [{claim.unit}]"
    said = f"{said:<{WIDTH}} {number(figure.median):>10} {between:>20}"
    if claim.times is None:
        return said.rstrip()
    if peer is None or claim.ratio is None:
        return f"{said} {'missing':>10}"
    wanted = f"{claim.sign} {claim.times:g}"
    return f"{said} {number(peer.median):>10}  {claim.ratio:>8.2f} {wanted:>7}{'' if claim.met else '  NOT MET'}"


def number(value: float) -> str:
    """Three digits that count, or whole."""
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}"
