"""What people open: the page of the race, drawn by the server, and its stream."""

import json

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.lang import catalogue
from companion.page.board import Board
from companion.page.feed import Feed
from companion.page.frame import way_back
from companion.page.open_page import Telling
from companion.page.speech import keep, language
from companion.page.stream import Streams


def pages(feed: Feed, streams: Streams, board: Board) -> Blueprint:
    """Return the routes of the page and of both streams: `/events` of its HTML, `/api/events` of the view's JSON."""
    routes = Blueprint("pages", __name__)

    @routes.get("/")
    def race() -> str:
        speech = language()
        view = feed.latest(speech)
        return render_template(
            "shell.html",
            t=catalogue(speech, "page").text,
            s=catalogue(speech, "speech").text,
            view=view,
            board=board.html(view, speech),
        )

    @routes.get("/language/<wanted>")
    def speak(wanted: str) -> AnyResponse:
        answer = redirect(way_back(request.args.get("back")))
        keep(wanted, answer)
        return answer

    @routes.get("/events")
    def events() -> Response:
        speech = language()
        return streams.answer(Telling("board", lambda last: board.event(last, speech), ("board", speech)))

    @routes.get("/api/events")
    def views() -> Response:
        speech = language()

        def newest(last: str) -> tuple[str, str]:
            view = feed.latest(speech)
            heard = {"news": feed.news(last, view["id"], speech)}
            return view["id"], json.dumps({**view, **heard}, ensure_ascii=False)

        return streams.answer(Telling("view", newest, ("view", speech)))

    return routes
