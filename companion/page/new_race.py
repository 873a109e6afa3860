"""A race is begun: who plays what (`/new`), what is done on the table first (`/new/set-up`), and the Help Card."""

from collections.abc import Mapping
from typing import Any, Protocol

from flask import Blueprint, Response, abort, jsonify, render_template, request

from companion.lang import LANGUAGES, catalogue
from companion.page.board import ink
from companion.page.body import Body
from companion.page.feed import Feed
from companion.page.speech import language

WORDS = "start"


class Starter(Protocol):
    """The next race as the page's threads see it. All methods may be called from any thread."""

    def offer(self) -> Mapping[str, Any]:
        """Return what can be chosen, and what was chosen last."""
        ...

    def rematch(self, command_id: str) -> None:
        """Begin the same race once more, if the one that stands is over."""
        ...

    def go_on(self, number: int, command_id: str) -> bool:
        """Go on with a race that was left, in place of the one that stands; whether there is one of that number."""
        ...

    def steps(self) -> Mapping[str, Any]:
        """Return what is done on the table before the race that stands now."""
        ...

    def help_card(self, edition: str, language: str) -> Mapping[str, Any] | None:
        """Return the Help Card of an edition (none named: the one played); None when there is no such edition."""
        ...


def new_race_pages(starter: Starter, feed: Feed) -> Blueprint:
    """Return the routes of `/new`, `/new/set-up` and `/help-card`; the race itself is begun by `/api/new-race`."""
    routes = Blueprint("new_race", __name__)

    @routes.get("/new")
    def new() -> str:
        speech = language()
        return render_template(
            "new.html",
            t=catalogue(speech, WORDS).text,
            offer=starter.offer(),
            missing=feed.choices(speech).get("missing"),
            speeches=LANGUAGES,
            ink=ink,
        )

    @routes.get("/new/set-up")
    def steps() -> str:
        speech = language()
        t, view = catalogue(speech, WORDS).text, feed.latest(speech)
        return render_template("set-up.html", t=t, race=starter.steps(), cars=view["cars"], ink=ink)

    @routes.post("/new/api/rematch")
    def rematch() -> Response:
        starter.rematch(Body.of(request).text("id"))
        return jsonify(done="rematch")

    @routes.post("/new/api/go-on")
    def go_on() -> Response:
        body = Body.of(request)
        if not starter.go_on(body.number("race"), body.text("id")):
            abort(404)
        return jsonify(done="go-on")

    @routes.get("/help-card")
    def help_card() -> str:
        speech = language()
        card = starter.help_card(request.args.get("edition", ""), speech)
        if card is None:
            abort(404)
        return render_template("help-card.html", t=catalogue(speech, WORDS).text, card=card, offer=starter.offer())

    return routes
