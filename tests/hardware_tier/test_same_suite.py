"""The tests of readers, bus and table once more: the same files, over the real spidev module."""

import re
import subprocess

import pytest

from tests.hardware_tier import preloaded

pytestmark = pytest.mark.hardware

SUITE = {
    "readers": ("not slow", "tests/firmware/readers"),
    "bus": ("slow or not slow", "tests/firmware/test_bus.py"),
    "table": ("slow or not slow", "tests/firmware/emulation/test_table.py"),
}


@pytest.mark.usefixtures("_made")
@pytest.mark.parametrize("part", SUITE)
def test_what_holds_on_the_stand_in_holds_on_the_real_spidev(part: str) -> None:
    assert passed(*SUITE[part]) > 5


@pytest.mark.slow
@pytest.mark.usefixtures("_made")
@pytest.mark.parametrize("file", ["test_rc522.py", "test_rc522_wire.py"], ids=["in good order", "in every trouble"])
def test_ten_thousand_taps_over_the_real_spidev(file: str) -> None:
    assert passed("slow", f"tests/firmware/readers/{file}") == 2  # some taps, and ten thousand


def passed(marked: str, *files: str) -> int:
    """How many tests passed; none failed."""
    command = ("-m", "pytest", "-p", "no:cacheprovider", "-m", marked, *files)
    with preloaded.device_folder() as folder:
        done = subprocess.run(
            [preloaded.PYTHON, *command],
            cwd=preloaded.ROOT,
            env=preloaded.environment(folder),
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(rf"^wire: {re.escape(str(preloaded.VENV))}/.*spidev.*\.so$", done.stdout, re.MULTILINE)
    found = re.search(r"(\d+) passed", done.stdout)
    return int(found[1]) if found else 0
