"""The web server: waitress, with threads for requests; open pages hold none, so that they starve no request."""

import logging
import socket
from typing import Protocol

from flask import Flask

THREADS = 16
"""Requests at a time, the streams of a simulated table (`simulated.live.LIMIT`) among them."""
RECEIVED_LIMIT_BYTES = 1_048_576
"""The longest body that is received at all: one that is somewhat too long is answered by the page, with the cure."""
HEADER_LIMIT_BYTES = 16_384
UNHEARD_MS = 20_000
UNREAD_LIMIT_BYTES = 512 * 1024
"""So much is kept of a file for a visitor who does not read; then its thread waits for it, and no other."""


class WebServer(Protocol):
    """A server that is bound and waits to be run."""

    effective_port: int
    channel_class: type
    """What answers a connection."""

    def run(self) -> None:
        """Serve until closed."""
        ...

    def close(self) -> None:
        """Stop listening."""
        ...


def serve(app: Flask, host: str, port: int) -> WebServer:
    """Bind a server of `app` (made by create_app) to `host` and `port`; port 0 takes a free one. The caller runs it.

    A phone that went out of reach in mid-stream, or reads no more, gives its place back within UNHEARD_MS.
    """
    import waitress  # noqa: PLC0415 - who only reads records needs no web server

    from companion.page.connection import Channel  # noqa: PLC0415 - as above

    streams: int = app.extensions["streams"].limit
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    both = host == "::" and socket.has_dualstack_ipv6()
    listening = socket.create_server((host, port), family=family, backlog=4 * streams, dualstack_ipv6=both)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux; accepted sockets inherit it
        listening.setsockopt(socket.SOL_TCP, socket.TCP_USER_TIMEOUT, UNHEARD_MS)
    server: WebServer = waitress.create_server(
        app,
        sockets=[listening],
        threads=THREADS,
        connection_limit=4 * streams + 100,
        asyncore_use_poll=True,
        channel_request_lookahead=1,
        max_request_body_size=RECEIVED_LIMIT_BYTES,
        max_request_header_size=HEADER_LIMIT_BYTES,
        outbuf_high_watermark=UNREAD_LIMIT_BYTES,
        log_socket_errors=False,  # phones go out of reach all evening
        ident=None,
    )
    server.channel_class = Channel
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # it warns whenever more pages come than threads are
    return server
