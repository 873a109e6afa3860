"""RPi.GPIO and rpi-lgpio install the same files; some machines have one, some the other, some neither."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from firmware.emulation.ntag213 import Tag
from tests.hardware_tier import preloaded
from tests.hardware_tier.pi import Pi

pytestmark = pytest.mark.hardware

UID = bytes.fromhex("044a7232214b80")
TAP = ("-m", "tests.hardware_tier.tap", "1", "3")
SET_25, SELECT_25 = 0x1C, 0x08  # of the pins' registers: GPSET0, GPFSEL2


@pytest.fixture
def spidev_alone(_made: None, tmp_path: Path) -> Path:
    """A folder that holds the real spidev and nothing else of a Pi's."""
    (module,) = preloaded.VENV.glob("lib/*/site-packages/spidev*.so")
    (tmp_path / module.name).symlink_to(module)
    return tmp_path


def card_lies(pi: Pi, bus: int, device: int) -> None:
    pi.reader(bus, device)
    pi.fields[bus, device].lay(Tag(UID))


def check(said: str, *, installed: Path | None) -> None:
    found = json.loads(said)
    assert found["installed"] == ([str(installed)] if installed else None)
    assert found["used"] == "firmware.readers.rpi_gpio"
    assert found["spidev"].endswith(".so")
    assert (found["chip"], found["uids"]) == ("MFRC522 v2", [UID.hex()])


def test_a_card_is_read_where_rpi_gpio_is_installed(pi: Pi) -> None:
    card_lies(pi, 1, 3)
    (package,) = preloaded.VENV.glob("lib/*/site-packages/RPi")
    check(pi.run(*TAP), installed=package)


def test_a_card_is_read_where_rpi_lgpio_is_installed(pi: Pi) -> None:
    card_lies(pi, 1, 3)
    path = f"{preloaded.RPI_LGPIO}:{preloaded.ROOT}"
    check(pi.run(*TAP, PYTHONPATH=path), installed=preloaded.RPI_LGPIO / "RPi")


def test_a_card_is_read_where_neither_is_installed(pi: Pi, spidev_alone: Path) -> None:
    card_lies(pi, 1, 3)
    path = f"{spidev_alone}:{preloaded.ROOT}"
    check(pi.run(*TAP, python=Path(sys.executable), PYTHONPATH=path), installed=None)


@pytest.mark.usefixtures("_made")
def test_the_real_rpi_gpio_refuses_any_other_machine() -> None:
    done = subprocess.run(
        [preloaded.PYTHON, "-c", "import RPi.GPIO"], capture_output=True, text=True, check=False, timeout=60
    )
    assert "can only be run on a Raspberry Pi" in done.stderr


def test_the_stock_library_on_all_real_modules_reads_four_bytes_and_raises_the_reset_line(pi: Pi) -> None:
    card_lies(pi, 0, 0)
    said = pi.run(
        "-W", "ignore::DeprecationWarning",
        "-c",
        "import mfrc522, RPi.GPIO, time; reader = mfrc522.MFRC522(); time.sleep(0.01)\n"
        "assert hasattr(RPi.GPIO, 'PWM')\n"
        "assert reader.MFRC522_Request(reader.PICC_REQIDL)[0] == reader.MI_OK\n"
        "print(bytes(reader.MFRC522_Anticoll()[1]).hex())",
    )  # fmt: skip
    assert said.split() == ["88044a72b4"]
    assert pi.devices.register(SET_25) == 1 << 25
    assert pi.devices.register(SELECT_25) >> 15 & 7 == 1, "an output"
