"""`mille-bornes table` in a process of its own, as a test or a script starts it."""

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

START_LIMIT_S = 30


def command(data: Path, port: str = "0") -> list[str]:
    return [sys.executable, "-m", "companion.cli", "table", "--port", port, "--data", str(data)]


class Program:
    """The table, kept in the folder `data`; it has told its address. `options` are those of the command.

    `inside`: the command that runs it elsewhere.
    """

    def __init__(self, data: Path, *options: str, inside: Sequence[str] = ()) -> None:
        self._process = subprocess.Popen([*inside, *command(data), *options], stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self._output = self._process.stdout
        found = re.search(r"http://[^\s,]+", self._output.readline())
        assert found, "no address was told"
        self.address = found[0]
        self.pid = self._process.pid

    def ask(self, path: str, **body: object) -> Any:
        data = json.dumps(body).encode() if body else None
        request = Request(self.address + path, data, {"Content-Type": "application/json"})
        with urlopen(request, timeout=START_LIMIT_S) as answer:
            return json.load(answer)

    def text(self, path: str) -> str:
        with urlopen(self.address + path, timeout=START_LIMIT_S) as answer:
            return str(answer.read().decode())

    def kill(self) -> None:
        self._process.kill()
        self._process.wait(START_LIMIT_S)
        self._output.close()

    def stop(self, within_s: float = START_LIMIT_S) -> int:
        self._process.terminate()
        return self._process.wait(within_s)
