"""The program's log: every line says which race and input it belongs to; the latest are kept for a support file."""

import logging
import sys
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from companion.referee.bulletin import Bulletin
from companion.sentences.printable import printable

REMEMBERED = 1000
"""Lines that are kept."""
_OWN = ("companion", "firmware")
_log = logging.getLogger(__name__)
_PREFIX = logging.Formatter("%(asctime)s %(levelname)s %(where)s %(name)s: ")


class Log(logging.Handler):
    """Writes each line to the standard error, and remembers it. Any thread may log."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: deque[str] = deque(maxlen=REMEMBERED)
        self._bulletin: Bulletin | None = None

    def follow(self, bulletin: Bulletin) -> None:
        """From now on lines name the race that it shows, and how many inputs that has."""
        self._bulletin = bulletin

    def emit(self, record: logging.LogRecord) -> None:
        """A message becomes a line, and each line of an error one more; what they quote is shown and not obeyed."""
        snapshot = None if self._bulletin is None else self._bulletin.latest()
        record.where = "before any race" if snapshot is None else f"race {snapshot.race} input {snapshot.game.n}"
        text = record.getMessage()
        if record.exc_info:
            text += "\n" + _PREFIX.formatException(record.exc_info)
        prefix = _PREFIX.format(_without_message(record))
        for line in text.splitlines() or [""]:
            self._lines.append(prefix + printable(line))
            sys.stderr.write(f"{self._lines[-1]}\n")
        sys.stderr.flush()

    def text(self) -> str:
        """The latest lines."""
        return "".join(f"{line}\n" for line in tuple(self._lines))


@contextmanager
def kept_log() -> Iterator[Log]:
    """The log of the program while it runs: what its own parts tell, what others warn of, how a thread broke."""
    log, before = Log(), threading.excepthook
    logging.getLogger().addHandler(log)
    logging.captureWarnings(True)
    threading.excepthook = _thread_broke
    for name in _OWN:
        logging.getLogger(name).setLevel(logging.INFO)
    try:
        yield log
    finally:
        threading.excepthook = before
        logging.captureWarnings(False)
        logging.getLogger().removeHandler(log)
        for name in _OWN:
            logging.getLogger(name).setLevel(logging.NOTSET)


def _thread_broke(broke: threading.ExceptHookArgs) -> None:
    name = "?" if broke.thread is None else broke.thread.name
    error = broke.exc_value or broke.exc_type()
    _log.critical("the thread %s broke, and is no more", name, exc_info=error)


def _without_message(record: logging.LogRecord) -> logging.LogRecord:
    bare = logging.makeLogRecord(record.__dict__)
    bare.msg, bare.args, bare.exc_info, bare.exc_text, bare.stack_info = "", None, None, None, None
    return bare
