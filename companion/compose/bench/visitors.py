"""A server under test and those who visit it: open pages that hear of every change, requests, commands."""

import json
import select
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from http import HTTPStatus
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from tempfile import TemporaryFile, mkdtemp

from companion.compose.bench.bench import NotMeasuredError, first_answer

HOST = "127.0.0.1"
PATIENCE_S = 30.0
LAST_WORDS_S = 5.0
_EVENT = b"event: board"


class Visited:
    """A server that runs."""

    def __init__(self, port: int, process: int) -> None:
        self.port, self.process = port, process
        self._ids = count(1)

    def page_s(self) -> float:
        """Seconds until the race's page is here."""
        begun = time.perf_counter()
        connection = HTTPConnection(HOST, self.port, timeout=PATIENCE_S)
        connection.request("GET", "/")
        connection.getresponse().read()
        connection.close()
        return time.perf_counter() - begun

    def enter(self, line: str) -> None:
        """Have a line of the record judged; returns as soon as it is sent."""
        body = json.dumps({"line": line, "id": f"bench-{next(self._ids)}"})
        kind = {"Content-Type": "application/json"}
        self._commanding = HTTPConnection(HOST, self.port, timeout=PATIENCE_S)
        self._commanding.request("POST", "/api/input", body, kind)

    def answered(self) -> None:
        """Wait for the ruling on that line."""
        answer = self._commanding.getresponse()
        text = answer.read()
        self._commanding.close()
        if answer.status != HTTPStatus.OK:
            raise NotMeasuredError(f"an input was answered with {answer.status}: {text.decode()}")

    def stream(self) -> "Stream":
        """A page that is open."""
        return Stream(self.port)


class Stream:
    """One open page, as the socket that its events come by."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection((HOST, port), PATIENCE_S)
        self.socket.sendall(f"GET /events HTTP/1.1\r\nHost: {HOST}:{port}\r\n\r\n".encode())
        self._heard = b""
        self.status = 0

    def read(self) -> int:
        """Read what has come: how many changes are whole in it."""
        heard = self.socket.recv(1 << 20)
        if not heard:
            raise ConnectionError("the server has closed a page")
        self._heard += heard
        if not self.status and b"\r\n" in self._heard:
            self.status = int(self._heard.split(maxsplit=2)[1])
        *whole, self._heard = self._heard.split(b"\n\n")
        return sum(_EVENT in each for each in whole)


def until_heard(streams: Sequence[Stream], least: int) -> list[float]:
    """When each stream heard its next change; ends when `least` have, or nobody does any more."""
    when: dict[Stream, float] = {}
    waiting = {stream.socket.fileno(): stream for stream in streams}
    poll = select.poll()
    for descriptor in waiting:
        poll.register(descriptor, select.POLLIN)
    while len(when) < least and (ready := poll.poll(PATIENCE_S * 1000)):
        for descriptor, _ in ready:
            stream = waiting[descriptor]
            if stream.read() and stream not in when:
                when[stream] = time.perf_counter()
    return sorted(when.values())


@contextmanager
def visited(server: str, scratch: Path, *options: str) -> Iterator[Visited]:
    """A server of this kind, with a race of its own that has just begun."""
    command = [sys.executable, "-P", "-m", f"{__package__}.serving", server, mkdtemp(dir=scratch), *options]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with (
        TemporaryFile("w+") as errors,
        subprocess.Popen(command, text=True, stderr=errors, **pipes) as process,  # type: ignore[call-overload]  # noqa: S603
    ):
        try:
            yield Visited(int(first_answer(process, errors)), process.pid)
        finally:
            process.stdin.close()
            with suppress(subprocess.TimeoutExpired):
                process.wait(LAST_WORDS_S)
            process.kill()
