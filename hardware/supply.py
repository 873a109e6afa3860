"""The 5 V supply and what hangs on it."""

from dataclasses import dataclass

from hardware.source import Section

__all__ = ["Supply", "read_supply"]

VOLTS = 5


@dataclass(frozen=True, slots=True)
class Supply:
    """What the supply of readers and strip gives.

    Attributes:
        ma: its current, as printed on it.
        pi_ma: what the Pi draws from it, 0 when the Pi has a supply of its own.
        readers_ma: what the readers draw from it at most.
    """

    volts: int
    ma: int
    pi_ma: int
    readers_ma: int

    @property
    def strip_ma(self) -> int:
        """What is left for the strip."""
        return self.ma - self.pi_ma - self.readers_ma


def read_supply(section: Section, readers_ma: int) -> Supply:
    """The ``[supply]``; TableError when Pi and readers alone overdraw it."""
    if (volts := section.integer("volts", 1, 48, VOLTS)) != VOLTS:
        section.fail("volts", f"is {volts}, but Pi, readers and pixels take {VOLTS} V; use a supply of {VOLTS} V")
    ma = round(1000 * section.number("amps", 0, 20))
    supply = Supply(volts, ma, section.integer("pi_ma", 0, 5000), readers_ma)
    if supply.strip_ma < 0:
        needed = f"{(supply.pi_ma + readers_ma) / 1000:.1f} A"
        section.fail("amps", f"Pi and readers draw up to {needed}; take a supply that gives more than that")
    section.close()
    return supply
