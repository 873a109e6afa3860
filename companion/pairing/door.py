"""The table's door: who asks, who is let in and how, who is in (`companion.page.join.Doorway`)."""

import secrets
from collections.abc import Callable, Iterable
from math import ceil
from pathlib import Path
from threading import Lock, Timer
from typing import Any

from companion.page.refusal import Refused
from companion.pairing.asking import LAPSES_S, MOST, Asker, Asking
from companion.pairing.invitations import Invitations
from companion.pairing.sessions import Session, Sessions, hashed, new_token
from companion.pairing.tries import Rate, Tries

WORDS = "join"
SIGNS = Rate(5, 120), Rate(10, 60)
"""How often a PIN or a link may be tried, by an address and by all: a month is enough for one PIN in twenty."""
KNOCKS = Rate(6, 20), Rate(30, 5)
"""How often phones may ask."""


class Door:
    """The door of one table. Any thread may knock."""

    def __init__(self, folder: Path, boot: str, now_s: Callable[[], float], *, simulated: bool) -> None:
        """`now_s` is the messages' monotonic clock; the machine of a `simulated` table may always act."""
        self._sessions = Sessions(folder / "sessions.json", boot, now_s)
        self._invitations = Invitations(folder, boot, now_s)
        self._now_s, self._simulated = now_s, simulated
        self._signs, self._knocks = Tries(*SIGNS, now_s), Tries(*KNOCKS, now_s)
        self._asking, self._lock = Asking(), Lock()
        self._changed: Callable[[tuple[int, ...]], None] = lambda _numbers: None
        self.damaged = self._sessions.damaged
        """Where the file of those who were in is now, if it was damaged: nobody is in."""

    def on_change(self, changed: Callable[[tuple[int, ...]], None]) -> None:
        """Tells this the numbers of those that ask, whenever they are others."""
        self._changed = changed

    def author(self, token: str, *, here: bool) -> str | None:
        """The name of the phone that has this token; None: it only watches. `here`: it is this machine itself.

        The machine of a simulated table may act, and has no name.
        """
        with self._lock:
            session = self._sessions.of(token) if token else None
        return session.name if session else "" if here and self._simulated else None

    def ask(self, name: str, address: str, token: str) -> str:
        """A phone asks to be let in; its token, which opens a session once it is. Raises Refused.

        What it asked before, by that `token` or by the same name from the same place, lapses.
        """
        self._allow(self._knocks, address)
        fresh = new_token()
        with self._lock:
            self._lapse()
            self._now_ask(self._asking.without_phone(hashed(token), name, address))
            if len(self._asking.askers) >= MOST:
                raise Refused(429, "join.error.crowd", words=WORDS, count=MOST)
            number = secrets.choice(self._asking.free())
            asker = Asker(number, name, address, hashed(fresh), self._now_s())
            self._now_ask(Asking((*self._asking.askers, asker)))
        timer = Timer(LAPSES_S, self.lapse)
        timer.daemon = True
        timer.start()
        return fresh

    def admit_by_touch(self, since_s: float) -> str | None:
        """Somebody at the table says yes, since then. Why nobody is let in, if so: `nobody-asks`, `several-ask`.

        Who began to ask later was not meant.
        """
        with self._lock:
            self._lapse()
            if len(self._asking.askers) > 1:
                return "several-ask"
            asker = next((asker for asker in self._asking.askers if asker.since_s <= since_s), None)
            if asker is None:
                return "nobody-asks"
            self._let_in(asker)
        return None

    def admit(self, number: int) -> None:
        """A paired phone lets this one in. Raises Refused."""
        with self._lock:
            self._let_in(self._numbered(number))

    def turn_away(self, number: int) -> None:
        """A paired phone says no to this one. Raises Refused."""
        with self._lock:
            self._now_ask(self._asking.without(self._numbered(number)))

    def by_pin(self, pin: str, name: str, address: str) -> str:
        """A phone that knows the PIN is let in; its token. Raises Refused."""
        self._allow(self._signs, address)
        if not self._invitations.has_pin:
            raise Refused(403, "join.error.no-pin", words=WORDS)
        return self._enter(name, "join.error.pin", by=self._invitations.is_pin(pin))

    def by_link(self, code: str, name: str, address: str) -> str:
        """A phone that has a link is let in, once; its token. Raises Refused."""
        self._allow(self._signs, address)
        with self._lock:
            good = self._invitations.take_link(code)
        return self._enter(name, "join.error.link", by=good)

    def remove(self, session_id: str) -> None:
        """A phone is paired no more. Raises Refused."""
        with self._lock:
            if not self._sessions.remove(session_id):
                raise Refused(404, "join.error.phone", words=WORDS)

    def view(self, token: str, *, here: bool) -> dict[str, Any]:
        """How it stands for the phone that has this token. Who asks and who is in, only a paired one is shown."""
        author = self.author(token, here=here)
        with self._lock:
            self._lapse()
            own = self._asking.holding(hashed(token))
            known: Iterable[Session] = self._sessions.all() if author is not None else ()
            return {
                "author": author,
                "number": own.number if own else None,
                "several": len(self._asking.askers) > 1,
                "asking": [asker._asdict() for asker in self._asking.askers] if author is not None else [],
                "phones": [{"id": each.id, "name": each.name, "own": each.hashed == hashed(token)} for each in known],
                "pin": self._invitations.has_pin,
            }

    def lapse(self) -> None:
        """Forget those who have asked for too long."""
        with self._lock:
            self._lapse()

    def _lapse(self) -> None:
        self._now_ask(self._asking.at(self._now_s()))

    def _now_ask(self, asking: Asking) -> None:
        if asking != self._asking:
            self._asking = asking
            self._changed(asking.numbers)

    def _let_in(self, asker: Asker) -> None:
        self._sessions.add(asker.hashed, asker.name)
        self._now_ask(self._asking.without(asker))

    def _numbered(self, number: int) -> Asker:
        self._lapse()
        if (asker := self._asking.numbered(number)) is None:
            raise Refused(404, "join.error.number", words=WORDS, number=number)
        return asker

    def _enter(self, name: str, problem: str, *, by: bool) -> str:
        if not by:
            raise Refused(403, problem, words=WORDS)
        token = new_token()
        with self._lock:
            self._sessions.add(hashed(token), name)
        return token

    def _allow(self, tries: Tries, address: str) -> None:
        with self._lock:
            wait_s = tries.take(address)
        if wait_s:
            raise Refused(429, "join.error.often", words=WORDS, seconds=ceil(wait_s))
