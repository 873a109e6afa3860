"""A table's first run as the page's threads see it (`companion.page.start.FirstRun`)."""

from collections.abc import Callable, Iterable
from functools import partial
from itertools import count
from typing import NamedTuple, Protocol

from companion.deck.enrolling import Enrolling
from companion.doctor import Finding
from companion.referee.bulletin import Bulletin
from companion.start import view
from companion.start.build import Build
from companion.start.course import Course
from companion.start.progress import STEPS, Progress
from companion.start.stage import Stage, walk_scene
from companion.start.trial import Trial
from companion.start.view import JSON, Heard
from firmware.messages import Tone

DISPENSER = "dispenser"


class Hand(Protocol):
    """A hand with a blank card at a simulated table."""

    @property
    def rest(self) -> Callable[[], None]:
        """Lets robots rest: their cards would be felt too."""
        ...

    def touch(self, pad: str, felt: Callable[[float], object]) -> None:
        """Lay the card on a pad, and lift it when `felt`, given how many seconds to wait at most, returns."""
        ...

    def draw(self) -> None:
        """Take a card from the dispenser."""
        ...

    def press(self, button: str) -> None:
        """Press a button."""
        ...


class Parts(NamedTuple):
    """What a test can do with the table."""

    build: Build
    trial: Trial
    stage: Stage
    play: Callable[[Tone], None]
    look: Callable[[], Iterable[Finding]]
    """What the doctor finds beside the running table."""
    hand: Hand | None = None
    """Where pads are simulated."""


class StartDesk:
    """What the first run shows and does."""

    steps = STEPS

    def __init__(
        self, parts: Parts, course: Course, bulletin: Bulletin, enrolling: Enrolling, now_ms: Callable[[], int]
    ) -> None:
        self._parts, self._course, self._bulletin = parts, course, bulletin
        self._enrolling, self._now_ms = enrolling, now_ms
        self._findings: tuple[Finding, ...] | None = None
        self._heard = Heard()
        self._changes = count(1)
        self._version = 0

    @property
    def next(self) -> str:
        """The step to go on with."""
        return self._course.progress.next

    def view(self, language: str, step: str) -> JSON:
        """How the step stands, in one language."""
        snapshot, parts = self._bulletin.latest(), self._parts
        drawn = {
            "id": f"{snapshot.id}.{self._version}.{parts.trial.stand().version}.{len(self._enrolling.registry.deck)}",
            "step": step,
            "steps": [{"id": each, "done": each in self._course.progress.done} for each in STEPS],
            "next": next(iter(STEPS[STEPS.index(step) + 1 :]), ""),
            "simulated": parts.hand is not None,
        }
        match step:
            case "table":
                if self._findings is None:
                    self.look()
                return {**drawn, **view.table(parts.build, snapshot, self._findings or (), language)}
            case "deck":
                return {**drawn, **view.deck(self._enrolling.stand(), snapshot, language)}
            case "pads":
                return {**drawn, **view.pads(parts.build, parts.trial.stand(), snapshot, language)}
            case "lights":
                return {**drawn, **view.lights(parts.build, self._heard, snapshot, language)}
            case "sound":
                return {**drawn, **view.sound(parts.build, self._heard, snapshot, language)}
        return drawn

    def look(self) -> None:
        """Let the doctor look again."""
        self._findings = tuple(self._parts.look())
        self._changed()

    def begin(self) -> None:
        """Begin the test of the pads; no sticker is enrolled and no robot plays meanwhile."""
        if self._parts.hand is not None:
            self._parts.hand.rest()
        self._enrolling.end()
        self._parts.trial.begin()

    def end(self) -> None:
        """Let cards be played, and the lights show the race."""
        self._parts.trial.end()
        self._parts.stage.clear()

    def touch(self, part: str) -> bool:
        """A hand of a simulated table lays a card on a pad, presses a button or draws, while these are tested.

        Whether there is such a part.
        """
        trial, hand, build = self._parts.trial, self._parts.hand, self._parts.build
        if part not in (*build.pads, *(f"button {each}" for each in build.buttons), DISPENSER):
            return False
        if hand is None or not trial.stand().active:
            return True
        if part in build.pads:
            hand.touch(part, partial(trial.wait, trial.stand().version))
        elif part == DISPENSER:
            hand.draw()
        else:
            hand.press(part.removeprefix("button "))
        return True

    def walk(self) -> None:
        """Let a light walk along the track, then from pad to pad."""
        self._parts.stage.test(*walk_scene(self._parts.build.lit_pads, self._now_ms()))
        self._hear(self._heard._replace(walked=True, right=None))

    def walked(self, *, right: bool) -> None:
        """It began at START and ended at the finish, or it did not."""
        self._hear(self._heard._replace(right=right))

    def play(self, tone: str) -> bool:
        """Let the buzzer play; whether there is such a tone."""
        if tone not in view.TONES_TO_HEAR:
            return False
        if self._parts.build.buzzer:
            self._parts.play(Tone(tone))
        self._hear(self._heard._replace(tones=self._heard.tones | {tone}))
        return True

    def done(self, step: str) -> bool:
        """The step is done; whether there is such a step."""
        if step not in STEPS:
            return False
        self._keep(self._course.progress.with_step(step))
        return True

    def finish(self) -> None:
        """The first run is over: the table plays at once."""
        self.end()
        self._enrolling.end()
        self._keep(self._course.progress._replace(finished=True))

    def _keep(self, progress: Progress) -> None:
        self._course.keep(progress)
        self._changed()

    def _hear(self, heard: Heard) -> None:
        self._heard = heard
        self._changed()

    def _changed(self) -> None:
        self._version = next(self._changes)
