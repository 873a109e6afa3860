"""A first run over a referee at work, without a browser."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from companion.compose.enrol import before, told
from companion.compose.start import shown
from companion.deck.deck import Deck
from companion.deck.enrolling import Enrolling
from companion.deck.enrolment import box_of
from companion.deck.registry import Registry
from companion.desk import Desk
from companion.doctor import WARNING, Found
from companion.page import create_app
from companion.page.lead import lead_to
from companion.page.new_race import new_race_pages
from companion.page.start import start_pages
from companion.referee.referee import Referee
from companion.start.build import Build
from companion.start.course import Course
from companion.start.desk import Parts, StartDesk
from companion.start.next_race import NextRace
from companion.start.stage import Stage
from companion.start.trial import Trial
from firmware.light import Scene
from firmware.messages import Message, Scan, Tone
from tests.companion.decks import MARIO_KART
from tests.companion.table import DECK, Table

WHOLE = Build(
    "Six seats", (*(f"seat-{n}" for n in range(1, 7)), "discard"), True, ("seat-1",), True, ("seat-1", "undo"), True
)
BARE = Build("One reader", ("any",), False, (), False, (), False)
STICKER = bytes.fromhex("04A2245A6F6180")


class FirstRun:
    """A table with the parts of `build`, and its pages."""

    def __init__(self, folder: Path, build: Build, deck: Deck) -> None:
        self.table = Table(folder)
        self.referee = Referee(self.table.sitting)
        registry = Registry(folder, deck)
        self.desk = Desk(self.referee, self._now_ms, simulated=False, deck=lambda: registry.deck)
        self.scenes: list[Scene] = []
        self.tones: list[Tone] = []
        enrolling = Enrolling(registry, box_of(MARIO_KART), self._now_ms, told(self.referee, self._now_ms))
        trial, stage = Trial(build.pads, self._now_ms), Stage(self.scenes.append)
        trial.tell(shown(self.referee, stage, self.tones.append, trial, self._now_ms))
        self.put = before(before(self.referee.put, trial), enrolling)
        found = [Found("board", "no-pi", WARNING, {}), Found("data", "data", "ok", {"path": "here"})]
        parts = Parts(build, trial, stage, self.tones.append, lambda: found)
        course, bulletin = Course(self.referee, enrolling), self.referee.bulletin
        self.run = StartDesk(parts, course, bulletin, enrolling, self._now_ms)
        start = start_pages(self.run)
        lead_to(start, course)
        next_race = NextRace(bulletin, self.desk, sees_draws=build.beam)
        app = create_app(self.desk, blueprints=[start, new_race_pages(next_race, self.desk)])
        self.client = app.test_client()
        self._ids = count()

    def _now_ms(self) -> int:
        return self.table.now_ms

    def do(self, act: str, **facts: object) -> Any:
        return self.client.post(f"/start/api/{act}", json={"id": f"c{next(self._ids)}", **facts})

    def lay(self, pad: str, uid: bytes = STICKER) -> None:
        message: Message = Scan(pad, uid, self.table.now_ms)
        self.put(message)

    def get(self, path: str, language: str = "en") -> Any:
        return self.client.get(path, headers={"Accept-Language": language})

    def played(self) -> list[str]:
        """The inputs of the race, once all that was laid has been judged."""
        return self.referee.ask(lambda sitting: [str(moment.ruling.code) for moment in sitting.snapshot.moments])

    def faults(self) -> list[str]:
        return self.referee.ask(lambda sitting: [fault.code for fault in sitting.snapshot.faults])

    def lead_to(self) -> str:
        """Where `/` leads."""
        self.referee.ask(lambda _sitting: None)
        return str(self.get("/").headers.get("Location", "/"))


@contextmanager
def first_run(folder: Path, build: Build = WHOLE, deck: Deck = DECK) -> Iterator[FirstRun]:
    run = FirstRun(folder, build, deck)
    run.referee.start()
    try:
        yield run
    finally:
        run.referee.stop()
        run.table.journal.close()
