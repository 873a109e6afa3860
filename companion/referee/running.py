"""The race that runs: each input is judged, and journalled before anybody sees it."""

import json
import logging
from collections.abc import Callable, Sequence
from fractions import Fraction

from companion.editions import editions
from companion.moment import Moment, moment
from companion.referee.race_clock import RaceClock
from companion.referee.written import Reply, Written
from companion.rules.fold import begin
from companion.rules.game import Game
from companion.rules.malformed import Malformed
from companion.rules.record import read_entry, read_record
from companion.rules.vocabulary import Tags
from companion.rules.write import write_head
from companion.store.journal import Journal, Stored
from companion.touch.unseen import is_unseen

_log = logging.getLogger(__name__)

_PAUSED = "paused"
"""The setting that says which race was paused, and after which of its inputs."""


class Running:
    """A race resumed from the journal, or begun by `head` when the journal has none."""

    def __init__(self, journal: Journal, tags: Tags, head: str, now_ms: Callable[[], int]) -> None:
        """`now_ms`: the messages' monotonic clock."""
        self._journal, self._tags, self._now_ms = journal, tags, now_ms
        stored = journal.last_race()
        self._open(stored or Stored(journal.begin(head), head, (), 0))
        if stored is None:
            _log.info("race %d begins", self.number)
        else:
            _log.info("race %d is resumed after %d inputs", self.number, self.game.n)

    def _open(self, stored: Stored) -> None:
        self.number = stored.race
        self.setup = read_record(stored.head.encode(), editions()).setup
        self.game = begin(self.setup)
        self.moments: list[Moment] = []
        """Every input, in order; a list that only grows while the race runs."""
        for row in stored.rows:
            entry = read_entry(row.line, self.setup, {})._replace(after=Fraction(row.after_ms, 1000))
            ruled = moment(row.n, self.game, entry)
            self._keep(ruled._replace(unseen=is_unseen(row.line), note=row.note, amends=row.amends))
        self.clock = RaceClock(self._now_ms, stored.now_ms)
        if self._was_paused():
            self.clock.pause()
        self.since_ms = self._now_ms()
        """When turn, question or end began, on the messages' clock."""

    def _keep(self, ruled: Moment) -> None:
        self.game = ruled.after
        self.moments.append(ruled)

    def use_tags(self, tags: Tags) -> None:
        """From now on tags are these cards."""
        self._tags = tags

    @property
    def window_open(self) -> bool:
        """Whether a stroke may still come: then the clock is worth keeping."""
        race, now = self.game.race, self.clock.now()
        return not self.clock.paused and any(race.window_open(window, now) for window in race.windows)

    def keep_clock(self) -> None:
        """Stores the race's clock, so that the time a window has left outlives the program. Raises `NotStoredError`."""
        self._journal.tick(self.number, self.clock.now_ms())

    def pause(self, *, paused: bool) -> None:
        """Stops the race's clock until a card is accepted, or lets it go on. Raises `NotStoredError`."""
        self.keep_clock()
        self._journal.choose(_PAUSED, f"{self.number} {self.game.n}" if paused else "")
        if paused:
            self.clock.pause()
        else:
            self.clock.go_on()

    def _was_paused(self) -> bool:
        race, _, n = (self._journal.setting(_PAUSED) or "").partition(" ")
        return race == str(self.number) and not any(ruled.card_accepted for ruled in self.moments[int(n) :])

    def answer(self, command: str) -> Reply | None:
        """What a command was answered before, if it was."""
        answered = self._journal.answer(command) if command else None
        if answered is None:
            return None
        reply: Reply = json.loads(answered)
        return reply

    def judge(self, lines: Sequence[str], at_ms: int, note: str = "") -> list[Moment]:
        """Lines of RECORD.md judged in order, nothing being changed. Raises `Malformed` for a line that is none.

        `note`: who entered them by hand, as their comment.
        """
        game, ruled = self.game, []
        for line in lines:
            entry = read_entry(line, self.setup, self._tags)
            after = max(Fraction(0), Fraction(self.clock.at(at_ms), 1000) - game.now)
            judged = moment(game.n + 1, game, entry._replace(after=after))
            ruled.append(judged._replace(unseen=is_unseen(line), note=note))
            game = ruled[-1].after
        return ruled

    def store(self, written: Written, command: str = "", clock_ms: int = 0) -> Reply:
        """Stores what was judged, all or none, and goes on from there. Raises `NotStoredError`; then nothing has.

        The race's clock shows `clock_ms` or more from then on.
        """
        ruled = written.ruled
        game = ruled[-1].after if ruled else self.game
        game_ms = int(game.now * 1000)
        self._journal.append(self.number, written.rows, clock_ms if clock_ms > game_ms else 0, command, written.answer)
        self.clock.not_before(max(game_ms, clock_ms))
        if _attention(game) != _attention(self.game):
            self.since_ms = self._now_ms()
        for each in ruled:
            self._keep(each)
        if self.clock.paused and any(each.card_accepted for each in ruled):
            self.clock.go_on()
        return written.reply

    def begin(self, head: str, command: str) -> None:
        """Begins another race; the one before stays in the journal. Raises `Malformed` and `NotStoredError`."""
        record = read_record(head.encode(), editions())
        if record.entries:
            raise Malformed("only-head", record.entries[0][0])
        head = "\n".join(write_head(record.setup))
        self._open(Stored(self._journal.begin(head, command, "[]"), head, (), 0))
        _log.info("race %d begins", self.number)

    def go_on(self, number: int, command: str) -> bool:
        """Goes on with a race of the journal, in place of this one, which stays there; whether there is that race.

        Where this one is that race already, gone on with, nothing is done. Raises `NotStoredError`, and `Malformed` for
        one that this program cannot read.
        """
        left = self._journal.race(number) if 0 < number <= self.number else None
        here = self._journal.last_race()
        if left is None or here is None:
            return False
        read_record(left.record().encode(), editions())
        if (left.head, left.rows) != (here.head, here.rows[: len(left.rows)]):
            self._journal.go_on(number, command, "[]")
            self._open(self._journal.last_race() or here)
            _log.info("race %d goes on as race %d", number, self.number)
        return True

    def record(self) -> str:
        """The race so far as a `.race` text."""
        stored = self._journal.last_race()
        assert stored is not None, "a race is stored before it is shown"
        return stored.record()


def _attention(game: Game) -> tuple[object, ...]:
    """What the table waits for; the lights count from the moment it changes."""
    return game.race.turn, game.race.reason, game.question is not None
