"""The table's web page: what stands, who is on turn, every ruling with its reason, and every correction."""

from collections.abc import Container, Iterable

from flask import Blueprint, Flask, request
from werkzeug.exceptions import HTTPException

from companion.page.access import check, in_lower_case, seal
from companion.page.api import api
from companion.page.author import Door, keep_door
from companion.page.board import Board
from companion.page.build import BUILD, build_of
from companion.page.compiled import READ, Compiled
from companion.page.errors import refuse
from companion.page.feed import Choices, EditionChoice, Feed, Malformed, Named, Unavailable, View
from companion.page.frame import frame
from companion.page.pages import pages
from companion.page.server import serve
from companion.page.stream import Streams

__all__ = [
    "Choices",
    "Door",
    "EditionChoice",
    "Feed",
    "Malformed",
    "Named",
    "Unavailable",
    "View",
    "create_app",
    "serve",
]


def create_app(
    feed: Feed,
    *,
    blueprints: Iterable[Blueprint] = (),
    trusted_hosts: Container[str] | None = None,
    door: Door | None = None,
    streams: int = 64,
    beat_s: float = 5.0,
) -> Flask:
    """Make the page's application over `feed`.

    `blueprints` are further pages (the simulated table). A request to a host that is none of `trusted_hosts` is
    answered with 400; None trusts any. Who may command is known at the `door`; without one everybody may.
    `streams` pages may be live at a time, each hearing something every `beat_s`.
    """
    app = Flask(__name__)
    # Before `debug`, which begins Jinja's environment with what is set by then.
    app.jinja_options = {**READ, "bytecode_cache": Compiled(READ)}
    app.debug = False  # whatever the environment says (FLASK_DEBUG)
    app.json.sort_keys = False  # type: ignore[attr-defined] # the default provider has it; RECORD.md's keys have an order
    app.before_request(lambda: check(request, trusted_hosts))
    keep_door(app, door)
    app.after_request(seal)
    app.wsgi_app = in_lower_case(app.wsgi_app)  # type: ignore[assignment] # Flask's own way to wrap an application
    frame(app)
    app.register_error_handler(HTTPException, refuse)
    live = Streams(feed, limit=streams, beat_s=beat_s)
    app.extensions["streams"] = live
    app.register_blueprint(api(feed, live))
    app.register_blueprint(pages(feed, live, Board(feed, app.jinja_env)))
    for blueprint in blueprints:
        app.register_blueprint(blueprint)
    app.extensions[BUILD] = build_of(app)
    return app
