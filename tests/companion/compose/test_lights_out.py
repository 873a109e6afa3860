"""The service's last step, as systemd calls it; the strip is an emulated chain."""

import os

import pytest

from companion.cli import main
from firmware.emulation import modules
from firmware.emulation.ws2812 import Ws2812
from firmware.strips.neopixel_spi_strip import NeoPixelSpiStrip
from hardware.description import TABLES, load

os.environ.setdefault("BLINKA_OS_AGNOSTIC", "1")
STEP = ["lights-out", "--table", "six-seats"]


@pytest.fixture
def chain() -> Ws2812:
    """The strip of a table that has just ended, in mid-race."""
    modules.install()
    strip = load(TABLES / "six-seats.toml").strip
    assert strip is not None
    chain = Ws2812(strip.layout.pixels)
    modules.solder(strip.bus, strip.device, chain)
    NeoPixelSpiStrip(strip).show(b"\x30" * 3 * strip.layout.pixels)
    return chain


def lit_spaces(chain: Ws2812) -> list[int]:
    return [space for space in range(41) if any(chain.wire[3 * space : 3 * space + 3])]


@pytest.mark.parametrize("told", [{"SERVICE_RESULT": "success"}, {}])
def test_after_a_clean_stop_the_strip_is_dark(
    chain: Ws2812, told: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SERVICE_RESULT", raising=False)
    for name, value in told.items():
        monkeypatch.setenv(name, value)
    assert main(STEP) == 0
    assert lit_spaces(chain) == []


@pytest.mark.parametrize("result", ["exit-code", "signal", "core-dump", "watchdog", "oom-kill"])
def test_after_a_crash_it_shows_that_nobody_looks_after_the_table(
    chain: Ws2812, result: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SERVICE_RESULT", result)
    assert main(STEP) == 0
    assert lit_spaces(chain) == list(range(0, 41, 5))


def test_the_same_when_it_is_said_by_hand(chain: Ws2812) -> None:
    assert main([*STEP, "--crashed"]) == 0
    assert lit_spaces(chain) == list(range(0, 41, 5))


def test_a_strip_that_does_not_answer_is_told_and_no_traceback(
    chain: Ws2812, capsys: pytest.CaptureFixture[str]
) -> None:
    chain.broken = True
    assert main(STEP) == 1
    assert capsys.readouterr().err == "mille-bornes: the strip does not answer: no answer on the wire\n"


def test_on_a_machine_that_is_no_pi_there_is_nothing_to_darken() -> None:
    assert main(["lights-out"]) == 0
    assert main(["lights-out", "--table", "simulated", "--crashed"]) == 0


def test_a_description_that_cannot_be_read_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lights-out", "--table", "no/such.toml"]) == 1
    assert "no/such.toml" in capsys.readouterr().err
