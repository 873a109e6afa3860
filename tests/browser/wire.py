"""A cable between browser and table that can be pulled and plugged in again."""

import socket
from contextlib import suppress
from threading import Lock, Thread


class Wire:
    """Passes connections on from a port of its own to the table's."""

    def __init__(self, table_port: int) -> None:
        self._table = ("127.0.0.1", table_port)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._ends: set[socket.socket] = set()
        self._lock = Lock()
        self._plugged = True
        Thread(target=self._accept, daemon=True).start()

    @property
    def address(self) -> str:
        """Where a browser finds the table."""
        return f"http://127.0.0.1:{self._listening.getsockname()[1]}/"

    def pull(self) -> None:
        """Cut every connection, and every new one at once."""
        with self._lock:
            self._plugged = False
            for end in self._ends:
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def plug(self) -> None:
        """Let connections pass again."""
        with self._lock:
            self._plugged = True

    def close(self) -> None:
        """Take it away."""
        self.pull()
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                browser, _ = self._listening.accept()
                table = socket.create_connection(self._table) if self._plugged else None
                if table is None:
                    browser.close()
                    continue
                with self._lock:
                    self._ends |= {browser, table}
                Thread(target=self._pass, args=(browser, table), daemon=True).start()
                Thread(target=self._pass, args=(table, browser), daemon=True).start()

    def _pass(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                sink.sendall(data)
        for end in (source, sink):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        with self._lock:
            self._ends.discard(source)
        source.close()
