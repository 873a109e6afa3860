"""The program is killed a thousand times at any moment: no play that it acknowledged is lost."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from select import select

import pytest

from tests.figures import Tell

ROOT = Path(__file__).resolve().parents[3]
KILLS = 1000
LONGEST_S = 0.05
SILENT_S = 60

pytestmark = pytest.mark.appliance


class Cradle:
    """A process that has loaded the program once, and gives birth to it again after each death."""

    def __init__(self, path: Path) -> None:
        command = [sys.executable, "-m", "tests.appliance.power.cradle", str(path)]
        self._process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self._rest = b""

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()

    def born(self) -> tuple[int, int]:
        """A program starts: its process, and how many inputs it found."""
        assert self._process.stdin is not None
        self._process.stdin.write(b"\n")
        told: dict[str, int] = {}
        while not {"PID", "HAVE"} <= told.keys():
            told |= dict(self._lines(SILENT_S))
        return told["PID"], told["HAVE"]

    def killed(self, pid: int, after_s: float) -> int:
        """It is killed after so long; the last input that it acknowledged until then, 0 for none."""
        end, last = time.monotonic() + after_s, 0
        while (left_s := end - time.monotonic()) > 0:
            last = max([last, *(n for word, n in self._lines(left_s) if word == "ACK")])
        os.kill(pid, signal.SIGKILL)
        while True:
            for word, n in self._lines(SILENT_S):
                if word == "GONE":
                    return last
                last = n if word == "ACK" else last

    def _lines(self, limit_s: float) -> list[tuple[str, int]]:
        assert self._process.stdout is not None
        if not select([self._process.stdout], [], [], limit_s)[0]:
            assert limit_s < SILENT_S, "the program never came up"
            return []
        heard = os.read(self._process.stdout.fileno(), 1 << 16)
        assert heard, "the program ended by itself"
        *lines, self._rest = (self._rest + heard).split(b"\n")
        return [(word, int(n)) for word, n in (line.decode().split() for line in lines)]


def test_no_acknowledged_play_is_lost_when_the_program_is_killed(
    tmp_path: Path, request: pytest.FixtureRequest, tell: Tell
) -> None:
    cradle = Cradle(tmp_path / "races.db")
    request.addfinalizer(cradle.close)
    chance = random.Random(1000)  # noqa: S311 - a fault is found again by it
    acknowledged, unsaid, resumed = 0, 0, -1  # the first start resumes nothing
    for _ in range(KILLS + 1):  # the last start shows what the last kill has left
        pid, have = cradle.born()
        assert have >= acknowledged, f"{acknowledged - have} of {acknowledged} acknowledged inputs lost"
        unsaid, resumed = unsaid + have - acknowledged, resumed + 1
        acknowledged = max(have, cradle.killed(pid, chance.uniform(0, LONGEST_S)))
    tell(f"lost of {acknowledged} acknowledged inputs by {KILLS} kill -9 ({unsaid} stored but unsaid)", "0", "0")
    tell(f"races resumed after {KILLS} kill -9", f"{resumed}", f"{KILLS}")
