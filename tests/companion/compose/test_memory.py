"""All threads take memory from one heap, each in a program of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.compose.memory import ARENAS

ROOT = Path(__file__).resolve().parents[3]
THREADS = """
from threading import Barrier, Thread
met, kept = Barrier(8), []

def fill():
    met.wait()
    kept.extend(bytes(1000) for _ in range(1000))
    met.wait()

for thread in (threads := [Thread(target=fill) for _ in range(8)]):
    thread.start()
for thread in threads:
    thread.join()
REGION = 1 << 26  # what malloc begins each further heap at a multiple of
starts = [int(line.split("-")[0], 16) for line in open("/proc/self/maps") if " rw-p " in line]
print(sum(start % REGION == 0 for start in starts))
"""
SHARED = "from companion.compose.memory import share_one_heap; share_one_heap()"


def heaps(*program: str, **environment: str) -> int:
    """How many there are beside the first."""
    bare = {name: value for name, value in os.environ.items() if name != ARENAS}
    command = [sys.executable, "-c", "\n".join([*program, THREADS])]
    return int(subprocess.run(command, env={**bare, **environment}, capture_output=True, check=True).stdout)


def test_left_alone_each_thread_would_have_its_own() -> None:
    assert heaps() > 1


def test_the_program_asks_for_one() -> None:
    assert heaps(SHARED) == 0


def test_where_the_environment_has_asked_for_one_nothing_is_loaded_to_do_so() -> None:
    assert heaps(SHARED, "import sys; assert 'ctypes' not in sys.modules", **{ARENAS: "1"}) == 0


@pytest.mark.parametrize("starter", ["table", "systemd/mille-bornes.service"])
def test_whoever_starts_the_table_asks_for_one(starter: str) -> None:
    assert f"{ARENAS}=1" in (ROOT / starter).read_text()
