"""Hands at the table: what the firmware says of cards, draws and buttons becomes lines of the record."""

from companion.referee.faults import lost, pad_of_fault
from companion.referee.sitting import Sitting
from companion.rules.ruling import Verdict
from companion.touch.announced import NOTHING
from companion.touch.asked import Asked
from companion.touch.command_cards import of_command
from companion.touch.interpret import Admit, Lines, Meaning, Notice, Standing, of_scan
from companion.touch.lying import Left, Lying
from companion.touch.presses import of_press
from companion.touch.seating import pad_of, seat_of
from firmware.messages import Drawn, Fault, Message, Pressed, Removed, Scan

DISPENSER = "dispenser"
"""The place of draws: it has no pixels of its own, the track speaks for it."""


class Tabletop:
    """The table of one sitting, in the sitting's thread.

    Raises `NotStoredError` when what somebody did could not be stored: then it has not happened.
    """

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._announced = NOTHING
        self._lying = Lying()
        self._race, self._n = sitting.running.number, sitting.running.game.n

    def take(self, message: Message) -> None:
        """Something happened at the table."""
        try:
            self._take(message)
        except Exception:
            self._not_accepted(message)
            raise

    def _take(self, message: Message) -> None:
        match message:
            case Scan():
                self._scan(message)
            case Removed(pad, uid):
                self._lying = self._lying.lifted(pad, uid)
            case Drawn(at_ms):
                self._drawn(at_ms)
            case Pressed():
                self._press(message)
            case Fault():
                self._fault(message)

    def _not_accepted(self, message: Message) -> None:
        """What cannot be stored, or taken at all, is shown as refused, where the hand is."""
        match message:
            case Scan(pad, _, at_ms) | Pressed(pad, at_ms):
                self._sitting.lights.refused(pad, at_ms)
            case Drawn(at_ms):
                self._sitting.lights.refused(DISPENSER, at_ms)
        self._sitting.show()

    def seen(self, scan: Scan) -> None:
        """A card touched a pad and has still to be judged."""
        self._sitting.lights.seen(scan.pad, scan.at_ms)
        self._sitting.show()

    def look_ms(self) -> int | None:
        """When refused cards that lie on their pads are to be looked at again (messages' clock); None: not now."""
        running, sitting = self._sitting.running, self._sitting
        if running.number != self._race:
            self._lying, self._announced = Lying(), NOTHING
        fresh = running.moments[self._n :]
        self._lying = self._lying.after(fresh, sitting.now_ms())
        self._race, self._n = running.number, running.game.n
        return self._lying.look_ms

    def look_again(self) -> None:
        """A refused card that still lies there is judged once more when that is due and the reason is gone."""
        due_ms = self.look_ms()
        at_ms = self._sitting.now_ms()
        if due_ms is None or at_ms < due_ms:
            return
        self._lying = self._lying.looked()
        for left in self._lying.cards:
            if left.stands(self._sitting.running.judge([left.line], at_ms)[-1]):
                self._enter(left.pad, (left.line,), at_ms)
                return

    def _scan(self, scan: Scan) -> None:
        self._touched()
        sitting = self._sitting
        standing = sitting.standing(scan.at_ms)._replace(announced=self._announced.at(scan.at_ms))
        self._move_seats(scan.pad, standing)
        standing = standing._replace(seating=sitting.seating)
        command, card = sitting.deck.command(scan.uid), sitting.deck.card(scan.uid)
        meaning: Meaning
        if command is not None:
            meaning = of_command(command.name, scan, standing, sitting.running.moments)
        else:
            meaning = of_scan(scan, card, standing)
        self._announced = NOTHING
        match meaning:
            case Asked():
                sitting.lights.clear(scan.pad)
                sitting.ask(meaning)
            case Admit(since_ms):
                self._admit(scan.pad, since_ms, scan.at_ms)
            case Notice():
                sitting.lights.refused(scan.pad, scan.at_ms)
                sitting.notice(scan.pad, meaning, scan.at_ms)
            case Lines(lines):
                self._enter(scan.pad, lines, scan.at_ms)
                ruling = sitting.snapshot.moments[-1].ruling if sitting.snapshot.moments else None
                if card is not None and ruling is not None and ruling.verdict is Verdict.ILLEGAL:
                    self.look_ms()
                    self._lying = self._lying.laid(Left(scan.pad, scan.uid, card, lines[-1], ruling.player))

    def _drawn(self, at_ms: int) -> None:
        drawn = self._sitting.put(["draw"], at_ms)[-1]
        if drawn.ruling.verdict is Verdict.ILLEGAL:
            self._sitting.lights.ruled(DISPENSER, drawn, self._sitting.now_ms())
            self._sitting.show()

    def _press(self, pressed: Pressed) -> None:
        self._touched()
        standing = self._sitting.standing(pressed.at_ms)._replace(announced=self._announced.at(pressed.at_ms))
        meaning, self._announced = of_press(pressed, standing)
        if isinstance(meaning, Admit):
            self._admit(pressed.button, meaning.since_ms, pressed.at_ms)
        elif meaning.lines:
            self._enter(pressed.button, meaning.lines, pressed.at_ms)

    def _admit(self, place: str, since_ms: int, at_ms: int) -> None:
        """Let in the phone that asks; people are told when none or several do."""
        sitting = self._sitting
        if (problem := sitting.admit(since_ms)) is None:
            sitting.lights.accepted(place, at_ms)
            sitting.show()
        else:
            sitting.lights.refused(place, at_ms)
            sitting.notice(place, problem, at_ms)

    def _enter(self, place: str, lines: tuple[str, ...], at_ms: int) -> None:
        ruled = self._sitting.put(lines, at_ms)
        if ruled:
            self._sitting.lights.ruled(place, ruled[-1], self._sitting.now_ms())
        else:
            self._sitting.lights.clear(place)
        self._sitting.show()

    def _touched(self) -> None:
        if self._sitting.faults.touched():
            self._sitting.show()

    def _move_seats(self, pad: str, standing: Standing) -> None:
        """A card on a pad shows that it works, so its own car is back.

        A free pad is borrowed by one touch: a card laid there, once a player whose own pad is dead has pressed.
        """
        sitting, seat = self._sitting, seat_of(pad)
        if seat is not None and sitting.seating.pad_of(seat) != pad_of(seat):
            sitting.lend(seat, None)
        if standing.seat is None:
            return
        car = standing.game.race.setup.car_of[standing.seat]
        free = sitting.seating.free(len(standing.game.race.setup.cars), sitting.faults.dead_pads)
        if pad in free and sitting.seating.pad_of(car) in sitting.faults.dead_pads:
            sitting.lend(car, pad)

    def _fault(self, fault: Fault) -> None:
        self._sitting.fault(fault)
        pad = pad_of_fault(fault)
        if pad is None or not lost(fault):
            return
        self._lying = self._lying.lifted(pad)
        seat = seat_of(pad)
        if fault.over and seat is not None:
            self._sitting.lend(seat, None)
