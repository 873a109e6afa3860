"""Somebody who does anything at all at a table and on its page: what is sensible, what is not, and what is hostile."""

import string
from collections.abc import Callable
from contextlib import suppress
from random import Random

from companion.rules.malformed import Malformed
from companion.rules.words import quote
from companion.touch.seating import DISCARD, SIX_SEATS
from firmware.messages import Drawn, Fault, Pressed, Removed, Scan
from tests.companion.table import COMMAND, UID, Table

HEADS = (
    "cars Mario Luigi Peach\ndraws seen",
    "cars Mario Luigi Peach Toad Yoshi Bowser\ndraws assumed",
    "cars Red=Mario+Peach Blue=Luigi+Toad\ndraws seen",
    "edition ryvo\ncars 'Ana María' 'Zoë #1'\nfirst 'Zoë #1'\ndraws seen",
    "cars undo redo\ndraws seen",
    "cars Mario\n",
    "edition none\ncars A B",
    "cars Mario Luigi\ndraw",
    "cars " + "x" * 5000 + " B",
    "\ufeffcars A B",
    "",
)
UNKNOWN = (b"\xff" * 4, bytes(7), bytes.fromhex("04DEADBEEF0000"), bytes(10))
"""Tags that are no card of the table."""
TEXTS = (
    "'",
    '"',
    "\\",
    "#",
    "+",
    "+1e999 draw",
    "+0.000000000000000000000000000000000000001 draw",
    "+" + "9" * 400 + " draw",
    "tag:",
    "tag:" + "A" * 3000,
    "Mario tag:04zz",
    "set Mario km 99999999999999999999999999",
    "set Mario safeties ,,,",
    "by ''",
    "undo undo",
    "'; DROP TABLE input; --",
    "<script>alert(1)</script>",
    "{{ 7 * 7 }} %s {0}",
    "\x00\x07\x1b[31m",
    "Màrio \u202e 100 \U0001f3ce\ufe0f \u2028",
    "draw\ndraw",
    "draw\r",
    "x" * 1000,
    "'" * 501,
)
"""Lines that are none."""
HUGE = "'x' \\" * 20_000
WORDS = ("undo", "redo", "overrule", "end", "draw", "draw", "draw")
FACTS = (
    "km 0",
    "km 900",
    "km 1000",
    "started yes",
    "started yes",
    "stopped-by accident",
    "stopped-by none",
    "limited yes",
    "safeties none",
    "safeties ace-driver,right-of-way",
)
NAMES = ("", "Anna", "desk: Bob", "Zoë\n+5 undo", "#" * 300, "\x1b[2J", "\U0001f600" * 50)
BUTTONS = (*SIX_SEATS, "undo", "seat-0", "seat-99", "nobody")
HELD_MS = (0, 120, 999, 1000, 1001, 2999, 3000, 10**9, -5)
PARTS = (*(f"reader {pad}" for pad in (*SIX_SEATS, "any")), "beam", "strip", "buzzer", "button undo", "referee", "?")
CODES = ("offline", "offline", "offline", "two-cards", "two-pads", "unreadable", "counterfeit", "blocked", "stuck", "?")
MEANWHILE_MS = (0, 1, 40, 300, 700, 701, 3000, 5000, 15_000, 15_001, 3_600_000, 86_400_000)


class Anybody:
    """Does one thing after another at the table that it is given. The seed says all of it."""

    def __init__(self, table: Table, seed: int) -> None:
        self._table, self._chance = table, Random(f"anybody {seed}")  # noqa: S311 - chance that repeats
        self._cards = sorted(UID)
        self._commands = 0

    def act(self) -> bool:
        """Do something; whether it was a scan or an input of any kind, and not time that passed."""
        acts, weights = zip(*_ACTS.items(), strict=True)
        (chosen,) = self._chance.choices(acts, weights)
        try:
            chosen(self)
        except Malformed:  # as the page is told; hands are told by lights
            assert chosen in _OF_THE_PAGE
        return chosen is not Anybody.waits

    def _any(self, things: tuple[str, ...] | list[str]) -> str:
        return self._chance.choice(things)

    @property
    def _at_ms(self) -> int:
        """What happened is told a little later, or much."""
        return self._table.now_ms - self._chance.choice((0, 0, 0, 3, 80, 60_000))

    @property
    def _pad(self) -> str:
        cars = len(self._table.race.setup.cars)
        return self._any([*SIX_SEATS[:cars], *SIX_SEATS, DISCARD, DISCARD, "any"])

    @property
    def _uid(self) -> bytes:
        kind = self._chance.random()
        if kind < 0.05:
            return self._chance.choice(UNKNOWN)
        return COMMAND[self._any(sorted(COMMAND))] if kind < 0.1 else UID[self._any(self._cards)]

    def scans(self) -> None:
        texts = self._chance.choice((None, None, (), ("mille-bornes:25/1", *TEXTS[:3])))
        scan = Scan(self._pad, self._uid, self._at_ms, texts)
        if self._chance.random() < 1 / 2:  # the referee shows it as seen before it is judged
            self._table.tabletop.seen(scan)
        self._table.tabletop.take(scan)

    def lifts(self) -> None:
        self._table.tabletop.take(Removed(self._pad, self._uid, self._at_ms))

    def draws(self) -> None:
        self._table.tabletop.take(Drawn(self._at_ms))

    def presses(self) -> None:
        self._table.tabletop.take(Pressed(self._any(BUTTONS), self._at_ms, self._chance.choice(HELD_MS)))

    def breaks(self) -> None:
        over = self._chance.random() < 0.7
        fault = Fault(self._any(PARTS), self._any(CODES), self._any(TEXTS), self._at_ms, over)
        self._table.tabletop.take(fault)

    def waits(self) -> None:
        self._table.tabletop.look_ms()
        self._table.now_ms += self._chance.choice(MEANWHILE_MS)
        self._table.tabletop.look_again()

    def says(self) -> None:
        """Lines that are some, on the page."""
        lines = [self._line() for _ in range(self._chance.choice((1, 1, 1, 1, 3)))]
        self._table.sitting.enter(lines, self._at_ms, self._command(), self._any(NAMES))

    def babbles(self) -> None:
        """Lines that are none, or hardly."""
        line = self._chance.choices((self._any(TEXTS), self._spoilt(self._line()), HUGE), (100, 100, 1))[0]
        self._table.sitting.enter([*[self._line()] * self._chance.randrange(2), line], self._at_ms, self._command())

    def corrects(self) -> None:
        sitting, n = self._table.sitting, self._chance.choice((self._table.shown.undoes, -1, 0, 10**30))
        player = self._any([*self._table.race.setup.players, "nobody", ""])
        if self._chance.random() < 1 / 2:
            sitting.enter_about(self._any(WORDS), n, self._at_ms, self._command())
        else:
            sitting.not_mine(n, player, self._at_ms, self._command())

    def follows(self) -> None:
        n = self._chance.choice((self._table.shown.game.n, 0, 10**30))
        self._table.sitting.follow([self._line()], n, self._at_ms, self._command())

    def sets_up(self) -> None:
        sitting, chance = self._table.sitting, self._chance
        match chance.randrange(6):
            case 0:
                sitting.lend_to(self._any([*self._table.race.setup.cars, "nobody"]), chance.choice((None, self._pad)))
            case 1:
                sitting.calm_lights(calm=chance.random() < 1 / 2)
            case 2:
                sitting.pause(paused=chance.random() < 1 / 2)
            case 3:
                sitting.phones_ask(tuple(range(chance.randrange(4))))
            case 4:
                sitting.keep_setting(self._any(NAMES), self._any(TEXTS))
            case 5:
                sitting.keep_clock()

    def begins(self) -> None:
        """Another race, if one of the heads can be one."""
        before = self._table.shown.race
        while self._table.shown.race == before:
            with suppress(Malformed):
                self._table.sitting.new_race(self._any(HEADS), self._command())

    def _command(self) -> str:
        """Mostly a new one; sometimes one that was done before, or none."""
        kind = self._chance.random()
        if kind < 0.2:
            return ""
        if kind > 0.05:
            self._commands += 1
        return f"{self._any(TEXTS)} {self._commands}"

    def _line(self) -> str:
        """A line that may well be one."""
        setup, card = self._table.race.setup, self._any(self._cards)
        name = quote(self._any([*setup.cars, *setup.players]))
        return self._any(
            [
                *WORDS,
                f"set {name} {self._any(FACTS)}",
                f"set turn {name}",
                f"set dispenser {self._chance.randrange(120)}",
                f"by {name}",
                f"pass {name}",
                f"discard {card.partition('/')[0]}",
                f"{name} {card}",
                f"{name} {card} by {name}",
            ]
        )

    def _spoilt(self, line: str) -> str:
        at = self._chance.randrange(len(line) + 1)
        return line[:at] + self._chance.choice(string.printable + "\u00e9\u200b\U0001f3c1") + line[at + 1 :]


_ACTS: dict[Callable[[Anybody], None], int] = {
    Anybody.scans: 32,
    Anybody.lifts: 12,
    Anybody.draws: 8,
    Anybody.presses: 10,
    Anybody.breaks: 12,
    Anybody.waits: 10,
    Anybody.says: 8,
    Anybody.babbles: 8,
    Anybody.corrects: 4,
    Anybody.follows: 2,
    Anybody.sets_up: 3,
}
"""With how often it is done."""
_OF_THE_PAGE = {Anybody.says, Anybody.babbles, Anybody.corrects, Anybody.follows, Anybody.sets_up}
