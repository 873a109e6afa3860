"""One pad's reader as the bus uses it: opened when needed, anew when it fails, and less often while it is lost."""

import logging
from collections.abc import Callable
from typing import TypeVar

from firmware.messages import LIBRARY, OFFLINE
from firmware.readers.contract import Inventory, Opener, Reader, ReaderError

FIRST_RETRY_MS = 100
LAST_RETRY_MS = 2000
HUNG_MS = 3000  # a chip that so long answers no call may hear nothing but its reset line

log = logging.getLogger(__name__)
_Answer = TypeVar("_Answer")


class Pad:
    """A pad of this name, whose reader `open_reader` opens.

    `doubt` is told once what is to be known of the chip found (a clone). No driver's failure is raised here.

    Attributes:
        lit: whether the field is on, as far as is known.
        lost: whether the latest poll failed; it is so before the first.
        trouble: why, for a person.
        code: what kind of trouble that is, as of a Fault.
    """

    def __init__(self, name: str, open_reader: Opener, doubt: Callable[[str], None]) -> None:
        self.name = name
        self.lit, self.lost = False, True
        self.trouble, self.code = "", OFFLINE
        self._open, self._doubt = open_reader, doubt
        self._reader: Reader | None = None
        self._doubted = False
        self._retry_ms, self._back_off_ms = 0, FIRST_RETRY_MS
        self._silent_ms: int | None = None
        self._reset = False

    def due(self, at_ms: int) -> bool:
        """Whether it is to be polled now: always, but for a lost one."""
        return not self.lost or at_ms >= self._retry_ms

    def light(self) -> None:
        """Have the field on; cards in it need some time, which `read` waits for. A failure is told by `read`."""
        self._tried(self._light)

    def call(self) -> None:
        """Ask who is in the lit field; others can be called and read before this one is. `read` tells a failure."""
        self._tried(self._call)

    def read(self) -> Inventory | None:
        """The cards in the lit field, None when the reader does not work; a passing disturbance costs no poll."""
        inventory = self._tried(self._read)
        if inventory is None and not self.lost:
            self.light()
            self.call()
            inventory = self._tried(self._read)
        return inventory

    def memory(self, uid: bytes) -> bytes | None:
        """What is written on this card, which the latest `read` saw in the field that is still lit; None if unread."""
        return self._tried(lambda: self._memory(uid))

    def darken(self) -> None:
        """Have the field off, so that others may be on, and cards forget what they were told."""
        self._tried(self._darken)

    def found(self) -> None:
        """The reader works."""
        self.lost, self._back_off_ms = False, FIRST_RETRY_MS
        self._silent_ms, self._reset = None, False

    def lose(self, at_ms: int) -> None:
        """The reader does not work: try again later, and later each time."""
        self.lost = True
        self._retry_ms, self._back_off_ms = at_ms + self._back_off_ms, min(2 * self._back_off_ms, LAST_RETRY_MS)
        self._silent_ms = at_ms if self._silent_ms is None else self._silent_ms

    def wants_reset(self, at_ms: int) -> bool:
        """Whether it has been lost for so long that a reset by the line, which all readers share, is worth its time."""
        return not self._reset and self._silent_ms is not None and at_ms - self._silent_ms >= HUNG_MS

    def reset(self, at_ms: int) -> None:
        """Be opened anew, as all others are: who opens the first resets them by their line. Once for each loss."""
        self.close()
        if self._silent_ms is not None:
            self._reset, self._retry_ms = True, at_ms

    def close(self) -> None:
        """Let the device go."""
        reader, self._reader, self.lit = self._reader, None, False
        try:
            if reader is not None:
                reader.close()
        except OSError as problem:
            log.warning("reader %s: closing: %s", self.name, problem)

    def _light(self) -> None:
        if self._reader is None:
            self._reader = self._open()
            if self._reader.doubt and not self._doubted:
                self._doubted = True
                self._doubt(self._reader.doubt)
        if not self.lit:
            self._reader.field(on=True)
            self.lit = True

    def _call(self) -> None:
        if self._reader is not None:
            self._reader.call()

    def _read(self) -> Inventory | None:
        return self._reader.inventory() if self._reader is not None else None

    def _memory(self, uid: bytes) -> bytes | None:
        return self._reader.memory(uid) if self._reader is not None else None

    def _darken(self) -> None:
        if self._reader is not None and self.lit:
            self.lit = False
            self._reader.field(on=False)

    def _tried(self, action: Callable[[], _Answer]) -> _Answer | None:
        try:
            return action()
        except ImportError as problem:
            self.trouble, self.code = str(problem), LIBRARY
        except (ReaderError, OSError) as problem:
            self.trouble, self.code = str(problem), OFFLINE
        except Exception as problem:  # a driver's own mistake must not stop the other pads
            if repr(problem) != self.trouble:
                log.exception("reader %s", self.name)
            self.trouble, self.code = repr(problem), OFFLINE
        self.close()
        return None
