"""The pages of the house, each given what it needs of the table."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from flask import Blueprint

from companion.amend.desk import RefereesDesk
from companion.compose.pairing import hosts_for_phones
from companion.compose.start import build
from companion.compose.support import SupportDesk
from companion.deck.desk import EnrolDesk
from companion.deck.enrolling import Enrolling
from companion.desk import Desk
from companion.doctor import Finding
from companion.folder import JOURNAL
from companion.log import Log
from companion.odds.desk import OddsDesk
from companion.odds.watch import Watch
from companion.page.desk_pages import desk_pages
from companion.page.detective import detective_pages
from companion.page.enrol import enrol_pages
from companion.page.join import Signs, join_pages
from companion.page.new_race import new_race_pages
from companion.page.odds import odds_pages
from companion.page.races import races_pages
from companion.page.start import start_pages
from companion.page.support import support_pages
from companion.pairing.door import Door
from companion.past.archive import Archive, ArchiveError
from companion.past.desk import Past
from companion.past.library import Library
from companion.past.screening import Screening
from companion.referee import Referee
from companion.rules.edition import Edition
from companion.simulated.stickers import Stickers
from companion.start.desk import Parts, StartDesk
from companion.start.next_race import NextRace
from companion.start.stage import Stage
from companion.start.trial import Trial
from companion.touch.presses import UNDO
from firmware.messages import Tone
from hardware.description import Table

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
    roll: Stickers | None
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
    """The pages beside the race's own and the simulated table's."""
    return [
        desk_pages(house.desk, RefereesDesk(house.desk, house.clock_ms)),
        detective_pages(house.desk),
        enrol_pages(EnrolDesk(house.enrolling, house.edition, house.roll)),
        new_race_pages(_next_race(house), house.desk),
        start_pages(_first_run(house)),
        races_pages(_past(house)),
        odds_pages(OddsDesk(house.watch, house.desk)),
        support_pages(_support(house)),
        join_pages(house.door, _signs(house.description), lambda: hosts_for_phones(house.host)),
    ]


def _next_race(house: House) -> NextRace:
    return NextRace(
        house.referee.bulletin,
        house.desk,
        sees_draws=house.description.beam_pin is not None,
        earlier=partial(_heads, Archive(house.data / JOURNAL)),
    )


def _heads(archive: Archive) -> Iterator[str]:
    """Of the latest races, the newest first; none when the journal cannot be read just now."""
    with suppress(ArchiveError):
        yield from (filed.head for filed in archive.races(LOOKED_AT))


def _past(house: House) -> Past:
    """The journal is read over connections of its own: the referee's is never waited for."""
    library = Library.of(house.data)
    strip = house.description.strip is not None
    return Past(library, house.referee.bulletin, house.screening, house.clock_ms, strip=strip)


def _support(house: House) -> SupportDesk:
    emulated = house.roll is not None
    return SupportDesk(house.data, house.description, house.desk, house.log, emulated=emulated)


def _signs(description: Table) -> Signs:
    return Signs(strip=description.strip is not None, button=UNDO in dict(description.buttons))


def _look(house: House) -> Iterator[Finding]:
    from companion.compose.doctor import look_beside  # noqa: PLC0415 - only the first run has need of it

    return look_beside(house.description, house.data, emulated=house.roll is not None)


def _first_run(house: House) -> StartDesk:
    parts = Parts(
        build(house.description),
        house.trial,
        house.stage,
        house.play,
        partial(_look, house),
        house.roll,
    )
    return StartDesk(parts, house.referee, house.enrolling, house.clock_ms)
