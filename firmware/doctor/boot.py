"""The Pi's config.txt: what starts the readers' bus, and what keeps the strip's clock steady (HARDWARE.md 3 and 8)."""

from collections.abc import Iterator
from pathlib import Path

from firmware.doctor.finding import Finding, fault, ok, warning
from firmware.doctor.machine import by_spi
from hardware.description import Table

PLACES = ("boot/firmware/config.txt", "boot/config.txt")
READERS_OVERLAY, STRIP_OVERLAY = "readers-spi1", "spi0-0cs"
_FILTERS = {
    "Raspberry Pi 3": "pi3",
    "Raspberry Pi Compute Module 3": "pi3",
    "Raspberry Pi Zero 2": "pi02",
    "Raspberry Pi 4": "pi4",
    "Raspberry Pi Compute Module 4": "pi4",
    "Raspberry Pi 5": "pi5",
    "Raspberry Pi Compute Module 5": "pi5",
}
_CORE_MHZ = {"pi3": 250, "pi02": 250, "pi4": 500}
_CLASHES = {"audremap": "12, 13, 18, 19", "spi1-1cs": "18", "spi1-2cs": "17, 18", "spi1-3cs": "16, 17, 18"}
"""Overlays that take pins of the table, and which."""


class Config:
    """The settings that hold for one model: those of [all], and of the filter that names it."""

    def __init__(self, text: str, model: str) -> None:
        """`text` is the file's, `model` the board's (`firmware.board.model`)."""
        self.board = next((name for start, name in _FILTERS.items() if model.startswith(start)), "")
        self.values: dict[str, str] = {}
        self.overlays: dict[str, list[str]] = {}
        applies = True
        for line in (raw.split("#")[0].strip() for raw in text.splitlines()):
            if line.startswith("["):
                applies = line.strip("[]").lower() in ("all", self.board)
            elif applies and "=" in line:
                key, value = (word.strip() for word in line.split("=", 1))
                if key == "dtoverlay":
                    name, *parameters = value.split(",")
                    self.overlays[name.removesuffix("-overlay")] = parameters
                else:
                    self.values[key if key != "dtparam" else f"dtparam={value.split('=')[0]}"] = value


def boot(root: Path, table: Table, model: str) -> Iterator[Finding]:
    """What config.txt says of buses and clocks, on the Pi of this model."""
    found = next((root / place for place in PLACES if (root / place).exists()), None)
    if found is None:
        yield warning("boot", "config-missing")
        return
    try:
        config = Config(found.read_text("utf-8", "replace"), model)
    except OSError:
        yield warning("boot", "config-closed", path=f"/{found.relative_to(root)}")
        return
    yield from _readers(config, table)
    if table.strip is not None and by_spi(table.strip):
        yield from _strip(config)


def _readers(config: Config, table: Table) -> Iterator[Finding]:
    if any(pad.bus == 1 for pad in table.pads):
        there = READERS_OVERLAY in config.overlays
        yield (
            ok("boot", "overlay", name=READERS_OVERLAY)
            if there
            else fault("boot", "overlay-missing", name=READERS_OVERLAY)
        )
    for name, pins in _CLASHES.items():
        if name in config.overlays:
            yield fault("boot", "overlay-clash", name=name, pins=pins)
    if config.values.get("dtparam=spi", "").endswith("on") and STRIP_OVERLAY not in config.overlays:
        taken = {7, 8} & {pad.chip_select for pad in table.pads}
        if taken:
            yield fault("boot", "spi-claims-pins", pins=", ".join(map(str, sorted(taken))))


def _strip(config: Config) -> Iterator[Finding]:
    if STRIP_OVERLAY not in config.overlays and not config.values.get("dtparam=spi", "").endswith("on"):
        yield fault("strip", "overlay-missing", name=STRIP_OVERLAY)
    wanted = _CORE_MHZ.get(config.board)
    if wanted is None:  # a Pi 5's SPI does not hang on the core clock
        return
    freq, least = config.values.get("core_freq"), config.values.get("core_freq_min")
    steady = config.values.get("core_freq_fixed") == "1" or (
        freq == str(wanted) and (config.board != "pi4" or least == str(wanted))
    )
    lines = [f"core_freq={wanted}", *([f"core_freq_min={wanted}"] if config.board == "pi4" else [])]
    yield (
        ok("strip", "clock", mhz=wanted)
        if steady
        else fault("strip", "clock-moves", filter=config.board, lines=" ".join(lines))
    )
