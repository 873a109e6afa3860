"""A finding: what was looked at, how it is, and the facts that its sentence names."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Level(StrEnum):
    """How bad it is: a table with warnings plays, one with a fault lacks a part."""

    OK = "ok"
    WARNING = "warning"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Finding:
    """`part` names what was looked at (`reader seat-1`, `packages`), `code` what was found."""

    part: str
    code: str
    level: Level
    facts: Mapping[str, object] = field(default_factory=dict)


def ok(part: str, code: str, **facts: object) -> Finding:
    """All is well."""
    return Finding(part, code, Level.OK, facts)


def warning(part: str, code: str, **facts: object) -> Finding:
    """The table plays all the same."""
    return Finding(part, code, Level.WARNING, facts)


def fault(part: str, code: str, **facts: object) -> Finding:
    """Something does not work."""
    return Finding(part, code, Level.FAULT, facts)
