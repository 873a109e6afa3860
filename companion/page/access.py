"""What may be asked: this machine's page by its own origin only, with small bodies; and headers for the answer.

Who may command is another question: `companion.page.author`.
"""

import re
from collections.abc import Container, Iterable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from flask import Request, Response
from werkzeug.exceptions import SecurityError

from companion.page.refusal import Refused

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment  # it exists for type checkers only

BODY_LIMIT_BYTES = 8192
LONG_BODIES = {"/races/api/import": 512 * 1024}
"""Addresses that take more: a race of ten thousand inputs is some three hundred thousand bytes."""

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing."""


def check(request: Request, hosts: Container[str] | None) -> None:
    """Refuse a host that is none of `hosts`, another site's command, and a long body, before any of it is read.

    A site whose name was rebound to this machine's address asks by its own name. Browsers name the asking page's
    origin in every POST; a request that names none is no browser's, and so nobody's page made it.
    """
    if hosts is not None and host_of(request) not in hosts:  # Werkzeug's own list knows no IPv6 address
        raise SecurityError(f"Host {request.host!r} is none of this machine's.")
    if request.method in SAFE:
        return
    if not _same_origin(request):
        raise Refused(403, "page.error.foreign")
    length = request.content_length
    if length is None:
        raise Refused(411, "page.error.length")
    if length > (limit := LONG_BODIES.get(request.path, BODY_LIMIT_BYTES)):
        raise Refused(413, "page.error.size", length=length, limit=limit)


def host_of(request: Request) -> str:
    """The name or address by which this machine is asked, without the port."""
    return re.sub(r":\d+$", "", request.host)


def _same_origin(request: Request) -> bool:
    if request.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
        return False
    origin = request.headers.get("Origin")
    try:
        return origin is None or urlsplit(origin).netloc.lower() == request.host
    except ValueError:  # an address that is none, such as half an IPv6 one
        return False


def in_lower_case(application: "WSGIApplication") -> "WSGIApplication":
    """Wrap an application so that its host is in lower case, however that was written (RFC 3986, 3.2.2)."""

    def asked(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        if "HTTP_HOST" in environ:
            environ["HTTP_HOST"] = environ["HTTP_HOST"].lower()
        return application(environ, start_response)

    return asked


def seal(response: Response) -> Response:
    """Put the headers on that every answer carries."""
    response.headers.extend({name: value for name, value in HEADERS.items() if name not in response.headers})
    response.headers.setdefault("Cache-Control", "no-cache")
    return response
