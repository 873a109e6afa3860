"""The page `/join`: where the table is found, by address and QR code; and how a phone is paired."""

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple, Protocol

from flask import Blueprint, Response, current_app, jsonify, render_template, request
from markupsafe import Markup

from companion.lang import catalogue
from companion.page.author import give_token, here, token
from companion.page.body import Body
from companion.page.once import Once
from companion.page.refusal import Refused
from companion.page.speech import language

WORDS = "join"
PART = "join-now.html"
NAME_LIMIT = 24


class Doorway(Protocol):
    """The table's door as the page's threads see it. Commands raise Refused, and return a phone's token."""

    def view(self, token: str, *, here: bool) -> Mapping[str, Any]:
        """Return how it stands for who has this token."""
        ...

    def ask(self, name: str, address: str, token: str) -> str:
        """Ask to be let in by a sign from the table; `token`: the one that asked before, if any."""
        ...

    def by_pin(self, pin: str, name: str, address: str) -> str:
        """Be let in by the PIN."""
        ...

    def by_link(self, code: str, name: str, address: str) -> str:
        """Be let in by the code of a link, which works once."""
        ...

    def admit(self, number: int) -> None:
        """Let in the phone that asks with this number."""
        ...

    def turn_away(self, number: int) -> None:
        """Refuse it."""
        ...

    def remove(self, session_id: str) -> None:
        """Let a phone be paired no more."""
        ...


class Signs(NamedTuple):
    """What the table has to say yes with."""

    strip: bool
    button: bool


class Place(NamedTuple):
    """Where the table is found on one network."""

    interface: str
    """Empty for a name that all networks know."""
    url: str


def join_pages(door: Doorway, signs: Signs, hosts: Callable[[], Sequence[tuple[str, str]]]) -> Blueprint:
    """Return the routes of `/join`, and of the card to print; `hosts` are the networks now, and the host on each."""
    routes = Blueprint("join", __name__)
    done = Once()

    def places() -> list[Place]:
        port = int(request.environ["SERVER_PORT"])
        return [Place(network, f"http://{host}{f':{port}' if port != 80 else ''}/join") for network, host in hosts()]

    def drawn(speech: str) -> dict[str, Any]:
        view = door.view(token(), here=here(request))
        html = current_app.jinja_env.get_template(PART).render(
            view=view, signs=signs, limit=NAME_LIMIT, t=catalogue(speech, WORDS).text
        )
        return {"id": sha256(html.encode()).hexdigest()[:16], "html": html, "paired": view["author"] is not None}

    @routes.get("/join")
    def join() -> str:
        speech = language()
        facts = {"part": drawn(speech), "places": places(), "qr": qr, "limit": NAME_LIMIT}
        return render_template("join.html", t=catalogue(speech, WORDS).text, **facts)

    @routes.get("/join/card")
    def card() -> str:
        return render_template("join-card.html", t=catalogue(language(), WORDS).text, places=places(), qr=qr)

    @routes.get("/join/news")
    def news() -> Response:
        part = drawn(language())
        return Response(status=204) if part["id"] == request.args.get("after") else jsonify(part)

    @routes.post("/join/api/ask")
    def ask() -> Response:
        fresh = door.ask(_name(Body.of(request)), _address(), token())
        return give_token(jsonify(done="ask"), fresh)

    @routes.post("/join/api/pin")
    def pin() -> Response:
        body = Body.of(request)
        return give_token(jsonify(done="pin"), door.by_pin(body.text("pin"), _name(body), _address()))

    @routes.post("/join/api/link")
    def link() -> Response:
        body = Body.of(request)
        return give_token(jsonify(done="link"), door.by_link(body.text("code"), _name(body), _address()))

    @routes.post("/join/api/<act>")
    def do(act: str) -> Response:
        body = Body.of(request)
        acts: dict[str, Callable[[], None]] = {
            "admit": lambda: door.admit(body.number("number")),
            "turn-away": lambda: door.turn_away(body.number("number")),
            "remove": lambda: door.remove(body.text("phone")),
        }
        if act not in acts:
            raise Refused(404, "page.error.act", act=act, acts=", ".join(acts))
        done.do(body.text("id"), acts[act])
        return jsonify(done=act)

    return routes


def qr(text: str) -> Markup:
    """Draw a QR code as SVG, dark on light whatever the page is, with its quiet zone."""
    import segno  # noqa: PLC0415 - loads when a code is drawn

    code = segno.make(text, error="m", micro=False)
    return Markup(code.svg_inline(border=4, omitsize=True, dark="#000", light="#fff", svgclass="qr", lineclass=None))  # noqa: S704 - its digits are numbers


def _name(body: Body) -> str:
    name = " ".join(body.text("name").split())
    if not 0 < len(name) <= NAME_LIMIT:
        raise Refused(400, "join.error.name", words=WORDS, limit=NAME_LIMIT)
    return name


def _address() -> str:
    return request.remote_addr or ""
