"""The wizard at `/enrol`: which sticker is which card, kind by kind; and the deck as text and on paper."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from flask import Blueprint, Response, current_app, jsonify, render_template, request

from companion.lang import catalogue
from companion.page.body import Body
from companion.page.once import Once
from companion.page.refusal import Refused
from companion.page.speech import language

WORDS = "setup"
PART = "enrol-now.html"


class Wizard(Protocol):
    """An enrolment as the page's threads see it. All methods may be called from any thread."""

    def view(self, language: str) -> Mapping[str, Any]:
        """Return how far it is: JSON values, `id` another one after every change."""
        ...

    def begin(self) -> None:
        """Let stickers that are laid be enrolled, and not played."""
        ...

    def end(self) -> None:
        """Let cards be played again."""
        ...

    def choose(self, word: str) -> bool:
        """Let this kind, card or command card come next; whether there is one."""
        ...

    def read_names(self, *, on: bool) -> None:
        """Let the texts on stickers say which cards they are, or no more."""
        ...

    def undo(self) -> None:
        """Take the latest sticker out again."""
        ...

    def blank(self) -> None:
        """Lay a sticker that nobody knows on a pad, where pads are simulated."""
        ...

    def take(self, text: str) -> None:
        """Take the deck from a text, in place of the one there is. Raises the page's Malformed."""
        ...

    def text(self) -> str:
        """Return the deck as text."""
        ...

    def sheet(self, language: str) -> str:
        """Return the deck as a page to print (SVG)."""
        ...


def enrol_pages(wizard: Wizard) -> Blueprint:
    """Return the routes of the wizard, of `/deck/sheet` and of `/deck/deck.txt`."""
    routes = Blueprint("enrol", __name__)
    done = Once()

    def drawn(speech: str) -> dict[str, str]:
        view = wizard.view(speech)
        html = current_app.jinja_env.get_template(PART).render(view=view, t=catalogue(speech, WORDS).text)
        return {"id": view["id"], "html": html}

    @routes.get("/enrol")
    def enrol() -> str:
        speech = language()
        t = catalogue(speech, WORDS).text
        return render_template("enrol.html", t=t, view=wizard.view(speech), part=drawn(speech))

    @routes.get("/enrol/news")
    def news() -> Response:
        speech = language()
        if wizard.view(speech)["id"] == request.args.get("after"):
            return Response(status=204)
        return jsonify(drawn(speech))

    @routes.post("/enrol/api/<act>")
    def do(act: str) -> Response:
        body = Body.of(request)
        acts: dict[str, Callable[[], object]] = {
            "begin": wizard.begin,
            "end": wizard.end,
            "undo": wizard.undo,
            "names": lambda: wizard.read_names(on=body.text("word") == "on"),
            "blank": wizard.blank,
            "choose": lambda: choose(body.text("word") if body.has("word") else ""),
            "import": lambda: wizard.take(body.lines("deck")),
        }
        if act not in acts:
            raise Refused(404, "page.error.act", act=act, acts=", ".join(acts))
        done.do(body.text("id"), acts[act])
        return jsonify(drawn(language()))

    def choose(word: str) -> None:
        if not wizard.choose(word):
            raise Refused(400, "page.error.card", word=word)

    @routes.get("/deck/deck.txt")
    def text() -> Response:
        answer = Response(wizard.text(), mimetype="text/plain")
        answer.headers["Content-Disposition"] = 'attachment; filename="deck.txt"'
        return answer

    @routes.get("/deck/sheet")
    def sheet() -> Response:
        return Response(wizard.sheet(language()), mimetype="image/svg+xml")

    return routes
