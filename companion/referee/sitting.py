"""The race as the table plays it: each input is judged, journalled and only then shown. It belongs to one thread."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import TypeVar

from companion.deck.deck import Deck
from companion.deck.enrolment import short_dispenser
from companion.lights.touches import Lights
from companion.moment import Moment
from companion.referee.faults import Faults
from companion.referee.running import Running
from companion.referee.snapshot import HISTORY, NOT_STORED, Snapshot
from companion.referee.written import Reply, Written, written
from companion.rules.malformed import Malformed, listed
from companion.rules.reading import Tap
from companion.rules.ruling import Verdict
from companion.sentences.note import desk_note
from companion.store.journal import Journal, NotStoredError
from companion.touch.asked import Asked
from companion.touch.interpret import Notice, Standing, retold
from companion.touch.seating import SIX_SEATS, Seating
from firmware.messages import Fault

T = TypeVar("T")

_CALM = "calm lights"
_LENT = "lent pads"
_REFUSED = (Verdict.ILLEGAL, Verdict.UNCLEAR, Verdict.IGNORED)


class Sitting:
    """A race at the table, resumed from the journal or begun by `head`."""

    def __init__(
        self,
        journal: Journal,
        deck: Deck,
        head: str,
        now_ms: Callable[[], int],
        pads: Sequence[str] = SIX_SEATS,
        *,
        sees_draws: bool = True,
    ) -> None:
        """`head`: the race to begin when the journal has none; `now_ms`: the messages' monotonic clock.

        `sees_draws`: whether the dispenser has a sensor; a race with `draws seen` may be resumed at a table without.
        """
        self.deck, self.now_ms, self._sees_draws = deck, now_ms, sees_draws
        self._journal = journal
        self.running = Running(journal, deck.tags(), head, now_ms)
        self._boot = journal.boot()
        self._shown = 0
        self.faults = Faults()
        self.lights = Lights(calm=journal.setting(_CALM) == "yes")
        self.seating = Seating(tuple(pads)).with_text(journal.setting(_LENT)).of_race(len(self.running.setup.cars))
        self.asked: Asked | None = None
        self.phones: tuple[int, ...] = ()
        self.admit: Callable[[int], Notice | None] = lambda _since_ms: Notice("nobody-asks")
        """Lets in the phone that has asked since then (messages' clock), or says why none is let in."""
        self.show()
        with suppress(NotStoredError):  # it is told
            self._begin_short()

    def _begin_short(self) -> None:
        """With a deck short of cards a race begins with what is there, and its record says so first."""
        setup = self.running.setup
        cards = short_dispenser(self.deck, setup.edition, len(setup.players))
        if self.running.game.n == 0 and cards is not None:
            self.put([f"set dispenser {cards}"], at_ms=0)  # before any time has passed

    def enter(self, lines: Sequence[str], at_ms: int, command: str = "", author: str = "") -> Reply:
        """Lines of RECORD.md judged in order and stored, all or none; a command is done once and answered alike.

        `author`: who entered them by hand, if that is known; the record says so.
        Raises `Malformed` for a line that is none, `NotStoredError` when they could not be stored.
        """
        if (answered := self.answered(command)) is not None:
            return answered
        return self._put(lines, at_ms, command, desk_note(author) if author else "")[1]

    def answered(self, command: str) -> Reply | None:
        """What a command was answered before, if it was. Raises `NotStoredError` when that cannot be read."""
        try:
            return self.running.answer(command)
        except NotStoredError as error:
            self._not_stored(error)
            raise

    def put(self, lines: Sequence[str], at_ms: int) -> list[Moment]:
        """The same of lines that the table itself means; answers with what came of them."""
        return self._put(lines, at_ms)[0]

    def enter_again(self, again: Written, clock_ms: int, command: str) -> Reply:
        """Stores what was judged, all or none; the race's clock shows `clock_ms` then. Raises `NotStoredError`."""
        reply = self._stored(lambda: self.running.store(again, command, clock_ms))
        self.show()
        return reply

    def _put(self, lines: Sequence[str], at_ms: int, command: str = "", note: str = "") -> tuple[list[Moment], Reply]:
        if self.asked is not None:
            lines = self.asked.lines(lines, self.running.setup)
        ruled = self.running.judge(lines, at_ms, note)
        reply = self._stored(lambda: self.running.store(written(ruled), command))
        self.asked = None
        if any(isinstance(each.entry.input, Tap) and each.ruling.verdict is Verdict.LEGAL for each in ruled):
            self.faults.card_accepted()
        self.show()
        return ruled, reply

    def enter_about(self, line: str, of: int, at_ms: int, command: str, author: str = "") -> Reply | None:
        """Enters a line that was meant about input `of`. None: it would be about another now; nothing was entered."""
        if self.answered(command) is None and self.snapshot.about(line) != of:
            return None
        return self.enter([line], at_ms, command, author)

    def not_mine(self, n: int, player: str, at_ms: int, command: str, author: str = "") -> Reply:
        """Undoes tap `n`, the last input that changed the race, and has it judged as `player`'s."""
        last = self.snapshot.undoes == n and 0 < n <= len(self.running.moments)
        line = retold(self.running.moments[n - 1], player) if last else None
        if line is None and self.answered(command) is None:
            raise Malformed("not-the-last")
        return self.enter(["undo", line or ""], at_ms, command, author)

    def follow(self, lines: Sequence[str], after: int, at_ms: int, command: str, author: str = "") -> Reply | None:
        """Enters lines that were suggested when there had been `after` inputs.

        None: the race has gone on since, or would refuse one of them now, and nothing was entered.
        """
        if self.answered(command) is None:
            fits = self.asked is None and self.running.game.n == after
            if not fits or any(each.ruling.verdict in _REFUSED for each in self.running.judge(lines, at_ms)):
                return None
        return self.enter(lines, at_ms, command, author)

    def new_race(self, head: str, command: str) -> Reply:
        """Begins another race; the one before stays in the journal. Raises `Malformed`."""
        if self.answered(command) is None:
            self._stored(lambda: self.running.begin(head, command))
            self._another_race()
            self._begin_short()
        return []

    def go_on(self, number: int, command: str) -> bool:
        """Goes on with a race of the journal; the one that ran stays in it. Whether there is that race."""
        if self.answered(command) is None:
            if not self._stored(lambda: self.running.go_on(number, command)):
                return False
            self._another_race()
        return True

    def _another_race(self) -> None:
        self.seating = self.seating.of_race(len(self.running.setup.cars))
        self.asked = None
        self.lights.forget()
        self.show()

    def ask(self, asked: Asked) -> None:
        """A card waits until somebody says what it was."""
        self.asked = asked
        self.show()

    def lend(self, car: int, pad: str | None) -> None:
        """The car plays at a free pad until its own is back; None: it plays at its own again. Raises `Malformed`."""
        if pad is None:
            seating = self.seating.give_back(car)
        elif pad in self.seating.free(len(self.running.setup.cars), self.faults.dead_pads):
            seating = self.seating.lend(car, pad)
        else:
            raise Malformed("pad-not-free", pad=pad)
        if seating != self.seating:
            self._stored(lambda: self._journal.choose(_LENT, seating.text()))
            self.seating = seating
            self.show()

    def lend_to(self, name: str, pad: str | None) -> None:
        """The same for the car of that name. Raises `Malformed` also when there is none."""
        cars = self.running.setup.cars
        if name not in cars:
            raise Malformed("unknown-car", word=name, cars=listed(cars))
        self.lend(cars.index(name), pad)

    def fault(self, fault: Fault) -> None:
        """Something is wrong with a part of the table, or right again."""
        if self.faults.take(fault):
            self.show()

    def notice(self, pad: str, notice: Notice, at_ms: int) -> None:
        """A touch meant nothing to the race, and people are told why."""
        self.faults.notice(pad, notice, at_ms)
        self.show()

    def calm_lights(self, *, calm: bool) -> None:
        """Lights fade slowly instead of flashing, from now on and after every start, or flash again."""
        self._stored(lambda: self._journal.choose(_CALM, "yes" if calm else "no"))
        self.lights.calm = calm
        self.show()

    def setting(self, name: str) -> str | None:
        """A setting of the table, if it was ever chosen."""
        return self._journal.setting(name)

    def keep_setting(self, name: str, value: str) -> None:
        """Keeps a setting of the table. Raises `NotStoredError`."""
        self._stored(lambda: self._journal.choose(name, value))

    def phones_ask(self, numbers: tuple[int, ...]) -> None:
        """Phones ask to be let in, or no more."""
        self.phones = numbers
        self.show()

    def use_deck(self, deck: Deck) -> None:
        """From now on tags are these cards."""
        self.deck = deck
        self.running.use_tags(deck.tags())

    def record(self) -> str:
        """The race so far as a `.race` text."""
        return self.running.record()

    def keep_clock(self) -> None:
        """Stores the race's clock, so that the time a window has left outlives the program."""
        self._stored(self.running.keep_clock)

    def pause(self, *, paused: bool) -> None:
        """Nothing that runs out runs on: until a card is accepted, or people say so."""
        self._stored(lambda: self.running.pause(paused=paused))
        self.show()

    def standing(self, at_ms: int) -> Standing:
        """What the meaning of a touch depends on."""
        game = self.running.game
        after = max(Fraction(0), Fraction(self.running.clock.at(at_ms), 1000) - game.now)
        unseen = self.faults.draw_missed or not self._sees_draws
        return Standing(game, self.seating, beam_dead=unseen, after=after, asked=self.asked, phones=len(self.phones))

    def _stored(self, store: Callable[[], T]) -> T:
        try:
            stored = store()
        except NotStoredError as error:
            self._not_stored(error)
            raise
        self.fault(Fault("journal", NOT_STORED, "", self.now_ms(), over=True))
        return stored

    def _not_stored(self, error: NotStoredError) -> None:
        self.fault(Fault("journal", NOT_STORED, error.why or str(error), self.now_ms()))

    def show(self) -> None:
        """Shows how it stands now, under another id."""
        self._shown += 1
        now_ms = self.now_ms()
        self.snapshot = Snapshot(
            id=f"{self._boot}.{self._shown}",
            race=self.running.number,
            game=self.running.game,
            moments=tuple(self.running.moments[-HISTORY:]),
            faults=self.faults.all(),
            touches=self.lights.touches,
            clock_ms=self.running.clock.at(now_ms),
            at_ms=now_ms,
            since_ms=self.running.since_ms,
            calm=self.lights.calm,
            asked=self.asked,
            seating=self.seating,
            dead_pads=self.faults.dead_pads,
            notice=self.faults.told,
            phones=self.phones,
            paused=self.running.clock.paused,
        )
