"""A process that finds a Raspberry Pi's devices on any Linux machine, with the libraries of a Pi, compiled here.

    python -m tests.hardware_tier.preloaded -m pytest tests/firmware/readers

runs the readers' tests on the real spidev module: what follows `preloaded` goes to the Python of `.venv-hardware`,
which holds what locks/pi.txt says and is made when needed (gcc and Python's headers; half a minute).
"""

import fcntl
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SOURCE = HERE / "devices.c"
LOCK = ROOT / "locks" / "pi.txt"
OTHER_LOCK = ROOT / "locks" / "rpi-lgpio.txt"
VENV = ROOT / ".venv-hardware"
PYTHON = VENV / "bin" / "python"
LIBRARY = VENV / "devices.so"
RPI_LGPIO = VENV / "rpi-lgpio"
"""Where rpi-lgpio is installed: it has the same files as RPi.GPIO."""
MADE_OF = VENV / "made-of"
COMPILE = ("gcc", "-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-U_FORTIFY_SOURCE", "-shared", "-fPIC")
PIP = ("-m", "pip", "-qq", "--no-input", "--disable-pip-version-check", "install", "--require-hashes", "--no-deps")


def lacks() -> str:
    """What this machine lacks to make the environment; empty when nothing."""
    needs = {
        "gcc": bool(shutil.which("gcc")),
        "libc6-dev": Path("/usr/include/linux/spi/spidev.h").exists(),
        "python3-dev": Path(sysconfig.get_path("include"), "Python.h").exists(),
        "python3-venv": importlib.util.find_spec("ensurepip") is not None,
    }
    lacking = " ".join(package for package, there in needs.items() if not there)
    return lacking and f"needs {lacking}: sudo apt install {lacking}"


def make() -> None:
    """Bring `.venv-hardware` to what the locks and devices.c say; one call at a time, and for nothing when it is so."""
    with SOURCE.open("rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        made_of = f"{hashlib.sha256(LOCK.read_bytes() + OTHER_LOCK.read_bytes()).hexdigest()} {sys.version} {VENV}"
        if not MADE_OF.exists() or MADE_OF.read_text() != made_of:
            subprocess.run([sys.executable, "-m", "venv", "--clear", VENV], check=True)
            subprocess.run([PYTHON, *PIP, "-r", LOCK], check=True)
            subprocess.run([PYTHON, *PIP, "-r", OTHER_LOCK, "--target", RPI_LGPIO], check=True)
            where = subprocess.check_output([PYTHON, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"])
            # pytest and what it needs come from the environment of the checks, after all else.
            Path(where.decode().strip(), "checks.pth").write_text(sysconfig.get_path("purelib"))
            MADE_OF.write_text(made_of)
        if not LIBRARY.exists() or LIBRARY.stat().st_mtime < SOURCE.stat().st_mtime:
            subprocess.run([*COMPILE, "-o", LIBRARY, SOURCE, "-ldl"], check=True)


@contextmanager
def device_folder() -> Iterator[Path]:
    """A folder for emulated devices, not yet made: its path is short, as addresses of sockets must be."""
    with tempfile.TemporaryDirectory(prefix="pi-") as folder:
        yield Path(folder, "root")


def environment(devices: Path) -> dict[str, str]:
    """For a process that is to find the devices of this folder; if it is pytest, its boards are soldered to them."""
    # What other tests have told Blinka is about a laptop: this process finds a Pi.
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("BLINKA_")}
    return inherited | {
        "LD_PRELOAD": str(LIBRARY),
        "EMULATED_DEVICES": str(devices),
        "PYTHONPATH": str(ROOT),
        "PYTEST_PLUGINS": "tests.hardware_tier.depth",
        "GPIOZERO_PIN_FACTORY": "mock",
    }


def main() -> int:
    """Run one Python command in there; its exit status."""
    make()
    with device_folder() as devices:
        return subprocess.run([PYTHON, *sys.argv[1:]], cwd=ROOT, env=environment(devices), check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
