"""`mille-bornes` commands of whoever builds a table, in a process of their own, with hands on their emulated pads."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

LIMIT_S = 30
STICKER = "04A2245A6F6180"


def mille_bornes(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "companion.cli", *map(str, arguments)]


def run(*arguments: str | Path, said: str = "") -> subprocess.CompletedProcess[str]:
    """A command that ends by itself."""
    return subprocess.run(
        mille_bornes(*arguments), input=said, capture_output=True, text=True, timeout=LIMIT_S, check=False
    )


def sticker(n: int) -> str:
    return f"04{n:04X}5A6F6180"


class Command:
    """A command that goes on until it is told to stop."""

    def __init__(self, *arguments: str | Path) -> None:
        self.process = subprocess.Popen(
            mille_bornes(*arguments),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self.input, self.output, self.errors = self.process.stdin, self.process.stdout, self.process.stderr

    def say(self, line: str) -> None:
        self.input.write(line + "\n")

    def lay(self, pad: str, uid: str, text: str = "") -> None:
        self.say(f"lay {pad} {uid} {text}")

    def lift(self, pad: str, uid: str) -> None:
        self.say(f"lift {pad} {uid}")

    def hear(self, *parts: str) -> str:
        """The next line that has all of this."""
        while line := self.output.readline():
            if all(part in line for part in parts):
                return line
        raise AssertionError(f"{parts} was never said")

    def event(self) -> Any:
        return json.loads(self.output.readline())

    def ready(self) -> None:
        """Wait until the pads are watched."""
        while "Watching" not in (line := self.errors.readline()):
            assert line, "it ended"

    def end(self) -> int:
        self.process.terminate()
        return self.close()

    def close(self) -> int:
        status = self.process.wait(LIMIT_S)
        for stream in (self.input, self.output, self.errors):
            stream.close()
        return status
