"""The races gone by at `/races`: replayed step by step and on the lights, judged again, reported; files in and out."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, Protocol, TypeVar

from flask import Blueprint, Response, abort, current_app, jsonify, render_template, request

from companion.lang import catalogue
from companion.page.access import LONG_BODIES
from companion.page.board import CIRCUITS, ink
from companion.page.body import Body
from companion.page.feed import View
from companion.page.once import Once
from companion.page.speech import language

T = TypeVar("T")

WORDS = "races"
IMPORT = "/races/api/import"
STEPS_KEPT = 128
"""Steps that are kept as drawn, for whoever goes back and forth."""


class Taken(NamedTuple):
    """A race that was brought here: its name, and whether it was here before."""

    name: str
    known: bool


class Races(Protocol):
    """The races as the page's threads see them, each by its name: a number, `current`, or that of an imported one.

    All methods may be called from any thread; they return None for a name that no race has, and raise the page's
    Malformed and Unavailable. What they return is JSON values only.
    """

    def page(self, number: int, language: str) -> Mapping[str, Any]:
        """Return a page of the list: `races` of the table, newest first, then those `imported`."""
        ...

    def race(self, name: str, language: str) -> Mapping[str, Any] | None:
        """Return who played, how it ended, how many inputs it has, and the editions that it may be judged under."""
        ...

    def at(self, name: str, n: int, language: str) -> View | None:
        """Return the race as it was shown just after input `n` (0: at the start); None also when there is none."""
        ...

    def record(self, name: str) -> bytes | None:
        """Return the race as a record."""
        ...

    def again(self, name: str, edition: str, switches: list[str], language: str) -> Mapping[str, Any] | None:
        """Return what changes under another edition or other house rules."""
        ...

    def report(self, name: str, n: int, language: str) -> Mapping[str, Any] | None:
        """Return the shortest record that shows how input `n` is ruled."""
        ...

    def take(self, title: str, text: str, command_id: str) -> Taken:
        """Keep a race from elsewhere. A long one takes a while."""
        ...

    def taking(self, command_id: str) -> float:
        """Return how much of the race that a command brings is taken, of 1; 0 when none is being taken."""
        ...

    def remove(self, name: str) -> bool:
        """Let a race from elsewhere go; whether there was one."""
        ...

    def play(self, name: str) -> bool:
        """Run the race on the table's lights; whether there is one."""
        ...

    def stop(self) -> None:
        """Give the lights back to the table."""
        ...

    def playing(self) -> str:
        """Return the name of the race that the lights show, empty for none."""
        ...


def races_pages(races: Races) -> Blueprint:
    """Return the routes under `/races`."""
    routes = Blueprint("races", __name__)
    done = Once()
    _import(routes, races)

    @lru_cache(maxsize=STEPS_KEPT)
    def step(name: str, n: int, speech: str) -> str:
        view = found(races.at(name, n, speech))
        return current_app.jinja_env.get_template("past-at.html").render(
            t=catalogue(speech, "page").text,
            r=catalogue(speech, WORDS).text,
            name=name,
            n=n,
            view=view,
            last=view["history"][-1] if view["history"] else None,
            circuits=CIRCUITS,
            pawns={each: circuit.pawns([car["space"] for car in view["cars"]]) for each, circuit in CIRCUITS.items()},
            ink=ink,
        )

    @routes.get("/races")
    def listed() -> str:
        speech = language()
        number = request.args.get("page", default=1, type=int)
        view, limit = races.page(number, speech), LONG_BODIES[IMPORT]
        return render_template("races.html", t=catalogue(speech, WORDS).text, view=view, limit=limit)

    @routes.get("/races/<name>")
    def race(name: str) -> str:
        speech = language()
        view = found(races.race(name, speech))
        n = min(max(0, request.args.get("at", default=view["inputs"], type=int)), view["inputs"])
        html = step(view["name"], n, speech) if "broken" not in view else ""
        t = catalogue(speech, WORDS).text
        return render_template("past.html", t=t, view=view, n=n, step=html, playing=races.playing())

    @routes.get("/races/<name>/at/<int:n>")
    def at(name: str, n: int) -> Response:
        return jsonify(n=n, html=step(found(races.race(name, language()))["name"], n, language()))

    @routes.get("/races/<name>.race")
    def record(name: str) -> Response:
        return _file(found(races.record(name)), f"{name}.race")

    @routes.get("/races/<name>/again")
    def again(name: str) -> str:
        speech = language()
        view = found(races.race(name, speech))
        edition = request.args.get("edition", view.get("edition_id", ""))
        switches = request.args.getlist(f"switch-{edition}")
        twice = found(races.again(name, edition, switches, speech))
        return render_template("again.html", t=catalogue(speech, WORDS).text, view=view, again=twice)

    @routes.get("/races/<name>/report/<int:n>")
    def report(name: str, n: int) -> str:
        speech = language()
        reported = found(races.report(name, n, speech))
        return render_template("report.html", t=catalogue(speech, WORDS).text, report=reported)

    @routes.get("/races/<name>/report/<int:n>.race")
    def reported(name: str, n: int) -> Response:
        shown = found(races.report(name, n, language()))
        return _file(shown["record"].encode(), f"{shown['race']}-{n}.race")

    @routes.get("/races/api/lights")
    def lights() -> Response:
        return jsonify(race=races.playing())

    @routes.post("/races/api/<act>")
    def do(act: str) -> Response:
        body = Body.of(request)
        acts: dict[str, Callable[[], object]] = {
            "remove": lambda: races.remove(body.text("race")),
            "play": lambda: found(races.play(body.text("race")) or None),
            "stop": races.stop,
        }
        found(acts.get(act))
        done.do(body.text("id"), acts[act])
        return jsonify([])

    return routes


def _import(routes: Blueprint, races: Races) -> None:
    """Add the routes by which races come here: nobody who wants the lights waits for a long one."""
    done = Once()

    @routes.get(IMPORT)
    def taking() -> Response:
        return jsonify(taken=races.taking(request.args.get("id", "")))

    @routes.post(IMPORT)
    def take() -> Response:
        body = Body.of(request)
        file, race, command_id = body.text("file"), body.lines("race"), body.text("id")
        taken: list[Taken] = []
        done.do(command_id, lambda: taken.append(races.take(file, race, command_id)))
        return jsonify([each._asdict() for each in taken])


def found(thing: T | None) -> T:
    """Return what was asked for; the request is answered with 404 when there is none."""
    if thing is None:
        abort(404)
    return thing


def _file(data: bytes, name: str) -> Response:
    answer = Response(data, mimetype="text/plain")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
