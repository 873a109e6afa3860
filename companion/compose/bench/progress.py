"""What is being measured now, in one line of a terminal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def doing(what: str) -> Iterator[None]:
    """The line stands as long as it lasts, on standard error; no file and no program is told."""
    live = sys.stderr.isatty()
    if live:
        print(f"\r\033[K{what} …", end="", file=sys.stderr, flush=True)
    try:
        yield
    finally:
        if live:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
