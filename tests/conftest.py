"""Tests tell figures beside their goals; the run ends with a table of them."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tests.figures import TOLD_TO, Figure, Tell, keep, table

os.environ["LC_ALL"] = "C.UTF-8"  # commands speak English, whoever runs the tests

settings.register_profile("table", deadline=None)  # no test is timed: the machine may have other work
settings.load_profile("table")


@pytest.fixture
def tell(record_property: Callable[[str, object], None]) -> Tell:
    """Tell what was measured, the figure, and its goal."""
    return lambda what, figure, goal: record_property("figure", (what, figure, goal))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    figures = [
        Figure(*figure)
        for reports in terminalreporter.stats.values()
        for report in reports
        if getattr(report, "when", "") == "call"
        for name, figure in report.user_properties
        if name == "figure"
    ]
    if not figures:
        return
    terminalreporter.section("figures")
    for line in table(figures):
        terminalreporter.write_line(line)
    if file := os.environ.get(TOLD_TO):
        keep(Path(file), figures)
