"""A page as the table's server knows it: a raw connection that hears events, is cut, and takes up where it was."""

import re
import socket
import struct
import time
from contextlib import suppress
from random import Random
from threading import Event, Thread
from typing import BinaryIO

LIMIT_S = 30
LONGEST_HEARD = 10
"""Events after which a connection is cut at the latest."""
_RESET = struct.pack("ii", 1, 0)
_ENTRY = re.compile(rb'data-key=\\"entry-(\d+)\\"')
_AGAIN_S = 0.5


def ask(port: int, path: str, *headers: str, room: int | None = None) -> socket.socket:
    """A connection on which that was asked; `room`: how many bytes its own side takes without being read."""
    connection = socket.socket()
    if room is not None:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
    connection.settimeout(LIMIT_S)
    connection.connect(("127.0.0.1", port))
    lines = [f"GET {path} HTTP/1.0", f"Host: 127.0.0.1:{port}", *headers, "", ""]
    connection.sendall("\r\n".join(lines).encode())
    return connection


def head(answer: BinaryIO) -> tuple[int, dict[str, str]]:
    """The status and the headers of an answer."""
    status = int(answer.readline().split()[1])
    lines = iter(lambda: answer.readline().decode().strip(), "")
    return status, {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}


def numbered(event_id: str) -> tuple[int, ...]:
    """An event's id, `<boot>.<counter>`, so that later ones are greater."""
    return tuple(map(int, event_id.split(".")))


class Listener:
    """Hears the board in a thread of its own. Cut on purpose, in mid-event too, it takes up after what it had last."""

    def __init__(self, port: int, seed: int, *, is_cut: bool) -> None:
        self.heard: list[tuple[str, float]] = []
        """The ids of the events, and when they came."""
        self.wrong: list[str] = []
        self.entries = 0
        """The inputs heard of without a gap."""
        self.cuts = self.full = 0
        self.last = ""
        self._port, self._is_cut = port, is_cut
        self._chance = Random(seed)  # noqa: S311 - chance that repeats
        self._ends = Event()
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Hear no more; before the table ends, which would be an error."""
        self._ends.set()

    def join(self) -> None:
        """Wait until it hears no more, once the table has ended."""
        self._thread.join(LIMIT_S)

    def _run(self) -> None:
        try:
            while not self._ends.is_set():
                self._connect()
        except Exception as error:  # noqa: BLE001 - whatever it is, the test tells it
            if not self._ends.is_set():
                self.wrong.append(repr(error))

    def _connect(self) -> None:
        last = [f"Last-Event-ID: {self.last}"] if self.last else []
        with ask(self._port, "/events", *last) as connection, connection.makefile("rb") as answer:
            status, _ = head(answer)
            if status == 503:  # the server has still to see that the line before was cut
                self.full += 1
                time.sleep(_AGAIN_S)
                return
            self._hear(answer, self._chance.randint(1, LONGEST_HEARD) if self._is_cut else 0)
            if self._ends.is_set():
                return
            if not self._is_cut:
                self.wrong.append("the table hung up")
            self.cuts += 1
            if self._chance.random() < 1 / 2:  # as when a phone goes out of reach
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)

    def _hear(self, answer: BinaryIO, cut_after: int) -> None:
        """Hear so many events (0: all that come), and half of another one."""
        event_id, begun = "", len(self.heard)
        with suppress(ConnectionError):
            for line in answer:
                if self._ends.is_set():
                    return
                word, _, text = line.rstrip(b"\n").partition(b": ")
                if word == b"id":
                    event_id = text.decode()
                    if cut_after and len(self.heard) - begun >= cut_after:
                        answer.read(self._chance.randint(1, 2000))
                        return
                elif word == b"data" and event_id:
                    self._take(event_id, text)
                    event_id = ""

    def _take(self, event_id: str, board: bytes) -> None:
        if self.last and numbered(event_id) <= numbered(self.last):
            self.wrong.append(f"{event_id} after {self.last}")
        numbers = [int(n) for n in _ENTRY.findall(board)]
        if numbers and min(numbers) > self.entries + 1:
            self.wrong.append(f"nothing of the inputs from {self.entries + 1} to {min(numbers) - 1}")
        self.entries = max([self.entries, *numbers])
        self.last = event_id
        self.heard.append((event_id, time.monotonic()))
