"""A table's first run at `/start`: step by step from its language to its first race, each may be left and resumed."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from flask import Blueprint, Response, abort, current_app, jsonify, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.lang import LANGUAGES, catalogue
from companion.page.body import Body
from companion.page.once import Once
from companion.page.refusal import Refused
from companion.page.speech import language

WORDS = "start"
PART = "start-now.html"


class FirstRun(Protocol):
    """The first run as the page's threads see it. All methods may be called from any thread."""

    @property
    def steps(self) -> Sequence[str]:
        """Return the steps in their order."""
        ...

    @property
    def next(self) -> str:
        """The step to go on with."""
        ...

    def view(self, language: str, step: str) -> Mapping[str, Any]:
        """Return how a step stands: JSON values, `id` another one after every change."""
        ...

    def look(self) -> None:
        """Let the doctor look at the table again."""
        ...

    def begin(self) -> None:
        """Begin the test of the pads; nothing is played while it runs."""
        ...

    def end(self) -> None:
        """Let cards be played again."""
        ...

    def touch(self, part: str) -> bool:
        """Have a simulated hand lay a card on a pad, press a button or draw; whether there is such a part."""
        ...

    def walk(self) -> None:
        """Let a light walk along track and pads."""
        ...

    def walked(self, *, right: bool) -> None:
        """Take what people say of that walk."""
        ...

    def play(self, tone: str) -> bool:
        """Let the buzzer play; whether there is such a tone."""
        ...

    def done(self, step: str) -> bool:
        """Tick a step; whether there is such a step."""
        ...

    def finish(self) -> None:
        """Be done with it."""
        ...


def start_pages(run: FirstRun) -> Blueprint:
    """Return the routes of `/start`; who is led there is said by `companion.page.lead`."""
    routes = Blueprint("start", __name__)
    _commands(routes, run)

    def drawn(speech: str, step: str) -> dict[str, str]:
        view = run.view(speech, step)
        html = current_app.jinja_env.get_template(PART).render(view=view, t=catalogue(speech, WORDS).text)
        return {"id": view["id"], "html": html}

    @routes.get("/start")
    def start() -> AnyResponse:
        return redirect(f"/start/{run.next}")

    @routes.get("/start/<step>")
    def show(step: str) -> str:
        if step not in run.steps:
            abort(404)
        speech = language()
        t, view = catalogue(speech, WORDS).text, run.view(speech, step)
        return render_template("start.html", t=t, view=view, part=drawn(speech, step), speeches=LANGUAGES)

    @routes.get("/start/<step>/news")
    def news(step: str) -> Response:
        if step not in run.steps:
            abort(404)
        speech = language()
        if run.view(speech, step)["id"] == request.args.get("after"):
            return Response(status=204)
        return jsonify(drawn(speech, step))

    return routes


def _commands(routes: Blueprint, run: FirstRun) -> None:
    done = Once()

    @routes.post("/start/api/<act>")
    def do(act: str) -> Response:
        body = Body.of(request)
        acts: dict[str, Callable[[], object]] = {
            "look": run.look,
            "begin": run.begin,
            "end": run.end,
            "touch": lambda: known(run.touch, body.text("word")),
            "walk": run.walk,
            "walked": lambda: run.walked(right=body.text("word") == "yes"),
            "play": lambda: known(run.play, body.text("word")),
            "done": lambda: known(run.done, body.text("word")),
            "finish": run.finish,
        }
        if act not in acts:
            raise Refused(404, "page.error.act", act=act, acts=", ".join(acts))
        done.do(body.text("id"), acts[act])
        return jsonify(done=act)

    def known(act: Callable[[str], bool], word: str) -> None:
        if not act(word):
            raise Refused(400, "page.error.word", word=word)
