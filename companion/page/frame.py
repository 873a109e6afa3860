"""The frame of every page: its language, the rooms of the house to walk to, and who is asking."""

from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from flask import Flask, Response, request

from companion.lang import LANGUAGES, catalogue
from companion.page.author import author
from companion.page.build import BUILD
from companion.page.speech import keep, language


class Room(NamedTuple):
    """A page that people walk to."""

    blueprint: str
    """It is there when this blueprint is."""
    address: str
    name: str
    """Its key in the catalogue `page`."""
    to_watch: bool = True
    """Whether there is something to be seen for who may not act."""


ROOMS = (
    Room("pages", "/", "page.room.race"),
    Room("desk", "/desk", "page.room.desk", to_watch=False),
    Room("new_race", "/new", "page.room.new", to_watch=False),
    Room("races", "/races", "page.room.races"),
    Room("simulated", "/table", "page.room.table"),
    Room("enrol", "/enrol", "page.room.enrol", to_watch=False),
    Room("join", "/join", "page.room.join"),
    Room("start", "/start", "page.room.start", to_watch=False),
)
"""In the order in which they are offered."""
_SHUT = "shut rooms"


def frame(app: Flask) -> None:
    """Give every template what `base.html` needs."""

    @app.context_processor
    def framed() -> dict[str, Any]:
        speech, watching = language(), author() is None
        return {
            "p": catalogue(speech, "page").text,
            "language": speech,
            "languages": LANGUAGES,
            "here": request.path,
            "watching": watching,
            "w": catalogue(speech, "join").text,
            "build": app.extensions[BUILD],
            "rooms": [room for room in ROOMS if _open(app, room)],
        }

    @app.after_request
    def kept(answer: Response) -> Response:
        """A page whose address names its language (`?lang=`) asks for its news without: they follow it."""
        if answer.mimetype == "text/html":
            keep(request.args.get("lang"), answer)
        return answer


def shut(extensions: dict[str, Any], blueprint: str, when: Callable[[], bool]) -> None:
    """Do not offer the room of `blueprint` while `when` says so; who knows its address may still enter.

    `extensions` are the application's.
    """
    extensions.setdefault(_SHUT, {})[blueprint] = when


def _open(app: Flask, room: Room) -> bool:
    shut_when = app.extensions.get(_SHUT, {}).get(room.blueprint)
    return room.blueprint in app.blueprints and not (shut_when and shut_when())


def way_back(address: str | None) -> str:
    """Return the page of this house that `address` names; the race for anything else."""
    path = urlsplit(address or "").path
    plain = path.startswith("/") and not path.startswith(("//", "/language")) and "\\" not in path
    return path if plain and path.isprintable() else "/"
