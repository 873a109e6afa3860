"""Libraries in whose place others are found, in a Python of their own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from firmware.libraries import PRESCRIBED, prescribed, stranger
from tests.firmware.doctor.installed import bring

RIVAL = {
    "mfrc522/__init__.py": "from .MFRC522 import MFRC522",
    "mfrc522/MFRC522.py": "class MFRC522:\n    VersionReg = TxControlReg = TxAutoReg = Status2Reg = 0\n"
    "    def __init__(self, *settings): pass\n    def WriteReg(self, register, value): pass\n",
}
OURS_BEFORE = {**RIVAL, "mfrc522/__init__.py": "ours"}
TABLE = """
from firmware.emulation.clock import VirtualClock
from firmware.emulation.table import EmulatedTable
from hardware.description import TABLES, load
table = EmulatedTable(load(TABLES / "one-reader.toml"), print, lambda _uid: True, clock=VirtualClock())
table.sweep()
"""
STRIP = """
from firmware.strips.choose import opener
from firmware.strips.emulated import EmulatedStrip
from firmware.lamp import Lamp
from hardware.description import TABLES, load
strip = load(TABLES / "simulated.toml").strip
lamp = Lamp(EmulatedStrip(strip).open, strip.layout, print)
lamp.step()
"""
LINE = """
from firmware.readers import rpi_gpio
try:
    rpi_gpio.setup(25, rpi_gpio.OUT)
except ImportError as problem:
    print(problem)
"""
READER = """
from functools import partial
from firmware.pad import Pad
from firmware.readers.rc522 import open_rc522
pad = Pad("any", partial(open_rc522, 0, 0), print)
pad.light()
print(pad.code, pad.trouble)
"""


def said(program: str, folder: Path, prefix: Path | None = None) -> str:
    """What a program prints that finds this folder first."""
    begun = f"import sys; sys.prefix = {str(prefix)!r}\n" if prefix else ""
    command = [sys.executable, "-c", begun + program]
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run(command, check=False, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_rival_installed_over_ours_is_named_with_the_cure_before_a_reader_is_opened(tmp_path: Path) -> None:
    bring(tmp_path, "mfrc522-0.0.7", OURS_BEFORE)
    bring(tmp_path, "mfrc522_python-0.0.9", RIVAL)
    told = said(TABLE, tmp_path, prefix=tmp_path)
    assert "part='reader any', code='library'" in told
    place = tmp_path / "mfrc522/__init__.py"
    assert f"{place} is mfrc522-python 0.0.9, not mfrc522; delete {tmp_path} and call ./table" in told
    assert told.count("Fault(") == 1


def test_one_that_is_found_before_ours_is_told_with_its_folder(tmp_path: Path) -> None:
    bring(tmp_path, "mfrc522_python-0.0.9", RIVAL)
    assert f"not mfrc522; take {tmp_path} out of PYTHONPATH" in said(TABLE, tmp_path)


@pytest.mark.parametrize(
    ("files", "owner"),
    [
        ({"mfrc522.py": "class MFRC522: pass"}, "a-reader 1.0"),
        ({"mfrc522/__init__.py": "print 'for Python 2'"}, "a-reader 1.0"),
        ({"mfrc522/__init__.py": "", "mfrc522/MFRC522.py": ""}, "a-reader 1.0"),
    ],
)
def test_whatever_it_is_it_is_named(tmp_path: Path, files: dict[str, str], owner: str) -> None:
    bring(tmp_path, "a_reader-1.0", files)
    assert f" is {owner}, not mfrc522; " in said(TABLE, tmp_path)


def test_a_file_of_nobody_is_something_else(tmp_path: Path) -> None:
    (tmp_path / "mfrc522.py").write_text("")
    assert f"{tmp_path / 'mfrc522.py'} is something else, not mfrc522; " in said(TABLE, tmp_path)


def test_what_remains_of_a_package_owns_nothing(tmp_path: Path) -> None:
    bring(tmp_path, "a_reader-1.0", {"mfrc522.py": ""})
    (tmp_path / "a_reader-1.0.dist-info/METADATA").unlink()
    assert f"{tmp_path / 'mfrc522.py'} is something else, not mfrc522; " in said(TABLE, tmp_path)


@pytest.mark.parametrize("module", ["board", "neopixel"])
def test_the_strips_libraries_too(tmp_path: Path, module: str) -> None:
    bring(tmp_path, f"{module}-1.0", {f"{module}.py": ""})
    told = said(STRIP, tmp_path)
    assert "part='strip', code='library'" in told
    assert f"{module}.py is {module} 1.0, not {PRESCRIBED[module]}; " in told


@pytest.mark.parametrize(
    ("module", "program"),
    [
        ("gpiozero", "from firmware.controls.buttons import Buttons; Buttons(print).open([('undo', 5)])"),
        ("gpiozero", "from firmware.controls.beam import Beam; Beam(print).open(5)"),
        ("gpiozero", "from firmware.controls.buzzer import Buzzer; Buzzer(print).open(5)"),
        ("gpiozero", LINE),
        ("spidev", READER),
        ("spidev", STRIP.replace("EmulatedStrip(strip).open", "opener(strip, '')")),
    ],
)
def test_and_those_of_pins_and_buses(tmp_path: Path, module: str, program: str) -> None:
    bring(tmp_path, "another-1.0", {f"{module}.py": ""})
    told = said(program, tmp_path, prefix=tmp_path)
    assert f"{tmp_path / module}.py is another 1.0, not {module}; " in told


def test_a_mistake_of_the_library_itself_stays_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpiozero.Device", None)
    with pytest.raises(AttributeError, match="no attribute 'Robots'"):
        prescribed("gpiozero", "Robots")


def test_a_package_that_kept_no_list_of_its_files_is_believed(tmp_path: Path) -> None:
    bring(tmp_path, "spidev-3.6", {"spidev.py": ""})
    (tmp_path / "spidev-3.6.dist-info/RECORD").unlink()
    assert stranger("spidev", [str(tmp_path)]) is None
    assert stranger("spidev", [str(tmp_path / "nothing")]) is None


def test_this_environment_holds_what_was_prescribed() -> None:
    assert [stranger(module) for module in PRESCRIBED] == [None] * len(PRESCRIBED)
