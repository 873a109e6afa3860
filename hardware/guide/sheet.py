"""The sheet on which the wiring is drawn."""

from dataclasses import dataclass, field

from hardware.description import Table
from hardware.guide.power import Power
from hardware.guide.svg import GREY, Point, joint, rect, text, wire
from hardware.guide.uses import COLOURS, Use

PI_LEFT, PI_RIGHT = 30, 262
PARTS_LEFT = 330
ROW = 25


@dataclass
class Sheet:
    """The drawing while it grows: wires lie below the parts."""

    table: Table
    width: float
    power: Power
    wires: list[str] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)

    def pi_pin(self, y: float, kind: str, name: str, where: str) -> None:
        """A pin of the Pi at its right edge."""
        self.parts.append(rect((PI_RIGHT - 5, y - 5), 10, 10, fill=COLOURS[kind], stroke="none"))
        self.parts.append(text((PI_RIGHT - 14, y + 4.5), where, 12, anchor="end", fill=GREY))
        self.parts.append(text((PI_LEFT + 14, y + 4.5), name, 12.5))

    def pi_use(self, y: float, use: Use) -> None:
        """A GPIO of the Pi."""
        self.pi_pin(y, use.kind, use.name, f"GPIO{use.gpio} · pin {use.pin}")

    def wire(self, kind: str, *points: Point) -> None:
        """A wire of this kind's colour."""
        self.wires.append(wire(COLOURS[kind], *points))

    def joint(self, kind: str, *points: Point) -> None:
        """Where wires of this kind are joined."""
        self.parts.extend(joint(point, COLOURS[kind]) for point in points)
