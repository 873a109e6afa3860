"""Goal 10: the whole program with its first page, beside a Python that has only imported Flask."""

import ctypes
import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import NamedTuple
from urllib.request import urlopen

from companion.compose.bench.bench import Bench, first_answer
from companion.compose.bench.figures import Goal, Spread, at_most, exactly, spread, told
from companion.compose.bench.readers import DeadTableError
from companion.compose.bench.rest import emulated_share, resting
from companion.compose.bench.visitors import LAST_WORDS_S, PATIENCE_S

FLASK = "import flask\nprint('imported', flush=True)\ninput()"
REST_PERCENT = 3
OFTEN = 2
"""More rounds than elsewhere: each is short, and a core may be slow for a second."""
_PR_SET_PDEATHSIG = 1
_LIBC = ctypes.CDLL(None)
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
    command = [sys.executable, "-P", *arguments]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with (
        TemporaryFile("w+") as errors,
        subprocess.Popen(  # type: ignore[call-overload]  # noqa: S603 - ours
            command,
            text=True,
            stderr=errors,
            preexec_fn=_end_with_the_benchmark,  # noqa: PLW1509 - no thread runs here
            **pipes,
        ) as program,
    ):
        try:
            said = first_answer(program, errors).split()[-1]
            if said.startswith("http"):
                _got(said)
            seconds, mib = time.perf_counter() - begun, resident_mib(program.pid)
            rest = resting(program.pid, watched) if watched else exactly(0)
            if watched and (failed := json.loads(_got(f"{said}/healthz"))["parts"]):
                raise DeadTableError(failed[0]["text"])
            program.terminate()
            program.wait(LAST_WORDS_S)
        finally:
            program.kill()
    return Started(seconds, mib, rest)


def _end_with_the_benchmark() -> None:
    """The table minds no closed pipe: without this it would outlive a benchmark that is killed."""
    _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _got(address: str) -> bytes:
    with urlopen(address, timeout=PATIENCE_S) as page:  # noqa: S310 - of the program just started
        whole: bytes = page.read()
    return whole


def resident_mib(process: int) -> float:
    """What a process holds in memory now."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    (kb,) = (int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))
    return kb / 1024
