"""Rooms of the house that are built when somebody first enters them: till then they take neither time nor memory."""

from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import Any

from flask import Blueprint, Flask, current_app, request
from flask.blueprints import BlueprintSetupState
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException
from werkzeug.routing import MapAdapter, Rule


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
        self._addresses, self._build, self._building = addresses, build, Lock()
        self._room: Flask | None = None
        self.record_once(self._stand)
        self.url_value_preprocessor(self._find)

    def room(self) -> Flask:
        """Return what holds its routes and views, built now if nobody has entered before."""
        with self._building:
            if self._room is None:
                room = Flask(self.import_name, static_folder=None)
                room.register_blueprint(self._build())
                self._room = room
            return self._room

    def _stand(self, state: BlueprintSetupState) -> None:
        """Every address leads here, by any method: which of them there are is known when the room is built."""
        state.app.view_functions[endpoint := f"{self.name}.enter"] = self._enter
        for address in self._addresses:
            for way in (address, f"{address}/<path:further>"):
                state.app.url_map.add(Rule(way, endpoint=endpoint))

    def _find(self, _endpoint: str | None, _way: dict[str, Any] | None) -> None:
        """Before anything else is asked of a request: what it names here, or that it names nothing, as anywhere."""
        routes = self.room().url_map.bind_to_environ(request.environ)
        try:
            route, arguments = routes.match(return_rule=True)
        except HTTPException as error:
            request.url_rule, request.routing_exception = None, error
        else:
            request.view_args = {"routes": routes, "route": route, "arguments": arguments}

    def _enter(self, routes: MapAdapter, route: Rule, arguments: Mapping[str, Any]) -> ResponseReturnValue:
        """Answer the request at hand as the route does that it names."""
        if request.method == "OPTIONS":
            return current_app.response_class(headers={"Allow": ", ".join(routes.allowed_methods())})
        room = self.room()
        answer: ResponseReturnValue = room.ensure_sync(room.view_functions[route.endpoint])(**arguments)
        return answer
