"""The chances of winning beside the race: asked for after every view and until nothing more is to be found out."""

import json
from collections.abc import Mapping
from threading import Lock
from typing import Any, Protocol

from flask import Blueprint, Response, current_app, jsonify, request

from companion.lang import catalogue
from companion.page.board import ink
from companion.page.body import Body
from companion.page.odds_line import GRID, curves
from companion.page.once import Once
from companion.page.speech import language

WORDS = "odds"


class Oddsmaker(Protocol):
    """The chances as the page's threads see them. All methods may be called from any thread."""

    def view(self) -> Mapping[str, Any]:
        """Return what is known: JSON values, `id` another one after every change. Chances go from 0 to 1."""
        ...

    def switch(self, *, on: bool) -> None:
        """Reckon or do not, from now on and after every start. Raises the page's Unavailable."""
        ...


def odds_pages(oddsmaker: Oddsmaker) -> Blueprint:
    """Return the routes of the chances: `/api/odds` for programs, `/odds/news` for the page of the race."""
    routes = Blueprint("odds", __name__)
    done, lock = Once(), Lock()
    drawn: dict[str, tuple[int, str]] = {}

    def draw(view: Mapping[str, Any], speech: str) -> str:
        """Draw it once for each view and language, however many pages look on."""
        with lock:
            drawn_id, html = drawn.get(speech, (None, ""))
            if drawn_id != view["id"]:
                template = current_app.jinja_env.get_template("odds.html")
                t = catalogue(speech, WORDS).text
                lines = curves(view["cars"], view["line"])
                html = template.render(view=view, t=t, curves=lines, grid=GRID, ink=ink)
                drawn[speech] = view["id"], html
            return html

    @routes.app_context_processor
    def offered() -> dict[str, bool]:
        return {"odds": True}

    @routes.get("/odds/news")
    def news() -> Response:
        view, speech = oddsmaker.view(), language()
        told = {"id": view["id"], "busy": view["busy"]}
        if str(view["id"]) != request.args.get("after"):
            told["html"] = draw(view, speech)
        return Response(json.dumps(told, ensure_ascii=False), mimetype="application/json")

    @routes.get("/api/odds")
    def odds() -> Response:
        return jsonify(odds=oddsmaker.view())

    @routes.post("/api/odds")
    def switch() -> Response:
        body = Body.of(request)
        on = body.flag("on")
        done.do(body.text("id"), lambda: oddsmaker.switch(on=on))
        return jsonify(on=on)

    return routes
