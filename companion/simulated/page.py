"""The page of the simulated table: hands, pads and dispenser to be used in a browser, robots to be watched."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from shlex import quote

from flask import Blueprint, Response, current_app, jsonify, render_template, request

from companion.lang import catalogue
from companion.page.board import ink
from companion.page.body import Body
from companion.page.circuit import LANDSCAPE
from companion.page.feed import Feed
from companion.page.once import Once
from companion.page.refusal import Refused
from companion.page.speech import language
from companion.referee.bulletin import Bulletin
from companion.rules.write import write_head
from companion.simulated.live import Live
from companion.simulated.metal import Layout
from companion.simulated.picture import picture, pixels_on
from companion.simulated.robots import Robots
from companion.simulated.world import Misplaced, World

WORDS = "simulated"
PARTS = ("console", "seats", "robots")
"""What the stream brings anew, each by its template."""
SPEEDS = {"slow": 0.5, "normal": 2.0, "fast": 8.0, "flat-out": 200.0}
"""What robots may be asked for, in things done a second."""
NEW_RACE_S = 2.0


def table_blueprint(
    world: World,
    bulletin: Bulletin,
    feed: Feed,
    robots: Robots,
    layout: Layout | None,
    hold_undo: Callable[[], None] | None = None,
) -> Blueprint:
    """Return the routes at `/table`; `layout` is the strip's, `hold_undo` holds the undo button; None without one."""
    routes = Blueprint("simulated", __name__, url_prefix="/table", template_folder="templates", static_folder="static")
    live = Live(lambda: (bulletin.latest().id, world.version, robots.running, robots.speed), world.pixels)
    done = Once()

    def drawn(speech: str) -> Callable[[], dict[str, str]]:
        templates = {part: current_app.jinja_env.get_template(f"{part}.html") for part in PARTS}

        def draw() -> dict[str, str]:
            snapshot = bulletin.latest()
            world.follow(snapshot)
            view = feed.latest(speech)
            facts = {
                "t": catalogue(speech, WORDS).text,
                "p": catalogue(speech, "page").text,
                "j": catalogue(speech, "join").text,
                "has_undo": hold_undo is not None,
                "view": view,
                "last": view["history"][-1] if view["history"] else None,
                "table": picture(world, snapshot.game.race, view, layout, speech),
                "robots": robots,
                "speeds": SPEEDS,
                "word": quote,
                "ink": ink,
            }
            return {part: template.render(facts) for part, template in templates.items()}

        return draw

    @routes.get("")
    def table() -> str:
        speech = language()
        return render_template(
            "table.html",
            t=catalogue(speech, WORDS).text,
            circuit=LANDSCAPE,
            pixels=pixels_on(LANDSCAPE, layout) if layout else [],
            parts=drawn(speech)(),
        )

    @routes.get("/events")
    def events() -> Response:
        return live.answer(drawn(language()))

    @routes.post("/api/<act>")
    def do(act: str) -> Response:
        body = Body.of(request)
        acts = {
            "draw": lambda: world.draw(body.text("player")),
            "lay": lambda: world.lay(body.text("player"), world.card(body.text("card")), body.text("pad")),
            "put-back": lambda: world.put_back(body.text("player")),
            "even-out": world.even_out,
            "take-back": lambda: world.take_back(body.text("pad")),
            "put-aside": lambda: world.put_aside(body.text("pad")),
            "throw-out": lambda: world.throw_out(world.card(body.text("card"))),
            "foreign": lambda: world.lay_foreign(body.text("pad")),
            "break": lambda: world.break_reader(body.text("pad"), broken=True),
            "repair": lambda: world.break_reader(body.text("pad"), broken=False),
            "race": lambda: race(body.text("speed"), body.text("id")),
            "rest": robots.stop,
        }
        if hold_undo is not None:
            acts["hold-undo"] = hold_undo
        with _told():
            if act not in acts:
                raise Misplaced("no-such-act", act=act, acts=", ".join(acts))
            done.do(body.text("id"), acts[act])
        return jsonify(done=act)

    def race(speed: str, command_id: str) -> None:
        """Robots race, in a new race if the running one is over."""
        if speed not in SPEEDS:
            raise Misplaced("no-such-speed", speed=speed, speeds=", ".join(SPEEDS))
        snapshot = bulletin.latest()
        if snapshot.game.race.over:
            feed.new_race("\n".join(write_head(snapshot.game.race.setup)), command_id)
            bulletin.wait(snapshot.id, NEW_RACE_S)
        robots.start(SPEEDS[speed])

    return routes


@contextmanager
def _told() -> Iterator[None]:
    """What cannot be done is told in the asker's language."""
    try:
        yield
    except Misplaced as error:
        raise Refused(400, f"misplaced.{error.problem}", words=WORDS, **error.facts) from error
