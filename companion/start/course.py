"""How far a table's first run has come, kept with the table; and whether people are led to it."""

from companion.deck.enrolling import Enrolling
from companion.referee.referee import Referee
from companion.start.progress import SETTING, Progress


class Course:
    """The course of the first run. Any thread may ask."""

    def __init__(self, referee: Referee, enrolling: Enrolling) -> None:
        self._referee, self._enrolling = referee, enrolling
        self._kept: Progress | None = None

    @property
    def progress(self) -> Progress:
        """How far it has come."""
        if self._kept is None:
            self._kept = Progress.read(self._referee.ask(lambda sitting: sitting.setting(SETTING)))
        return self._kept

    def keep(self, progress: Progress) -> None:
        """It has come so far."""
        self._referee.ask(lambda sitting: sitting.keep_setting(SETTING, progress.text()))
        self._kept = progress

    @property
    def leads(self) -> bool:
        """Whether whoever opens the page is led here: the table has never been set up, and nothing was played."""
        snapshot, progress = self._referee.bulletin.latest(), self.progress
        played = snapshot.race > 1 or bool(snapshot.moments)
        return not played and not progress.finished and (progress.begun or len(self._enrolling.registry.deck) == 0)

    @property
    def away(self) -> bool:
        """Whether the first run is behind this table: done, or races were played without it."""
        progress = self.progress
        return progress.finished or (not progress.begun and self._referee.bulletin.latest().race > 1)
