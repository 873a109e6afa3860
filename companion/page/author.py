"""Who asks: a paired phone, told by its token, or somebody who may watch and change nothing."""

from collections.abc import Callable
from typing import Protocol

from flask import Flask, Request, Response, current_app, g, request

from companion.page.access import SAFE, host_of
from companion.page.refusal import Refused

SESSION = "paired"
"""What the cookie with a phone's token is called, before the port; a program sends `Authorization: Bearer TOKEN`."""
SESSION_AGE_S = 400 * 24 * 3600
"""As long as browsers keep any cookie; how long it counts is the table's affair."""
FOR_ANYBODY = frozenset({"join.ask", "join.pin", "join.link"})
"""The commands of those who are not paired yet: to become so."""
THIS_MACHINE = frozenset({"localhost", "127.0.0.1", "[::1]"})
_DOOR = "door"


class Door(Protocol):
    """Who is paired. Any thread may ask."""

    def author(self, token: str, *, here: bool) -> str | None:
        """Return the name of the phone that has this token, None if it only watches; `here`: it is this machine.

        Who may act may have no name: that is empty.
        """
        ...


def author() -> str | None:
    """Return the name of the paired phone whose request is at hand, empty if it has none; None if it only watches."""
    name: str | None = g.get("author")
    return name


def token() -> str:
    """Return the token that came with the request at hand; empty if none did."""
    sent = request.authorization
    if sent is not None and sent.type == "bearer":
        return sent.token or ""
    return request.cookies.get(_cookie(), "")


def here(request: Request) -> bool:
    """Whether a request comes from this machine, and asks for it as such: a proxy's visitors do not."""
    asker = request.remote_addr or ""
    return host_of(request) in THIS_MACHINE and (asker == "::1" or asker.startswith("127."))


def give_token(answer: Response, fresh: str) -> Response:
    """Let the asking phone keep this token, where no script and no other site reaches it."""
    answer.set_cookie(_cookie(), fresh, max_age=SESSION_AGE_S, httponly=True, samesite="Strict", path="/")
    return answer


def _cookie() -> str:
    """Cookies know no ports (RFC 6265, 8.5): each table of a machine has a name of its own."""
    return f"{SESSION}-{request.environ['SERVER_PORT']}"


def acting() -> Callable[[], bool]:
    """Return what says, at any later time, whether whoever makes the request at hand may command."""
    door: Door | None = current_app.extensions[_DOOR]
    asker, at_home = token(), here(request)
    return lambda: door is None or door.author(asker, here=at_home) is not None


def keep_door(app: Flask, door: Door | None) -> None:
    """Know who asks for anything, and refuse every command of those who are not paired; None: everybody is."""
    app.extensions[_DOOR] = door

    @app.before_request
    def who() -> None:
        g.author = door.author(token(), here=here(request)) if door is not None else ""
        command = request.method not in SAFE and request.endpoint is not None
        if command and g.author is None and request.endpoint not in FOR_ANYBODY:
            raise Refused(403, "join.error.unpaired", words="join")
