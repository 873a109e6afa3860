"""Rooms of the house that are built when somebody first enters them: till then they take neither time nor memory."""

from collections.abc import Callable, Sequence
from threading import Lock

from flask import Blueprint, Flask, request
from flask.typing import ResponseReturnValue


class Late(Blueprint):
    """Stands for a blueprint that `build` makes when one of its addresses is first asked for.

    What that one asks of the whole application (`before_app_request` and the like) comes too late to be heard: it is
    asked of this one. One that cannot be built fails the request, and is tried again by the next.
    """

    def __init__(
        self,
        name: str,
        addresses: Sequence[str],
        build: Callable[[], Blueprint],
        *,
        package: str = __name__,
        templates: str | None = None,
    ) -> None:
        """`addresses`: every route of the blueprint is one of these, or below one.

        `templates`: a folder of templates in `package`, if it has its own.
        """
        super().__init__(name, package, template_folder=templates)
        self._build, self._building = build, Lock()
        self._room: Flask | None = None
        for address in addresses:
            for way in (address, f"{address}/<path:further>"):
                self.add_url_rule(way, "enter", self._enter, methods=("GET", "POST"))

    def room(self) -> Flask:
        """Return what holds its routes and views, built now if nobody has entered before."""
        with self._building:
            if self._room is None:
                room = Flask(self.import_name, static_folder=None)
                room.register_blueprint(self._build())
                self._room = room
            return self._room

    def _enter(self, **_way: str) -> ResponseReturnValue:
        """Answer the request at hand as the route does that it names; as if there were none when it names none."""
        room = self.room()
        endpoint, arguments = room.url_map.bind_to_environ(request.environ).match()
        answer: ResponseReturnValue = room.ensure_sync(room.view_functions[endpoint])(**arguments)
        return answer
