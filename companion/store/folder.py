"""Where a table keeps its races, held by one program at a time, and how a file there is replaced."""

import contextlib
import fcntl
import logging
import os
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

JOURNAL = "races.db"
"""The journal, by its name in that folder."""
PORT = 8080
"""Of the page, unless another is chosen."""
_PORT_FILE = "port"
DAMAGE = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError)
"""What taking a file for the JSON that it should be raises when it is anything else."""

_log = logging.getLogger(__name__)

COMMANDS = "commands"
"""The catalogue of what commands say of themselves."""


class CannotRunError(Exception):
    """Why the table cannot run: a sentence of `COMMANDS`, which names the cure, and its facts."""

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key)
        self.key, self.facts = key, facts


def data_folder(named: str | None) -> Path:
    """The folder named, else the service's state folder, else this account's."""
    if named:
        return Path(named)
    if service := os.environ.get("STATE_DIRECTORY"):
        return Path(service)
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "mille-bornes"


@contextlib.contextmanager
def held(data: Path) -> Iterator[None]:
    """Holds the data folder, making it when it is missing: two referees of one journal would rule past each other.

    Raises `CannotRunError` when another program holds it, or it cannot be written.
    """
    try:
        data.mkdir(parents=True, exist_ok=True)
        lock = os.open(data / "lock", os.O_RDONLY | os.O_CREAT, 0o600)  # one that is there may lie on a read-only card
    except OSError as error:
        raise CannotRunError("folder", folder=data, reason=error.strerror) from error
    with os.fdopen(lock):
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise CannotRunError("held", folder=data) from error
        yield


def in_use(data: Path) -> bool:
    """Whether a table runs on the data folder, as far as this account may see."""
    try:
        lock = os.open(data / "lock", os.O_RDONLY)
    except OSError:
        return False
    with os.fdopen(lock):
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            return True
    return False


def keep_port(data: Path, port: int) -> None:
    """Keep where the table's page is, for commands beside it; on a read-only card they must be told."""
    with contextlib.suppress(OSError):
        (data / _PORT_FILE).write_text(f"{port}\n")


def kept_port(data: Path) -> int:
    """Where the table's page is, or was when it ran."""
    try:
        return int((data / _PORT_FILE).read_text())
    except (OSError, ValueError):
        return PORT


def write_whole(path: Path, text: str) -> None:
    """Put `text` in a file of the data folder: it is the old one or the new one whenever power goes. Raises OSError.

    Only the table may read it: it belongs to whoever the folder belongs to, also when root writes it.
    """
    fresh = path.with_suffix(".new")
    fresh.unlink(missing_ok=True)  # half of one, or a link by which the folder's owner would have root write elsewhere
    anew = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
    with os.fdopen(os.open(fresh, anew, 0o600), "w", encoding="utf-8") as file:
        if os.geteuid() == 0:
            folder = path.parent.stat()
            os.fchown(file.fileno(), folder.st_uid, folder.st_gid)
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    put_in_place(fresh, path)


def put_in_place(fresh: Path, path: Path) -> None:
    """Give `fresh`, whose bytes are on the disk, the name `path`, so that no power cut undoes it. Raises OSError."""
    fresh.replace(path)
    descriptor = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(descriptor)  # the name is the folder's content, not the file's
    finally:
        os.close(descriptor)


def set_aside(path: Path, beside: Sequence[str] = ("",)) -> Path:
    """Give a damaged file a name of its own, which is answered; nothing is thrown away. Raises OSError.

    `beside`: what follows its name in those of the files that belong to it.
    """
    names = (path.with_name(f"{path.stem}.damaged-{n}{path.suffix}") for n in count(1))
    aside = next(name for name in names if not name.exists())
    for ending in beside:
        file = path.with_name(path.name + ending)
        if file.exists():
            file.rename(aside.with_name(aside.name + ending))
    return aside


def put_aside(path: Path) -> Path:
    """The same of a file without which the table runs; where that is not possible, as on a read-only card, it stays."""
    try:
        aside = set_aside(path)
    except OSError as error:
        _log.warning("%s is damaged and cannot be set aside: %s", path, error)
        return path
    _log.warning("%s was damaged: it is kept as %s", path, aside)
    return aside
