"""The cards, by the ids of the record (RULES.md, Words)."""

from enum import StrEnum
from typing import NamedTuple


class Kind(StrEnum):
    """What sort of card it is."""

    DISTANCE = "distance"
    HAZARD = "hazard"
    REMEDY = "remedy"
    SAFETY = "safety"
    HELP = "help"


DISTANCE_KM = {"25": 25, "50": 50, "75": 75, "100": 100, "200": 200}
LIMIT = "speed-limit"
LIMIT_KM = 50
RED_LIGHT = "red-light"
GREEN_LIGHT = "green-light"
RIGHT_OF_WAY = "right-of-way"
HELP = "help"

REMEDY_OF = {
    RED_LIGHT: GREEN_LIGHT,
    LIMIT: "end-of-limit",
    "out-of-gas": "gas",
    "flat-tire": "spare-tire",
    "accident": "repairs",
}
SAFETY_OF = {
    RED_LIGHT: RIGHT_OF_WAY,
    LIMIT: RIGHT_OF_WAY,
    "out-of-gas": "gas-tank",
    "flat-tire": "puncture-proof",
    "accident": "ace-driver",
}
BATTLE_HAZARDS = tuple(hazard for hazard in REMEDY_OF if hazard != LIMIT)
BATTLE_REMEDIES = {REMEDY_OF[hazard]: hazard for hazard in BATTLE_HAZARDS}
"""Battle remedy -> the battle hazard that it mends."""
END_OF_LIMIT = REMEDY_OF[LIMIT]
SAFETIES = tuple(dict.fromkeys(SAFETY_OF.values()))

KIND_OF: dict[str, Kind] = {
    **dict.fromkeys(DISTANCE_KM, Kind.DISTANCE),
    **dict.fromkeys(REMEDY_OF, Kind.HAZARD),
    **dict.fromkeys(REMEDY_OF.values(), Kind.REMEDY),
    **dict.fromkeys(SAFETIES, Kind.SAFETY),
    HELP: Kind.HELP,
}
"""Every card id, in the order of the deck's table."""


class Card(NamedTuple):
    """One card; `copy` numbers the physical card (1 to the number in the deck), None when it is not known."""

    id: str
    copy: int | None = None

    @property
    def kind(self) -> Kind:
        """Its kind."""
        return KIND_OF[self.id]

    def __str__(self) -> str:
        """As the record writes it: `red-light` or `red-light/3`."""
        return self.id if self.copy is None else f"{self.id}/{self.copy}"
