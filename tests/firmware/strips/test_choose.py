import importlib.util
import logging
from dataclasses import replace
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from firmware.emulation import modules
from firmware.emulation.ws2812 import Ws2812
from firmware.strips.choose import NoDriverError, NoStrip, driver, opener
from firmware.strips.neopixel_spi_strip import NeoPixelSpiStrip
from firmware.strips.terminal_strip import TerminalStrip
from tests.firmware.strips.contract import RAINBOW, STRIP

ZERO_2, PI_4, PI_5 = "Raspberry Pi Zero 2 W Rev 1.0", "Raspberry Pi 4 Model B Rev 1.5", "Raspberry Pi 5 Model B Rev 1.0"
SOLDERED = replace(STRIP, bus=6900)


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The module that the neopixel library needs below it on a Pi is installed."""
    found = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util,
        "find_spec",
        lambda name, package=None: ModuleSpec(name, None) if name == "_rpi_ws281x" else found(name, package),
    )


@pytest.fixture
def chain() -> Ws2812:
    modules.install()
    chain = Ws2812(STRIP.layout.pixels)
    modules.solder(SOLDERED.bus, 0, chain)
    return chain


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize(
    ("board", "chosen"),
    [
        ("Raspberry Pi Model B Rev 2", "neopixel"),
        ("Raspberry Pi Zero W Rev 1.1", "neopixel"),
        (ZERO_2, "neopixel"),
        ("Raspberry Pi 3 Model B Plus Rev 1.3", "neopixel"),
        (PI_4, "neopixel"),
        ("Raspberry Pi 400 Rev 1.0", "neopixel"),
        ("Raspberry Pi Compute Module 4 Rev 1.1", "neopixel"),
        (PI_5, "neopixel-spi"),
        ("Raspberry Pi 500 Rev 1.0", "neopixel-spi"),
        ("Raspberry Pi Compute Module 5 Rev 1.0", "neopixel-spi"),
        ("Raspberry Pi 6 Model B", "neopixel-spi"),
        ("Another board", "neopixel-spi"),
        ("", "neopixel-spi"),
    ],
)
def test_auto_takes_what_the_board_needs(board: str, chosen: str) -> None:
    assert driver(STRIP, board) == chosen


def test_auto_does_without_the_compiled_module_where_it_is_missing() -> None:
    assert driver(STRIP, PI_4) == "neopixel-spi"


@pytest.mark.parametrize("named", ["neopixel", "neopixel-spi", "terminal", "none"])
def test_a_driver_that_is_named_is_taken_on_any_board(named: str) -> None:
    assert [driver(replace(STRIP, driver=named), board) for board in (PI_4, PI_5, "")] == [named] * 3


def test_a_pwm_pin_works_before_the_pi_5_and_there_the_cure_is_told() -> None:
    for strip in (replace(STRIP, pin=18), replace(STRIP, pin=18, driver="pwm")):
        assert driver(strip, PI_4) == "pwm"
        with pytest.raises(NoDriverError, match="move the data line to GPIO10"):
            driver(strip, PI_5)


def test_each_driver_is_opened(chain: Ws2812) -> None:
    for named, kind in (("none", NoStrip), ("terminal", TerminalStrip), ("neopixel-spi", NeoPixelSpiStrip)):
        strip = opener(replace(SOLDERED, driver=named), PI_5)()
        assert isinstance(strip, kind)
        strip.close()
    assert chain.noise == 0


def test_where_the_neopixel_library_fails_the_other_serves_and_stays(
    chain: Ws2812, caplog: pytest.LogCaptureFixture
) -> None:
    """This machine is no Pi: the real library finds no such pin here."""
    caplog.set_level(logging.WARNING)
    open_strip = opener(replace(SOLDERED, driver="neopixel", order="RGB", brightness=255), PI_4)
    for _ in range(2):
        strip = open_strip()
        strip.show(RAINBOW)
        assert chain.wire == RAINBOW
        strip.close()
    assert sum("neopixel-spi is used" in record.message for record in caplog.records) == 1


def test_before_the_spi_library_takes_the_pin_it_is_given_back_to_the_bus(
    chain: Ws2812, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = tmp_path / "told"
    tool = tmp_path / "pinctrl"
    tool.write_text(f'#!/bin/sh\necho "$@" >> {told}\n')
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    opener(replace(SOLDERED, driver="neopixel-spi"), PI_4)().close()
    assert told.read_text() == "set 10 a0\n"
    assert not any(chain.wire)
