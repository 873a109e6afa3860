"""A pytest plugin: the same tests one layer deeper. Emulated boards are no longer soldered to the stand-in for spidev,
but to SPI devices that the real spidev module opens. preloaded.py starts pytest with it.
"""

import os
from pathlib import Path

import spidev

from firmware.emulation import modules
from tests.hardware_tier.chips import Devices


def pytest_configure() -> None:
    """Move the one seam between drivers and chips: how a wire is reached."""
    modules.install = modules.mock_pins
    modules.solder = Devices(Path(os.environ["EMULATED_DEVICES"])).solder


def pytest_report_header() -> str:
    """Say which module reaches the wire."""
    return f"wire: {spidev.__file__}"
