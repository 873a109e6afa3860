"""Which files the guide makes."""

from collections.abc import Mapping
from pathlib import Path

from hardware.description import TABLES, Table, load
from hardware.guide.boot import config
from hardware.guide.case import case
from hardware.guide.header import header_drawing
from hardware.guide.overlay import NAME, overlay
from hardware.guide.page import page
from hardware.guide.places import places
from hardware.guide.sketches import chute, pad, sticker
from hardware.guide.template import sheets, template
from hardware.guide.wiring import wiring

HARDWARE = TABLES.parent
BUILDS = ("one-reader", "two-seats", "six-seats")


def build_files(table: Table, source: str, guide: str) -> dict[str, str]:
    """The files of one build by their names. ValueError where the description says too little for a guide."""
    return {
        "README.md": page(table, source, guide),
        "wiring.svg": wiring(table),
        "header.svg": header_drawing(table),
        f"{NAME}-overlay.dts": overlay(table, source),
        "config.txt": config(table, source),
    }


def drawings() -> dict[str, str]:
    """The drawings that are the same for every build."""
    named = {"track.svg": template(), "case.svg": case(), "sticker.svg": sticker(), "pad.svg": pad()}
    tiles = {f"track-a4-{nth}.svg": sheet for nth, sheet in enumerate(sheets(), 1)}
    return named | tiles | {"chute.svg": chute(), "places.svg": places()}


def guide_files() -> dict[Path, str]:
    """Every file of the guide that is made, by its path, for the shipped tables."""
    files = {HARDWARE / "drawings" / name: text for name, text in drawings().items()}
    for build in BUILDS:
        source = f"hardware/tables/{build}.toml"
        made = build_files(load(TABLES / f"{build}.toml"), source, "../../")
        files |= {HARDWARE / "builds" / build / name: text for name, text in made.items()}
    return files


def stale(files: Mapping[Path, str]) -> list[Path]:
    """Those that are not on disk as they would be written."""
    return [path for path, text in files.items() if not path.exists() or path.read_text(encoding="utf-8") != text]


def write(files: Mapping[Path, str]) -> None:
    """Put them on disk, folders too."""
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
