"""Make .venv hold what a lock says: ``sync.py LOCK MADE_OF``, called by ``locks/environment``.

MADE_OF is what the environment is made of, in one line; it is written to ``.venv/made-of-LOCK`` when all is in place.
A set-up that was interrupted leaves ``.venv/unfinished`` and is begun anew by the next call; a second call at the same
time waits for the first.
"""

import fcntl
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
UNFINISHED = VENV / "unfinished"
BASE = getattr(sys, "_base_executable", sys.executable)  # not the Python of a .venv that may be begun anew
COMPILING = re.compile(r"Python\.h|\bgcc\b|compile failed|No such file or directory: 'cc'")
PI_MODEL = Path("/proc/device-tree/model")


class SetUpError(Exception):
    """A step of the set-up ended badly; the text is for the person at the terminal."""


class Progress:
    """One line that tells how far the set-up is; on a terminal it is written over, elsewhere each step gets a line."""

    def __init__(self) -> None:
        self.begun = time.monotonic()
        self.live = sys.stderr.isatty()

    def step(self, text: str) -> None:
        """Say what is being done now."""
        seconds = round(time.monotonic() - self.begun)
        line = f"Setting up .venv: {text} ({seconds} s)"
        print(f"\r\033[K{line}" if self.live else line, end="" if self.live else "\n", file=sys.stderr, flush=True)

    def expect(self, requirements: Path) -> None:
        """Say that these libraries come now."""
        self.come, self.all = 0, len(re.findall("^[^# ].*==", requirements.read_text(), re.MULTILINE))
        self.step(f"{self.all} libraries")

    def heard(self, line: str) -> None:
        """Take a line of pip: a library that comes counts, one that must be compiled is named."""
        if line.startswith("Collecting "):
            self.come += 1
            if self.live:
                self.step(f"library {self.come} of {self.all}")
        elif self.live and line.startswith("Downloading "):
            self.step(line.strip().lower())
        elif line.startswith("Building wheel "):
            self.step(line.split("(", maxsplit=1)[0].strip().lower() + ", compiled here")

    def close(self) -> None:
        """Leave the last line standing."""
        if self.live:
            print(file=sys.stderr)


@contextmanager
def alone(progress: Progress) -> Iterator[IO[bytes]]:
    """Hold the one set-up of this checkout; the programs started inherit the hold, so it outlives a killed parent."""
    with (ROOT / "pyproject.toml").open("rb") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            progress.step("waiting for another call that is at it")
            fcntl.flock(held, fcntl.LOCK_EX)
        yield held


class SetUp:
    """The steps from nothing, or from an older state, to a ``.venv`` that serves ``lock``."""

    def __init__(self, lock: str, progress: Progress, held: IO[bytes]) -> None:
        self.locks = [lock, "pi"] if on_a_pi() else [lock]
        self.progress = progress
        self.held = held
        self.uv = shutil.which("uv")

    def usable(self) -> bool:
        """Whether the present ``.venv`` is whole, was made at this place, and its Python is one of ours."""
        moved = any(not mark.read_text().rstrip().endswith(f" {ROOT}") for mark in VENV.glob("made-of-*"))
        if moved or UNFINISHED.exists() or not PYTHON.exists():
            return False
        needs = "import sys; assert (3, 11) <= sys.version_info < (3, 14)" + ("" if self.uv else "; import pip")
        return subprocess.run([PYTHON, "-I", "-c", needs], capture_output=True, check=False).returncode == 0

    def make(self) -> None:
        """Bring ``.venv`` to what the lock says; where uv cannot (its own certificates, an old cache), pip does it."""
        try:
            self.steps()
        except SetUpError:
            if not self.uv:
                raise
            self.progress.step("uv could not, once more with pip")
            self.uv = None
            self.steps()

    def steps(self) -> None:
        """Make the place unless a usable one is there, and install into it."""
        fresh = not self.usable()
        if fresh:
            shutil.rmtree(VENV, ignore_errors=True)
            VENV.mkdir()
        UNFINISHED.touch()
        try:
            if fresh:
                self.progress.step("a place for the libraries")
                self.create()
            for lock in self.locks:
                requirements = ROOT / "locks" / f"{lock}.txt"
                self.progress.expect(requirements)
                self.install("--require-hashes", "--no-deps", "-r", str(requirements))
            self.progress.step("the table itself")
            editable = ("--config-settings", "editable_mode=compat", "--editable", str(ROOT))
            self.install("--no-deps", "--no-build-isolation", *editable)
        except SetUpError:
            if not fresh:
                UNFINISHED.unlink()  # the installers leave what was there as it was when they fail
            raise
        UNFINISHED.unlink()

    def create(self) -> None:
        """Make the empty environment; on a Pi with the distribution's own libraries (lgpio) in sight."""
        shared = ["--system-site-packages"] if on_a_pi() else []
        if self.uv:
            self.run(self.uv, "venv", "--allow-existing", "--no-project", "--python", BASE, *shared, str(VENV))
        else:
            self.run(BASE, "-I", "-m", "venv", *shared, str(VENV))

    def install(self, *what: str) -> None:
        """Install with uv where there is one, else with the environment's pip."""
        if self.uv:
            self.run(self.uv, "pip", "install", "--python", str(PYTHON), *what)
        else:
            quiet = ("--no-compile", "--no-input", "--disable-pip-version-check", "--progress-bar", "off")
            self.run(str(PYTHON), "-I", "-u", "-m", "pip", "install", *quiet, *what)

    def run(self, *command: str) -> None:
        """Run one program to its end, counting pip's libraries as they come."""
        said = []
        running = subprocess.Popen(
            command,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            pass_fds=[self.held.fileno()],
        )
        with running:
            for line in running.stdout or ():
                said.append(line)
                self.progress.heard(line)
        if running.returncode:
            stopped = f"Set-up stopped there: {Path(command[0]).name} gave {running.returncode}."
            raise SetUpError("".join(said[-15:]) + f"{stopped} {cure(said)} then call this again.")


def cure(said: list[str]) -> str:
    """What to do about an installer that stopped, by what it said: on a Pi some libraries are compiled."""
    if any(COMPILING.search(line) for line in said):
        return "A library could not be compiled: sudo apt install gcc python3-dev,"
    return "Libraries come from the internet: see that it can be reached,"


def on_a_pi() -> bool:
    """Whether this is a Raspberry Pi."""
    return PI_MODEL.exists() and PI_MODEL.read_text().startswith("Raspberry Pi")


def main(lock: str, made_of: str) -> int:
    """Set up for ``lock`` unless another call has just done it; exit status."""
    marks = {VENV / f"made-of-{name}" for name in {lock, "table"}}  # every lock holds what table holds
    progress = Progress()
    try:
        with alone(progress) as held:
            if UNFINISHED.exists() or not all(mark.exists() and mark.read_text().rstrip() == made_of for mark in marks):
                SetUp(lock, progress, held).make()
                for mark in marks:
                    mark.write_text(made_of + "\n")
                progress.step("done")
    except SetUpError as failed:
        progress.close()
        print(failed, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        progress.close()
        return 130
    progress.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
