"""The table description: which reader, pixel and pin serves what, checked when it is loaded (HARDWARE.md 3, 4, 8)."""

from dataclasses import dataclass
from pathlib import Path

from hardware.chain import SPACES, Layout
from hardware.controls import read_beam, read_buttons, read_pin
from hardware.pads import ANY, Pad, read_readers
from hardware.pins import Pins
from hardware.source import Section, TableError
from hardware.strip import Strip, read_strip
from hardware.supply import Supply, read_supply

__all__ = ["ANY", "SPACES", "TABLES", "Layout", "Pad", "Strip", "Supply", "Table", "TableError", "load"]

TABLES = Path(__file__).parent / "tables"


@dataclass(frozen=True, slots=True)
class Table:
    """A whole table. Strip, reset line, beam (the dispenser's sensor), buttons and buzzer are optional; pins are BCM.

    Attributes:
        title: what to call it.
        help_cards: Help Cards in the box, which are in the deck but never played.
        groups: names of the pads whose antennas may be on together; a sweep goes group by group, every pad is in one.
        buttons: name and pin, ``seat-1`` to ``seat-6``, ``discard``, ``undo``.
        supply: there wherever a strip needs current.
        beam_lit_high: whether the sensor's output is high while light arrives; else it is low then.
    """

    title: str
    help_cards: int
    pads: tuple[Pad, ...]
    speed_hz: int
    reset_pin: int | None
    groups: tuple[tuple[str, ...], ...]
    strip: Strip | None
    beam_pin: int | None
    buttons: tuple[tuple[str, int], ...]
    buzzer_pin: int | None
    supply: Supply | None
    beam_lit_high: bool = False


def load(path: Path) -> Table:
    """Read and check a table description; TableError names file, line, key and cure."""
    root = Section.load(path)
    pins = Pins()
    readers, pads = read_readers(root, pins)
    beam_pin, beam_lit_high = read_beam(root.section("beam"), pins) if "beam" in root else (None, False)
    supply = read_supply(root.section("supply"), readers.peak_ma) if "supply" in root else None
    table = Table(
        title=root.take("title", str, path.stem),
        help_cards=root.integer("help_cards", 0, 6, 6),
        pads=readers.pads,
        speed_hz=readers.speed_hz,
        reset_pin=readers.reset_pin,
        groups=readers.groups,
        strip=read_strip(root.section("strip"), pads, supply, pins) if "strip" in root else None,
        beam_pin=beam_pin,
        buttons=read_buttons(root.section("buttons", optional=True), readers.pads, pins),
        buzzer_pin=read_pin(root.section("buzzer"), "buzzer", pins) if "buzzer" in root else None,
        supply=supply,
        beam_lit_high=beam_lit_high,
    )
    if table.strip is None:
        _refuse_pixels(pads)
    for section in (root, *pads.values()):
        section.close()
    return table


def _refuse_pixels(pads: dict[str, Section]) -> None:
    for pad in pads.values():
        if "pixels" in pad:
            pad.fail("pixels", "has no strip to light; add [strip], or remove pixels")
