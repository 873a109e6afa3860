"""The races gone by as the page's threads see them (`companion.page.races.Races`)."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from threading import Lock
from typing import Any

from companion.editions import editions
from companion.lang import catalogue
from companion.page.feed import Malformed, Unavailable
from companion.page.races import Taken
from companion.past.archive import ArchiveError
from companion.past.judge_again import judge_again, other_rules
from companion.past.library import MOST_LINES, Library, LongError
from companion.past.listing import WORDS, Listing
from companion.past.reported import reported
from companion.past.screening import Screening
from companion.past.shelf import MOST_RACES, FullError
from companion.past.shortest import Case, shortest
from companion.past.show import SHOW_MS, show
from companion.referee.bulletin import Bulletin
from companion.referee.snapshot import Snapshot
from companion.rules import malformed
from companion.rules.edition import Edition
from companion.sentences.printable import printable_json
from companion.sentences.say import DOMAIN, malformed_sentence, quoted, say, say_end, say_malformed
from companion.view.table import view

JSON = dict[str, Any]

REPORT_S = 2.0
"""How long a shorter record is looked for."""
QUIET_MS = 60_000
"""So long after the last thing that happened in a race its lights may show another."""
MOST_CHANGES = 500
"""Changed rulings that are listed."""


class Past:
    """The races of a library, and the table's lights to show them on."""

    def __init__(
        self, library: Library, bulletin: Bulletin, screening: Screening, now_ms: Callable[[], int], *, strip: bool
    ) -> None:
        """`bulletin`: whether a race is being played; `now_ms`: the messages' clock; `strip`: there are lights."""
        self._library, self._listing = library, Listing(library)
        self._bulletin, self._screening, self._now_ms, self._strip = bulletin, screening, now_ms, strip
        self._searching = Lock()
        self._taking: dict[str, float] = {}
        """How much is taken of the races that are being brought here, by their commands."""
        self.stop = screening.stop

    def page(self, number: int, language: str) -> JSON:
        """A page of the list."""
        with _told():
            return printable_json(self._listing.page(number, language))

    def race(self, name: str, language: str) -> JSON | None:
        """Who played, and what can be done with the race."""
        with _told():
            listed = self._listing.race(name, language)
            tape = None if listed is None or "broken" in listed else self._library.tape(name)
        listed = printable_json(listed)
        if listed is None or tape is None:
            return listed
        return {
            **listed,
            "edition_id": tape.setup.edition.name,
            "switches": sorted(tape.setup.switches),
            "editions": [
                {"id": each.name, "title": each.title, "switches": sorted(each.switches)}
                for each in editions().values()
            ],
            "strip": self._strip,
        }

    def at(self, name: str, n: int, language: str) -> JSON | None:
        """The race just after input `n`."""
        with _told():
            tape = self._library.tape(name)
            if tape is None or not 0 <= n <= len(tape):
                return None
            return printable_json(view(tape.snapshot(name, n), catalogue(language, DOMAIN), 0, simulated=False))

    def record(self, name: str) -> bytes | None:
        """The race as a `.race` text."""
        with _told():
            return self._library.record(name)

    def again(self, name: str, edition: str, switches: list[str], language: str) -> JSON | None:
        """Every ruling that is another under these rules; `why` says why there are none to be had."""
        rulings, wanted = catalogue(language, DOMAIN), editions().get(edition)
        with _told():
            tape = self._library.tape(name)
        if tape is None or wanted is None:
            return None
        asked: JSON = {"edition": wanted.title, "edition_id": edition, "switches": switches}
        try:
            twice = list(judge_again(tape.moments(), other_rules(tape.setup, wanted, switches)))
        except malformed.Malformed as error:
            return {**asked, "why": _unreadable(error, wanted, language), "changes": [], "count": 0, "ends": None}
        changed = [each for each in twice if each.changed]
        ends = [each.after.race for each in twice[-1]] if twice else []
        told = {
            "why": None,
            "count": len(changed),
            "changes": [
                {"n": each.was.n, "was": say(each.was, rulings), "now": say(each.now, rulings)}
                | {"was_verdict": str(each.was.ruling.verdict), "verdict": str(each.now.ruling.verdict)}
                for each in changed[:MOST_CHANGES]
            ],
            "ends": [say_end(race, rulings) if race.over else None for race in ends] or None,
        }
        return {**asked, **printable_json(told)}

    def report(self, name: str, n: int, language: str) -> JSON | None:
        """The shortest record that shows how input `n` is ruled."""
        with _told():
            tape = self._library.tape(name)
        if tape is None or not 1 <= n <= len(tape):
            return None
        case = self._shortened(Case(tape.setup, tape.entries[:n]))
        number = self._library.number(name)
        race = name if number is None else str(number)
        words = catalogue(language, WORDS)
        report = reported(case, race, n, catalogue(language, DOMAIN), words)
        facts = {"record": report.record, "sentence": report.sentence, "complete": case.complete}
        return {**facts, "race": race, "n": n, "inputs": len(case.entries)}

    def _shortened(self, case: Case) -> Case:
        """Searching takes a whole processor, and anybody may ask: who asks meanwhile gets what needs no search."""
        alone = self._searching.acquire(blocking=False)
        until = time.monotonic() + (REPORT_S if alone else 0)
        try:
            return shortest(case, lambda: time.monotonic() < until)
        finally:
            if alone:
                self._searching.release()

    def take(self, title: str, text: str, command_id: str = "") -> Taken:
        """Keeps a race from elsewhere."""
        try:
            told = partial(self._taking.__setitem__, command_id)
            return Taken(*self._library.take(title, text.encode("utf-8", "surrogatepass"), told))
        except malformed.Malformed as error:
            raise Malformed(partial(_at_line, title, error)) from error
        except LongError as error:
            said = partial(_said, "import.too-many", file=quoted(title), lines=error.lines, most=MOST_LINES)
            raise Malformed(said) from error
        except FullError as error:
            raise Unavailable(partial(_said, "import.full", most=MOST_RACES)) from error
        except OSError as error:
            raise Unavailable(partial(_said, "import.not-kept", why=error.strerror or str(error))) from error
        finally:
            self._taking.pop(command_id, None)

    def taking(self, command_id: str) -> float:
        """How much of a race from elsewhere is taken, of 1; 0 when it is not being taken."""
        return self._taking.get(command_id, 0.0)

    def remove(self, name: str) -> bool:
        """Lets a race from elsewhere go."""
        return self._library.remove(name)

    def play(self, name: str) -> bool:
        """Runs the race on the table's lights. Raises the page's Unavailable while they are needed for a race."""
        with _told():
            tape = self._library.tape(name)
        if tape is None:
            return False
        ruled, latest, now_ms = list(tape.moments()), self._bulletin.latest(), self._now_ms()
        if being_played(latest, now_ms):
            raise Unavailable(partial(_said, "lights.needed", seconds=QUIET_MS // 1000))
        cues = show(tape.kept[0].race, ruled, now_ms, calm=latest.calm)
        self._screening.play(name, cues, now_ms + SHOW_MS)
        return True

    def playing(self) -> str:
        """The race that the lights show."""
        return self._screening.playing


def being_played(snapshot: Snapshot, now_ms: int) -> bool:
    """Whether the lights are needed: a race has begun, is not over, and something happened just now."""
    game = snapshot.game
    return game.n > 0 and not game.race.over and now_ms - snapshot.at_ms < QUIET_MS


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except malformed.Malformed as error:
        raise Malformed(partial(say_malformed, error)) from error
    except ArchiveError as error:
        raise Unavailable(partial(_said, "unreadable", why=str(error))) from error


def _said(key: str, language: str, **facts: object) -> str:
    return catalogue(language, WORDS).text(key, **facts)


def _at_line(title: str, error: malformed.Malformed, language: str) -> str:
    """FILE:LINE: what is wrong."""
    return f"{quoted(title)}:{error.line}: {malformed_sentence(error, catalogue(language, DOMAIN))}"


def _unreadable(error: malformed.Malformed, edition: Edition, language: str) -> str:
    """Why a race cannot be judged under an edition, and at which input."""
    sentence = malformed_sentence(error, catalogue(language, DOMAIN))
    key = "again.input" if error.line else "again.head"
    return _said(key, language, edition=edition.title, n=error.line, sentence=sentence)
