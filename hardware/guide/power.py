"""What the table draws, and the fuse and wires that carry it."""

from dataclasses import dataclass

from hardware.description import Table

# Fuse (mA) and the thinnest copper that it protects over the lengths of a table (mm², and its nearest AWG).
_FUSES = ((1000, "0.5 mm² (AWG 20)"), (2000, "0.5 mm² (AWG 20)"), (3000, "0.75 mm² (AWG 18)"), (5000, "1 mm² (AWG 17)"))
HEADER_5V_MA, HEADER_3V3_MA = 1000, 300
"""What one pin of the Pi's header may carry, and what the Pi's own regulator has to spare."""


@dataclass(frozen=True, slots=True)
class Power:
    """The 5 V side of a table.

    Attributes:
        peak_ma: readers and strip together, at the most that they may draw.
        usual_ma: the same in play, when a few pixels are lit and one antenna is on.
    """

    supply_ma: int
    pi_ma: int
    peak_ma: int
    usual_ma: int
    fuse_ma: int
    copper: str

    @property
    def pi_apart(self) -> bool:
        """Whether the Pi has a plug of its own."""
        return self.pi_ma == 0


def power(table: Table) -> Power:
    """ValueError where the description says nothing about the supply, or no common fuse or no header can carry it."""
    if table.supply is None:
        raise ValueError("the guide needs the supply; add [supply] with amps and pi_ma")
    strip_ma = min(table.strip.peak_ma, table.strip.limit_ma or table.strip.peak_ma) if table.strip else 0
    peak_ma = table.supply.readers_ma + strip_ma
    if table.supply.pi_ma and (strip_ma > HEADER_5V_MA or table.supply.readers_ma > HEADER_3V3_MA):
        raise ValueError(
            f"the Pi's header cannot feed {table.supply.readers_ma} mA of readers and {strip_ma} mA of lights (it has "
            f"{HEADER_3V3_MA} and {HEADER_5V_MA}); give them a supply of their own, and write pi_ma = 0"
        )
    for fuse_ma, copper in _FUSES:
        if fuse_ma >= 1.25 * peak_ma:
            usual_ma = table.supply.readers_ma + strip_ma // 6
            return Power(table.supply.ma, table.supply.pi_ma, peak_ma, usual_ma, fuse_ma, copper)
    raise ValueError(f"{peak_ma} mA at 5 V are too much for one fused line; lower strip.brightness, or set limit_ma")
