"""For each line on the standard input a child plays on the journal named, until it is killed: loaded once is enough."""

import os
import sys
from pathlib import Path

from tests.appliance.power.guest import play


def tell(line: str) -> None:
    """A line, whole."""
    os.write(1, line.encode())


def main(path: Path) -> None:
    """Give birth until nobody asks any more."""
    for _ in sys.stdin:
        pid = os.fork()
        if pid == 0:
            play(path, tell)
        tell(f"PID {pid}\n")
        os.waitpid(pid, 0)
        tell("GONE 0\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
