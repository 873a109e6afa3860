"""What the program has loaded when it has shown its first page: nothing that nobody has asked for."""

import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from urllib.request import urlopen

PROGRAM = """
import signal, sys
from pathlib import Path

def tell(*_):
    fresh = told.with_suffix(".new")
    fresh.write_text(" ".join(sys.modules))
    fresh.replace(told)

told = Path(sys.argv.pop(1))
signal.signal(signal.SIGUSR1, tell)
from companion.cli import main
sys.exit(main())
"""
LIMIT_S = 30
ROOMS = {
    "/desk": ("companion.page.desk_pages", "companion.amend"),
    "/races": ("companion.page.races", "companion.past.desk", "companion.past.library"),
    "/new": ("companion.page.new_race", "companion.start.next_race", "companion.past.archive"),
    "/start/table": ("companion.page.start", "companion.start.desk", "companion.compose.doctor", "firmware.doctor"),
    "/enrol": ("companion.page.enrol", "companion.deck.desk", "companion.deck.sheet", "companion.deck.text"),
    "/table": ("companion.simulated.page", "companion.simulated.robots", "companion.simulated.strategy"),
    "/support/file": ("companion.compose.support", "companion.support", "companion.doctor"),
}
"""What a page needs that no other page does, nor the table."""
NEVER = (
    *("companion.compose.readers", "companion.compose.bench", "companion.pads", "companion.deck.terminal"),
    *("companion.past.command", "companion.replay", "companion.odds.rollout", "companion.odds.worker"),
    *("asyncio", "unittest", "urllib.request", "multiprocessing", "xml", "sqlite3.dump", "pdb", "tkinter"),
    *("segno", "babel", "chess", "setuptools"),
)
"""What other commands need, codes to scan (this machine itself is shown none), and what could slip in for a trifle."""
EMULATION = ("companion.compose.simulation", "companion.simulated", "firmware.emulation", "firmware.strips.emulated")


class Running:
    """The program at `address`."""

    def __init__(self, process: "subprocess.Popen[str]", address: str, told: Path) -> None:
        self._process, self._address, self._told = process, address, told

    def open(self, page: str) -> None:
        with urlopen(self._address + page, timeout=LIMIT_S) as answer:
            answer.read()

    def loaded(self) -> set[str]:
        """The modules, each with its packages."""
        self._told.unlink(missing_ok=True)
        self._process.send_signal(signal.SIGUSR1)
        until = time.monotonic() + LIMIT_S
        while not self._told.exists():
            assert time.monotonic() < until
            time.sleep(0.01)
        return set(self._told.read_text().split())


@contextmanager
def running(folder: Path, *options: str) -> Iterator[Running]:
    told = folder / "modules"
    command = [
        sys.executable,
        "-c",
        PROGRAM,
        str(told),
        "table",
        "--port",
        "0",
        "--data",
        str(folder / "data"),
        *options,
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        found = re.search(r"http://[^\s,]+", process.stdout.readline())
        assert found, "no address was told"
        try:
            yield Running(process, found[0], told)
        finally:
            process.terminate()


def test_every_module_that_is_named_here_exists() -> None:
    ours = {name for names in (*ROOMS.values(), NEVER, EMULATION) for name in names} - {"chess", "tkinter"}
    assert [name for name in sorted(ours) if find_spec(name) is None] == []


def test_nothing_is_loaded_before_somebody_asks_for_it(tmp_path: Path) -> None:
    rooms = {name for names in ROOMS.values() for name in names}
    with running(tmp_path) as program:
        program.open("/")
        assert sorted(program.loaded() & {*rooms, *NEVER}) == []
        for page, needed in ROOMS.items():
            program.open(page)
            assert program.loaded() >= set(needed), page


def test_a_real_table_loads_nothing_that_emulates(tmp_path: Path) -> None:
    with running(tmp_path, "--table", "six-seats", "--host", "127.0.0.1") as program:
        program.open("/")
        assert sorted(program.loaded() & {*EMULATION, *NEVER}) == []
