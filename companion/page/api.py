"""What programs ask: the race, the record, and commands as lines of the record. Answers are JSON."""

from flask import Blueprint, Response, jsonify, request

from companion.lang import catalogue
from companion.page.author import author
from companion.page.body import Body
from companion.page.feed import Feed, Malformed, Unavailable
from companion.page.head import head
from companion.page.refusal import Refused
from companion.page.speech import language
from companion.page.stream import Streams


def api(feed: Feed, streams: Streams) -> Blueprint:
    """Return the routes of the API; each answers a refused request with `{"error": what is wrong and the cure}`."""
    routes = Blueprint("api", __name__)

    @routes.get("/api/race")
    def race() -> Response:
        return jsonify(race=feed.race())

    @routes.get("/race/current.race")
    def record() -> Response:
        answer = Response(feed.record(), mimetype="text/plain")
        answer.headers["Content-Disposition"] = 'attachment; filename="current.race"'
        return answer

    @routes.post("/api/input")
    def judge() -> Response:
        body = Body.of(request)
        of = body.number("of") if body.has("of") else None
        return jsonify(rulings=feed.submit([body.text("line")], body.text("id"), of, author() or ""))

    @routes.post("/api/not-mine")
    def not_mine() -> Response:
        body = Body.of(request)
        return jsonify(rulings=feed.not_mine(body.number("n"), body.text("player"), body.text("id"), author() or ""))

    @routes.post("/api/new-race")
    def new_race() -> Response:
        body = Body.of(request)
        speech = language()
        text = head(body, feed.choices(speech), feed.latest(speech)["draws"])
        return jsonify(rulings=feed.new_race(text, body.text("id")))

    @routes.post("/api/pad")
    def lend() -> Response:
        body = Body.of(request)
        car, pad = body.text("car"), body.text("pad") if body.has("pad") else None
        feed.lend(car, pad)
        return jsonify(car=car, pad=pad)

    @routes.post("/api/lights")
    def lights() -> Response:
        calm = Body.of(request).flag("calm")
        feed.calm_lights(calm=calm)
        return jsonify(calm=calm)

    @routes.get("/healthz")
    def health() -> tuple[Response, int]:
        speech = language()
        found, view = feed.health(speech), feed.latest(speech)
        answer = jsonify(ok=not found["parts"], view=view["id"], **found, streams=streams.count())
        return answer, 200 if found["referees"] else 503

    @routes.app_errorhandler(Malformed)
    def malformed(error: Malformed) -> tuple[Response, int]:
        return jsonify(error=error.text(language())), 400

    @routes.app_errorhandler(Unavailable)
    def unavailable(error: Unavailable) -> tuple[Response, int]:
        return jsonify(error=error.text(language())), 503

    @routes.app_errorhandler(Refused)
    def refused(error: Refused) -> tuple[Response, int]:
        return jsonify(error=catalogue(language(), error.words).text(error.key, **error.facts)), error.status

    return routes
