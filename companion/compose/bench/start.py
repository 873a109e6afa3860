"""Goal 10: the whole program with its first page, beside a Python that has only imported Flask."""

import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from urllib.request import urlopen

from companion.compose.bench.bench import Bench
from companion.compose.bench.figures import Goal, Spread, at_most, exactly, spread, told
from companion.compose.bench.rest import emulated_share, resting

FLASK = "import flask\nprint('imported', flush=True)\ninput()"
REST_PERCENT = 3
OFTEN = 2
"""More rounds than elsewhere: each is short, and a core may be slow for a second."""
TABLE = ("-m", "companion.cli", "table", "--port", "0", "--data")


class Started(NamedTuple):
    """A program that was started and has done what it was started for."""

    seconds: float
    mib: float
    resting: Spread
    """Per cent of a core, while nothing is done with it; nothing when that was not watched."""


def start(bench: Bench) -> Goal:
    """The simulated table, to the last byte of its first page, and how much it then holds in memory."""
    ours, flask = [], []
    for left in reversed(range(OFTEN * bench.rounds)):
        flask.append(_started(["-c", FLASK]))
        with TemporaryDirectory(dir=bench.scratch) as data:
            ours.append(_started([*TABLE, data], 0 if left else bench.rounds))
    rest = ours[-1].resting
    seconds, flask_s = (spread([each.seconds for each in some]) for some in (ours, flask))
    mib, flask_mib = (spread([each.mib for each in some]) for some in (ours, flask))
    claims = (
        at_most("start to first page; import flask", seconds, flask_s, "s", 3),
        at_most("resident memory; import flask", mib, flask_mib, "MiB", 1.5),
        at_most("a table at rest, seven pads empty; the limit", rest, exactly(REST_PERCENT), "% of a core"),
        told("of a sweep of empty pads, the emulated chips", exactly(emulated_share()), "%"),
    )
    return Goal(10, "the whole program with its page", claims)


def _started(arguments: list[str], watched: int = 0) -> Started:
    """`watched`: for so many rounds it is left alone."""
    begun = time.perf_counter()
    command = [sys.executable, *arguments]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, text=True, **pipes) as program:  # type: ignore[call-overload]  # noqa: S603 - ours
        assert program.stdout is not None
        said = program.stdout.readline().split()
        if said[-1].startswith("http"):
            with urlopen(said[-1]) as page:  # noqa: S310 - of the program just started
                page.read()
        seconds, mib = time.perf_counter() - begun, resident_mib(program.pid)
        rest = resting(program.pid, watched) if watched else exactly(0)
        program.terminate()
        program.communicate()
    return Started(seconds, mib, rest)


def resident_mib(process: int) -> float:
    """What a process holds in memory now."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    (kb,) = (int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))
    return kb / 1024
