"""Descriptions of tables for tests: the simulated one, or less of it."""

from dataclasses import replace

from hardware.description import TABLES, Table, load

SIMULATED = load(TABLES / "simulated.toml")
PADS = [pad.name for pad in SIMULATED.pads]


def with_pads(*names: str, groups: tuple[tuple[str, ...], ...] | None = None) -> Table:
    """The simulated table with these pads only, each in a group of its own unless told."""
    pads = tuple(pad for pad in SIMULATED.pads if pad.name in names)
    return replace(SIMULATED, pads=pads, groups=groups or tuple((name,) for name in names))
