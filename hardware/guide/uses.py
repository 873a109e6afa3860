"""What each pin of the header is used for, in the order in which one would wire it."""

from collections.abc import Iterator
from dataclasses import dataclass

from hardware.description import Table
from hardware.guide.boot import sends_by_spi
from hardware.pins import BUS_PINS, HEADER, PHYSICAL

COLOURS = {
    "3V3": "#d9480f",
    "5V": "#c92a2a",
    "GND": "#343a40",
    "clock": "#b08800",
    "MOSI": "#1971c2",
    "MISO": "#2f9e44",
    "reset": "#862e9c",
    "select": "#0b7285",
    "data": "#d6336c",
    "button": "#5f3dc4",
    "sensor": "#a0522d",
    "buzzer": "#4d6b00",
}
"""A colour for each kind of wire, the same in every drawing; every wire is labelled too."""
LOW_AT_BOOT = range(9, 28)  # pulled down until the driver loads; 0 to 8 are pulled up


@dataclass(frozen=True, slots=True)
class Use:
    """One GPIO in use: the kind (a key of `COLOURS`), a short name for drawings, and where its wire goes."""

    gpio: int
    kind: str
    name: str
    goes_to: str

    @property
    def pin(self) -> int:
        """Its pin of the header."""
        return PHYSICAL[self.gpio]

    @property
    def at_boot(self) -> str:
        """Its level before the program runs."""
        return "low" if self.gpio in LOW_AT_BOOT else "high"


def uses(table: Table) -> list[Use]:
    """Every GPIO that this table uses."""
    return [*_readers(table), *_strip(table), *_controls(table)]


def _readers(table: Table) -> Iterator[Use]:
    every = "every reader" if len(table.pads) > 1 else "the reader"
    for bus in sorted({pad.bus for pad in table.pads}):
        for kind, pin, reader_pin in zip(
            ("clock", "MOSI", "MISO"), BUS_PINS[bus].values(), ("SCK", "MOSI", "MISO"), strict=True
        ):
            yield Use(pin, kind, f"SPI{bus} {reader_pin}", f"{reader_pin} of {every}")
    if table.reset_pin is not None:
        yield Use(table.reset_pin, "reset", "RST", f"RST of {every}")
    for pad in table.pads:
        yield Use(pad.chip_select, "select", f"CS {pad.name}", f"SDA of reader {pad.name}")


def _strip(table: Table) -> Iterator[Use]:
    if table.strip is not None:
        yield Use(table.strip.pin, "data", "strip data", "74AHCT125, then 330 Ω, then DIN of the first pixel")


def _controls(table: Table) -> Iterator[Use]:
    for name, pin in table.buttons:
        yield Use(pin, "button", f"button {name}", f"button {name}, other side to GND")
    if table.beam_pin is not None:
        yield Use(table.beam_pin, "sensor", "beam", "the dispenser's sensor, open collector")
    if table.buzzer_pin is not None:
        yield Use(table.buzzer_pin, "buzzer", "buzzer", "buzzer, other side to GND")


def left_open(table: Table) -> dict[int, str]:
    """GPIOs that are busy though nothing is wired to them, and why."""
    return {BUS_PINS[0]["clock"]: "SPI0's clock"} if sends_by_spi(table.strip) else {}


def header(table: Table) -> list[tuple[int, str, Use | None]]:
    """The forty pins: number, what it is (`hardware.pins.HEADER`), and its use."""
    by_gpio = {use.gpio: use for use in uses(table)}
    return [(pin, what, by_gpio.get(int(what)) if what.isdecimal() else None) for pin, what in enumerate(HEADER, 1)]
