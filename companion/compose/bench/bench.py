"""What every measurement is given: how many rounds, where peers lie, and a folder on the disk of the table."""

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Any, NamedTuple

from companion.compose.bench.figures import Spread, rounds

PATIENCE_S = 120


class NotMeasuredError(Exception):
    """Something is in the way of a measurement; the text says what, for a person."""


class ChildError(NotMeasuredError):
    """A process of the benchmark's own did not do its work."""


class PeerError(NotMeasuredError):
    """A peer that is there could not be measured."""

    def __init__(self, peer: str, why: object) -> None:
        super().__init__(f"{peer} could not be measured: {why}")
        self.peer = peer


class Bench(NamedTuple):
    """One run of the benchmark."""

    rounds: int
    """Of each measurement: more, and medians are tighter."""
    peers: Path
    """Where `--peers` installs what only the benchmark needs."""
    scratch: Path
    """An empty folder on the disk on which races are kept."""

    def child(self, module: str, *arguments: str) -> Any:
        """What one of these modules says, in JSON, in a process of its own. Raises ChildError."""
        command = [sys.executable, "-P", "-m", f"{__package__}.{module}", *arguments]
        try:
            done = subprocess.run(command, check=False, capture_output=True, timeout=PATIENCE_S, text=True)  # noqa: S603 - ours
        except subprocess.TimeoutExpired as error:
            raise ChildError(f"it took more than {PATIENCE_S} s") from error
        if done.returncode:
            raise ChildError(last_line(done.stderr) or f"it ended with {done.returncode}")
        return json.loads(done.stdout)

    def peer(self, name: str, module: str) -> Any:
        """The same of a module that is told the peers' folder and measures this peer. Raises PeerError."""
        try:
            return self.child(module, str(self.peers.absolute()), str(self.scratch))
        except ChildError as error:
            raise PeerError(name, error) from error

    def has(self, *peers: str) -> bool:
        """Whether these are installed."""
        try:
            return all((self.peers / each).is_dir() for each in peers)
        except OSError:  # a folder of somebody else
            return False


class Beside(NamedTuple):
    """What was measured in the same rounds."""

    ours: Spread
    peers: Mapping[str, Spread]
    trouble: str
    """Of the peers that are there and could not be measured."""


def beside(count: int, ours: Callable[[], float], peers: Mapping[str, Callable[[], float]]) -> Beside:
    """So many rounds with all peers; one that fails is left out, and the rounds begin anew."""
    able, troubles = dict(peers), []
    while True:
        try:
            first, *others = rounds(count, ours, *able.values())
        except PeerError as error:
            del able[error.peer]
            troubles.append(str(error))
        else:
            return Beside(first, dict(zip(able, others, strict=True)), "; ".join(troubles))


def last_line(said: str) -> str:
    """What a program that failed said last, which of an error of Python is what was wrong."""
    return next((line.strip() for line in reversed(said.splitlines()) if line.strip()), "")


def first_answer(process: "subprocess.Popen[str]", errors: IO[str]) -> str:
    """The line by which a program tells that it is up. Raises ChildError with what it wrote to `errors` instead."""
    assert process.stdout is not None
    if line := process.stdout.readline().strip():
        return line
    process.kill()
    errors.seek(0)
    raise ChildError(last_line(errors.read()) or "it ended without a word")
