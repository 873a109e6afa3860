"""The folder in which one run of the benchmark keeps what it makes, on the disk of the races."""

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkdtemp

from companion.store.folder import CannotRunError

PREFIX = "bench-scratch-"


@contextmanager
def scratch(data: Path) -> Iterator[Path]:
    """An empty folder beside the races, which goes when the run ends; those of runs that were killed go at once.

    Raises CannotRunError where none can be made.
    """
    try:
        data.mkdir(parents=True, exist_ok=True)
        with _held(data):  # two that begin at the same time
            _sweep_out(data)
            folder = Path(mkdtemp(prefix=PREFIX, dir=data))
            mark = os.open(folder, os.O_RDONLY)
            fcntl.flock(mark, fcntl.LOCK_EX)
    except OSError as error:
        raise CannotRunError("folder", folder=data, reason=error.strerror) from error
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(mark)


def _sweep_out(data: Path) -> None:
    """Remove the folders that no run holds."""
    for left in data.glob(f"{PREFIX}*"):
        with suppress(OSError), _held(left, fcntl.LOCK_NB):
            shutil.rmtree(left, ignore_errors=True)


@contextmanager
def _held(folder: Path, at_once: int = 0) -> Iterator[None]:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | at_once)
        yield
    finally:
        os.close(descriptor)
