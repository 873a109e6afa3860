"""Faults as everybody sees them, and how the car of a dead pad plays on."""

from collections.abc import Iterator
from typing import Any

from companion.lang import Catalogue
from companion.referee.faults import lost, pad_of_fault
from companion.referee.snapshot import Snapshot
from companion.touch.seating import ANY, DISCARD, seat_of
from firmware.messages import Fault

JSON = dict[str, Any]

RESTORED = "restored"
"""The races are those of a copy of the journal; the detail is its day and how many inputs its last race has."""


KNOWN = frozenset({"counterfeit"})
"""What is so ever since the table was built, and costs no play: doctor, `/healthz` and the start page tell it."""


def lasting(snapshot: Snapshot) -> Iterator[Fault]:
    """The faults that those who play are told for as long as they last."""
    return (fault for fault in snapshot.faults if fault is not snapshot.notice and fault.code not in KNOWN)


def fault_view(snapshot: Snapshot, fault: Fault, words: Catalogue) -> JSON:
    """A fault in words; `borrow` offers the car of a dead pad the free ones."""
    kind, _, place = fault.part.partition(" ")
    part = words.text(f"part.{kind}", pad=_place(snapshot, place, words))
    part = fault.part if part == f"part.{kind}" else part
    facts: JSON = {"part": part, "code": fault.code}
    if fault.code == RESTORED:
        day, inputs = fault.detail.split()
        facts |= {"day": day, "count": int(inputs)}
    text = words.detailed(f"fault.{fault.code}", fault.detail, **facts)
    if text == f"fault.{fault.code}":
        text = words.text("fault.unexpected", detail=fault.detail, **facts)
    return {
        "part": part,
        "code": fault.code,
        "text": text[:1].upper() + text[1:],
        "borrow": _offer(snapshot, fault),
    }


def _offer(snapshot: Snapshot, fault: Fault) -> JSON | None:
    cars, seating, pad = snapshot.game.race.setup.cars, snapshot.seating, pad_of_fault(fault)
    car = seating.car_at(pad, len(cars)) if pad is not None and lost(fault) else None
    if car is None or seating.pad_of(car) != pad:
        return None
    free = seating.free(len(cars), snapshot.dead_pads)
    return {"car": cars[car], "pads": [{"pad": each, "name": _number(each)} for each in free]}


def _place(snapshot: Snapshot, pad: str, words: Catalogue) -> str:
    """Whose pad it is: a car's by its own name, also while that plays elsewhere."""
    if pad == DISCARD:
        return words.text("pad.discard")
    cars, seat = snapshot.game.race.setup.cars, seat_of(pad)
    if seat is None:
        return words.text("pad.any") if pad == ANY else pad
    return cars[seat] if seat < len(cars) else words.text("pad.empty", n=seat + 1)


def lent_views(snapshot: Snapshot) -> list[JSON]:
    """The cars that play at a borrowed pad."""
    cars = snapshot.game.race.setup.cars
    return [{"car": cars[car], "pad": pad, "place": _number(pad)} for car, pad in snapshot.seating.lent]


def _number(pad: str) -> str:
    """A seat's pad as people count it."""
    return str((seat_of(pad) or 0) + 1)
