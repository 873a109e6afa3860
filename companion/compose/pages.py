"""The pages of the house, each given what it needs of the table."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from flask import Blueprint

from companion.compose.pairing import hosts_for_phones
from companion.deck.enrolling import Enrolling
from companion.desk import Desk
from companion.log import Log
from companion.odds.desk import OddsDesk
from companion.odds.watch import Watch
from companion.page.detective import detective_pages
from companion.page.join import Signs, join_pages
from companion.page.late import Late
from companion.page.lead import lead_to
from companion.page.odds import odds_pages
from companion.page.support import offer, support_pages
from companion.pairing.door import Door
from companion.past.screening import Screening
from companion.referee.referee import Referee
from companion.rules.edition import Edition
from companion.start.course import Course
from companion.start.stage import Stage
from companion.start.trial import Trial
from companion.store.folder import JOURNAL
from companion.touch.presses import UNDO
from firmware.messages import Tone
from hardware.description import Table

if TYPE_CHECKING:
    from companion.doctor import Finding
    from companion.simulated.stickers import Stickers

LOOKED_AT = 50
"""Races gone by among which those are looked for who played last, alone and in teams."""


class House(NamedTuple):
    """What pages are made of."""

    referee: Referee
    desk: Desk
    enrolling: Enrolling
    edition: Edition
    description: Table
    data: Path
    clock_ms: Callable[[], int]
    roll: "Stickers | None"
    """Blank stickers, where pads are simulated."""
    trial: Trial
    stage: Stage
    play: Callable[[Tone], None]
    """The buzzer, if there is one."""
    screening: Screening
    door: Door
    host: str
    """What the page is bound to."""
    watch: Watch
    """Keeps the chances of winning."""
    log: Log


def pages(house: House) -> list[Blueprint]:
    """The pages beside the race's own and the simulated table's. What the race's has no need of is built late."""
    return [
        Late("desk", ("/desk", "/api/inputs"), partial(_desk, house)),
        detective_pages(house.desk),
        Late("enrol", ("/enrol", "/deck"), partial(_enrol, house)),
        Late("new_race", ("/new", "/help-card"), partial(_new_race, house)),
        _start(house),
        Late("races", ("/races",), partial(_races, house)),
        odds_pages(OddsDesk(house.watch, house.desk)),
        _support(house),
        join_pages(house.door, _signs(house.description), lambda: hosts_for_phones(house.host)),
    ]


def _desk(house: House) -> Blueprint:
    from companion.amend.desk import RefereesDesk
    from companion.page.desk_pages import desk_pages

    return desk_pages(house.desk, RefereesDesk(house.desk, house.clock_ms))


def _enrol(house: House) -> Blueprint:
    from companion.deck.desk import EnrolDesk
    from companion.page.enrol import enrol_pages

    return enrol_pages(EnrolDesk(house.enrolling, house.edition, house.roll))


def _new_race(house: House) -> Blueprint:
    from companion.page.new_race import new_race_pages
    from companion.past.archive import Archive
    from companion.start.next_race import NextRace

    sees_draws = house.description.beam_pin is not None
    earlier = partial(Archive(house.data / JOURNAL).heads, LOOKED_AT)
    next_race = NextRace(house.referee.bulletin, house.desk, sees_draws=sees_draws, earlier=earlier)
    return new_race_pages(next_race, house.desk)


def _start(house: House) -> Blueprint:
    course = Course(house.referee, house.enrolling)
    start = Late("start", ("/start",), partial(_first_run, house, course))
    lead_to(start, course)
    return start


def _first_run(house: House, course: Course) -> Blueprint:
    from companion.compose.start import build
    from companion.page.start import start_pages
    from companion.start.desk import Parts, StartDesk

    parts = Parts(
        build(house.description),
        house.trial,
        house.stage,
        house.play,
        partial(_look, house),
        house.roll,
    )
    return start_pages(StartDesk(parts, course, house.referee.bulletin, house.enrolling, house.clock_ms))


def _look(house: House) -> "Iterator[Finding]":
    from companion.compose.doctor import look_beside

    return look_beside(house.description, house.data, emulated=house.roll is not None)


def _races(house: House) -> Blueprint:
    """The journal is read over connections of its own: the referee's is never waited for."""
    from companion.page.races import races_pages
    from companion.past.desk import Past
    from companion.past.library import Library

    library = Library.of(house.data)
    strip = house.description.strip is not None
    return races_pages(Past(library, house.referee.bulletin, house.screening, house.clock_ms, strip=strip))


def _support(house: House) -> Blueprint:
    support = Late("support", ("/support",), partial(_support_file, house))
    offer(support)
    return support


def _support_file(house: House) -> Blueprint:
    from companion.compose.support import SupportDesk

    emulated = house.roll is not None
    return support_pages(SupportDesk(house.data, house.description, house.desk, house.log, emulated=emulated))


def _signs(description: Table) -> Signs:
    return Signs(strip=description.strip is not None, button=UNDO in dict(description.buttons))
