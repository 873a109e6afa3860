"""What lets a phone in without a sign from the table: a PIN of six digits, and links that work once.

Both are made on the machine itself (`mille-bornes pair`), in another process than the table's: they are files in its
data folder, which hold hashes only.
"""

import hashlib
import hmac
import json
import logging
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from companion.pairing.sessions import hashed, new_token
from companion.store.folder import DAMAGE, write_whole

PIN_DIGITS = 6
LINK_S = 600
_COST = {"n": 1 << 14, "r": 8, "p": 1}
"""scrypt with 16 MiB: a tenth of a second or so on a Pi."""

_log = logging.getLogger(__name__)


class Invitations(NamedTuple):
    """The invitations of the table whose data are in `folder`; `boot` and `monotonic_s` say when a link ends."""

    folder: Path
    boot: str
    monotonic_s: Callable[[], float]

    def new_pin(self) -> str:
        """Another PIN; the one before counts no more. Raises `OSError`."""
        pin = f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}"
        salt = secrets.token_bytes(16)
        write_whole(self._pin, json.dumps({"salt": salt.hex(), "hash": _scrypt(pin, salt).hex()}))
        return pin

    def drop_pin(self) -> None:
        """No PIN lets anybody in any more. Raises `OSError`."""
        self._pin.unlink(missing_ok=True)

    @property
    def has_pin(self) -> bool:
        """Whether there is a PIN: none in a file that is damaged, which another one replaces."""
        return self._hashed_pin() is not None

    def is_pin(self, pin: str) -> bool:
        """Whether that is the PIN. It takes as long as the hash takes."""
        stored = self._hashed_pin()
        return stored is not None and hmac.compare_digest(_scrypt(pin, stored[0]), stored[1])

    def _hashed_pin(self) -> tuple[bytes, bytes] | None:
        """Its salt, and what it is hashed to."""
        stored = _read(self._pin)
        try:
            return bytes.fromhex(stored["salt"]), bytes.fromhex(stored["hash"])
        except DAMAGE:
            return None

    def new_link(self) -> str:
        """The code of a link that works once, within ten minutes of this start of the machine. Raises `OSError`."""
        code = new_token()
        until_s = self.monotonic_s() + LINK_S
        write_whole(self._link, json.dumps({"hash": hashed(code), "boot": self.boot, "until_s": until_s}))
        return code

    def take_link(self, code: str) -> bool:
        """Whether that is the code of the link, which then works no more."""
        stored = _read(self._link)
        try:
            fresh = stored.get("boot") == self.boot and self.monotonic_s() <= float(stored.get("until_s", 0))
        except DAMAGE:
            return False
        if not fresh or not hmac.compare_digest(hashed(code), str(stored.get("hash"))):
            return False
        try:
            self._link.unlink()
        except OSError as error:
            _log.warning("%s cannot be removed (%s): the link lets nobody in", self._link, error)
            return False
        return True

    @property
    def _pin(self) -> Path:
        return self.folder / "pin.json"

    @property
    def _link(self) -> Path:
        return self.folder / "link.json"


def _scrypt(pin: str, salt: bytes) -> bytes:
    return hashlib.scrypt(pin.encode("utf-8", "replace"), salt=salt, dklen=32, **_COST)


def _read(path: Path) -> dict[str, Any]:
    try:
        stored = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, *DAMAGE) as error:
        _log.warning("%s cannot be read (%s): make another by `mille-bornes pair`", path, error)
        return {}
    return stored if isinstance(stored, dict) else {}
