"""The referee's desk at `/desk`: every correction there is, and the whole race line by line."""

import json
import shlex
from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from flask import Blueprint, Response, current_app, jsonify, render_template, request
from jinja2 import Environment

from companion.lang import catalogue
from companion.page.author import author
from companion.page.board import ink
from companion.page.body import Body
from companion.page.feed import Feed
from companion.page.open_page import Telling
from companion.page.speech import language

WORDS = "desk"
PART = "desk-now.html"
MOST_LINES = 40
"""Lines of one command: every fact of six cars, and some more."""
MOST_LISTED = 100
"""Rulings that stay the same, as far as a preview lists them."""
MOST_LEFT_OUT = 200
"""Later inputs that one change may leave out."""


class Asked(NamedTuple):
    """A change that somebody asks for."""

    n: int
    """The input before which `line` is entered."""
    line: str
    """A line of the record; empty where something is only left out."""
    without: tuple[int, ...]
    """The inputs that are left out: `n` itself where it is changed or removed, and any later one."""


class Seen(NamedTuple):
    """The race that somebody looked at when they decided: a command is refused for another, and once it has gone on."""

    race: int | None = None
    """Its number; None: whichever stands."""
    inputs: int | None = None
    """How many inputs it had; None: however many it has."""


class RefereesDesk(Protocol):
    """The race's past as the page's threads see it. Any thread may call.

    Commands raise Malformed, Unavailable, or Refused when the race is not as it was `seen` any more.
    """

    def view(self, language: str) -> Mapping[str, Any]:
        """Return `facts` that the referee believes, the last input of the latest change, if no card is counted.

        `race` and `count` say of which race.
        """
        ...

    def lines(self, before: int, language: str) -> Mapping[str, Any]:
        """Return a page of the race's lines, the latest first: those before input `before`; 0 for the latest of all."""
        ...

    def preview(self, asked: Asked, language: str) -> Mapping[str, Any]:
        """Return what a change would come to; nothing is changed."""
        ...

    def amend(self, asked: Asked, seen: Seen, command_id: str, author: str) -> list[dict[str, Any]]:
        """Make a change. Return the rulings."""
        ...

    def take_back(self, seen: Seen, command_id: str, author: str) -> list[dict[str, Any]]:
        """Take the latest change back. Return the rulings."""
        ...

    def cards_left(self, cards: int, seen: Seen, command_id: str, author: str) -> list[dict[str, Any]]:
        """Reopen a race that ended too early: so many cards are left. Return the rulings."""
        ...

    def pause(self, *, paused: bool) -> None:
        """Stop every stroke window, or let them run on."""
        ...


def desk_pages(feed: Feed, desk: RefereesDesk) -> Blueprint:
    """Return the routes of the desk; its stream is `/desk/events`."""
    routes = Blueprint("desk", __name__)

    def drawn(speech: str, templates: Environment) -> tuple[Mapping[str, Any], str]:
        view = feed.latest(speech)
        html = templates.get_template(PART).render(
            view=view,
            desk=desk.view(speech),
            choices=feed.choices(speech),
            last=view["history"][-1] if view["history"] else None,
            t=catalogue(speech, "page").text,
            j=catalogue(speech, "join").text,
            d=catalogue(speech, WORDS).text,
            word=shlex.quote,
            ink=ink,
        )
        return view, html

    def listed(before: int, speech: str) -> str:
        t, d = catalogue(speech, "page").text, catalogue(speech, WORDS).text
        return render_template("desk-lines.html", page=desk.lines(before, speech), t=t, d=d)

    def before() -> int:
        return max(0, request.args.get("before", 0, type=int))

    @routes.get("/desk")
    def room() -> str:
        speech = language()
        view, html = drawn(speech, current_app.jinja_env)
        return render_template(
            "desk.html",
            t=catalogue(speech, "page").text,
            d=catalogue(speech, WORDS).text,
            view=view,
            board=html,
            choices=feed.choices(speech),
            lines=listed(before(), speech),
            word=shlex.quote,
        )

    @routes.get("/desk/lines")
    def lines() -> str:
        return listed(before(), language())

    @routes.get("/desk/events")
    def events() -> Response:
        speech = language()
        templates, streams = current_app.jinja_env, current_app.extensions["streams"]

        def newest(_last: str) -> tuple[str, str]:
            view, html = drawn(speech, templates)
            left_ms = [window["left_ms"] for window in view["windows"]]
            return view["id"], json.dumps({"left_ms": left_ms, "html": html}, ensure_ascii=False)

        answer: Response = streams.answer(Telling("board", newest, ("desk", speech)))
        return answer

    _commands(routes, feed, desk)
    return routes


def _commands(routes: Blueprint, feed: Feed, desk: RefereesDesk) -> None:
    @routes.post("/api/inputs")
    def judge() -> Response:
        body = Body.of(request)
        lines = body.texts("lines", limit=MOST_LINES)
        return jsonify(rulings=feed.submit(lines, body.text("id"), author=author() or ""))

    @routes.post("/desk/api/preview")
    def preview() -> Response:
        speech, body = language(), Body.of(request)
        change = _asked(body)
        seen = desk.preview(change, speech)
        t, d = catalogue(speech, "page").text, catalogue(speech, WORDS).text
        html = render_template("desk-preview.html", n=change.n, seen=seen, most=MOST_LISTED, t=t, d=d)
        return jsonify(race=seen["race"], count=seen["count"], nothing=seen["nothing"], html=html)

    @routes.post("/desk/api/amend")
    def amend() -> Response:
        body = Body.of(request)
        seen = _seen(body)._replace(inputs=body.number("count"))
        return jsonify(rulings=desk.amend(_asked(body), seen, body.text("id"), author() or ""))

    @routes.post("/desk/api/take-back")
    def take_back() -> Response:
        body = Body.of(request)
        return jsonify(rulings=desk.take_back(_seen(body), body.text("id"), author() or ""))

    @routes.post("/desk/api/cards-left")
    def cards_left() -> Response:
        body = Body.of(request)
        return jsonify(rulings=desk.cards_left(body.number("cards"), _seen(body), body.text("id"), author() or ""))

    @routes.post("/desk/api/pause")
    def pause() -> Response:
        paused = Body.of(request).flag("paused")
        desk.pause(paused=paused)
        return jsonify(paused=paused)


def _seen(body: Body) -> Seen:
    return Seen(*(body.number(name) if body.has(name) else None for name in ("race", "count")))


def _asked(body: Body) -> Asked:
    line = body.text("line") if body.has("line") else ""
    return Asked(body.number("n"), line, tuple(body.numbers("without", MOST_LEFT_OUT)))
