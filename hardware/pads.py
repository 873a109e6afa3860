"""Pads and their readers: which antenna hangs on which bus, how fast it is asked, which fields may be on together."""

from dataclasses import dataclass
from itertools import chain

from hardware.pins import BUS_PINS, Pins
from hardware.source import Section

__all__ = ["ANY", "Pad", "Readers", "read_readers"]

ANY = "any"
SEATS = tuple(f"seat-{n}" for n in range(1, 7))
PAD_NAMES = (*SEATS, "discard", ANY)


@dataclass(frozen=True, slots=True)
class Pad:
    """A reader under the table and its spidevBUS.DEVICE.

    Attributes:
        name: its role too: ``seat-1`` to ``seat-6`` for a car's play area, ``discard`` for the discard pile, ``any``
            for the only reader of a table whose buttons say what is meant.
    """

    name: str
    bus: int
    device: int
    chip_select: int


@dataclass(frozen=True, slots=True)
class Readers:
    """All readers of a table; see the attributes of `hardware.description.Table`."""

    pads: tuple[Pad, ...]
    speed_hz: int
    reset_pin: int | None
    groups: tuple[tuple[str, ...], ...]

    @property
    def peak_ma(self) -> int:
        """What they draw at most: 20 mA a board and 100 mA for each antenna that is on (MFRC522, IDDD, IDDA, TVDD)."""
        return 20 * len(self.pads) + 100 * max(map(len, self.groups))


def read_readers(root: Section, pins: Pins) -> tuple[Readers, dict[str, Section]]:
    """The readers, and the section of each pad, whose pixels the strip asks for; TableError for every clash."""
    sections: dict[str, Section] = {}
    for section in root.sections("pads"):
        name = section.choice("name", PAD_NAMES)
        if name in sections:
            section.fail("name", f"two pads are named {name}; name each of them once")
        sections[name] = section
    _check_names(root, sections)
    for bus in sorted({section.integer("bus", 0, 1) for section in sections.values()}):
        for role, pin in BUS_PINS[bus].items():
            pins.reserve(pin, f"readers' SPI{bus} {role}")
    pads: dict[tuple[int, int], Pad] = {}
    for name, section in sections.items():
        pad = _pad(name, section, pins)
        if other := pads.get((pad.bus, pad.device)):
            taken = f"spidev{pad.bus}.{pad.device}"
            section.fail("device", f"{taken} is already {other.name}; give each reader its own")
        pads[pad.bus, pad.device] = pad
    return _readers(root.section("readers", optional=True), tuple(pads.values()), pins), sections


def _check_names(root: Section, sections: dict[str, Section]) -> None:
    if ANY in sections:
        if len(sections) > 1:
            sections[ANY].fail("name", f"{ANY!r} is for a table with one reader; name this pad by its seat, or discard")
        return
    seats = [name for name in sections if name in SEATS]
    missing = [name for name in ("discard", *SEATS[: max(1, len(seats))]) if name not in sections]
    if missing:
        root.fail("pads", f"{missing[0]} is missing; add [[pads]] with name = {missing[0]!r}")


def _pad(name: str, section: Section, pins: Pins) -> Pad:
    bus, device = section.integer("bus", 0, 1), section.integer("device", 0, 31)
    return Pad(name, bus, device, pins.claim(section, "chip_select", f"chip select of {name}"))


def _readers(section: Section, pads: tuple[Pad, ...], pins: Pins) -> Readers:
    readers = Readers(
        pads,
        speed_hz=section.integer("speed_hz", 100_000, 10_000_000, 1_000_000),
        reset_pin=pins.claim(section, "reset_pin", "readers' reset") if "reset_pin" in section else None,
        groups=_groups(section, [pad.name for pad in pads]),
    )
    section.close()
    return readers


def _groups(section: Section, names: list[str]) -> tuple[tuple[str, ...], ...]:
    groups = section.take("groups", list, [[name] for name in names])
    lists = all(isinstance(group, list) and group for group in groups)
    if not lists or sorted(map(str, chain(*groups))) != sorted(names):
        section.fail("groups", f"must be lists that name each pad once: {', '.join(names)}")
    return tuple(tuple(group) for group in groups)
