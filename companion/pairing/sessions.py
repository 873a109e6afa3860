"""The phones that are paired: a table on the disk that knows no token, only what a token is hashed to.

A session that nobody uses ends after 30 days of the machine's running time or 60 starts of it. When the file is damaged
it is set aside, and when it cannot be written: phones have to be paired again and nothing else is lost.
"""

import hashlib
import json
import logging
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from companion.pairing.uptime import Age, Uptime
from companion.store.folder import DAMAGE, put_aside, write_whole

IDLE_S = 30 * 24 * 3600
IDLE_BOOTS = 60
NOTED_EVERY_S = 3600
"""Use is noted on the disk so often at most: it wears the card."""
MOST = 64
"""Phones at one table; the one that was silent longest makes room."""
_VERSION = 1

_log = logging.getLogger(__name__)


def new_token() -> str:
    """256 random bits, as text for a cookie."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """What is kept of a token. It is random, so it needs no salt and no slow hash."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


class Session(NamedTuple):
    """A paired phone."""

    hashed: str
    name: str
    used: Age

    @property
    def id(self) -> str:
        """What it is called by others; it opens nothing."""
        return self.hashed[:16]


class Sessions:
    """The sessions of one table. It belongs to one thread at a time."""

    def __init__(self, path: Path, boot: str, monotonic_s: Callable[[], float]) -> None:
        """Reads `path`; `boot` names this start of the machine, `monotonic_s` counts from it."""
        self._path = path
        self._sessions: dict[str, Session] = {}
        self.damaged: Path | None = None
        """Where the file is now, if it was damaged."""
        note: dict[str, object] = {}
        try:
            stored = json.loads(path.read_text("utf-8"))
            note = dict(stored["age"])
            self._uptime = Uptime(note, boot, monotonic_s)
            for digest, name, boots, up_s in stored["sessions"]:
                self._sessions[str(digest)] = Session(str(digest), str(name), Age(int(boots), float(up_s)))
        except FileNotFoundError:
            self._uptime = Uptime({}, boot, monotonic_s)
        except (OSError, *DAMAGE) as error:
            _log.warning("%s cannot be read (%s): phones have to be paired again", path, error)
            self.damaged = put_aside(path)
            self._sessions, self._uptime = {}, Uptime({}, boot, monotonic_s)
        if self._sessions and self._uptime.new:
            self._keep()

    def of(self, token: str) -> Session | None:
        """The session that a token opens, which counts as used now."""
        self._end_idle()
        session = self._sessions.get(hashed(token))
        if session is None:
            return None
        now = self._uptime.now()
        if now.boots != session.used.boots or now.up_s - session.used.up_s > NOTED_EVERY_S:
            session = session._replace(used=now)
            self._sessions[session.hashed] = session
            self._keep()
        return session

    def add(self, digest: str, name: str) -> None:
        """A phone is paired: its token's hash, and its name."""
        self._end_idle()
        while len(self._sessions) >= MOST:
            del self._sessions[min(self._sessions.values(), key=lambda each: each.used).hashed]
        self._sessions[digest] = Session(digest, name, self._uptime.now())
        self._keep()

    def remove(self, session_id: str) -> bool:
        """A phone is no longer paired; whether it was."""
        found = [session.hashed for session in self._sessions.values() if session.id == session_id]
        for digest in found:
            del self._sessions[digest]
        if found:
            self._keep()
        return bool(found)

    def all(self) -> list[Session]:
        """Every session, in the order of pairing."""
        self._end_idle()
        return list(self._sessions.values())

    def _end_idle(self) -> None:
        now = self._uptime.now()
        for session in list(self._sessions.values()):
            if now.boots - session.used.boots > IDLE_BOOTS or now.up_s - session.used.up_s > IDLE_S:
                del self._sessions[session.hashed]

    def _keep(self) -> None:
        if self.damaged == self._path:  # it could not be set aside before
            self.damaged = put_aside(self._path)
            if self.damaged == self._path:
                return
        sessions = [[each.hashed, each.name, *each.used] for each in self._sessions.values()]
        try:
            write_whole(self._path, json.dumps({"version": _VERSION, "age": self._uptime.note(), "sessions": sessions}))
        except OSError as error:  # whoever is at the table plays on; only a restart would not know the phone
            _log.warning(
                "%s cannot be written (%s): phones paired now are forgotten at the next start", self._path, error
            )
