"""The page of a simulated table, over a real referee and the metal that reads at once."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from flask import Flask
from werkzeug.test import TestResponse

from companion.desk import Desk
from companion.page import create_app
from companion.referee.referee import Referee
from companion.rules.race import Race
from companion.simulated.following import Following
from companion.simulated.page import table_blueprint
from companion.simulated.robots import Robots
from firmware.messages import Drawn, Scan
from tests.companion.simulated.tables import Table

Do = Callable[..., TestResponse]
"""Does an act of the page, with fields, under a new id."""

TRACK = tuple(range(space, space + 1) for space in range(41))
LAMPS = tuple((f"seat-{n + 1}", range(41 + 3 * n, 44 + 3 * n)) for n in range(6))


class Lights(NamedTuple):
    """A strip of a pixel for each space, then three for each pad."""

    track: tuple[range, ...] = TRACK
    pads: tuple[tuple[str, range], ...] = LAMPS


class Served(NamedTuple):
    """The application, and the table behind it."""

    app: Flask
    table: Table
    referee: Referee
    robots: Robots

    @property
    def race(self) -> Race:
        return self.referee.bulletin.latest().game.race

    def wait_for(self, play: str) -> str:
        """Wait for a ruling on such a play; its verdict."""
        bulletin, seen = self.referee.bulletin, ""
        while bulletin.wait(seen, 10):
            latest = bulletin.latest()
            seen = latest.id
            for moment in latest.moments:
                if moment.ruling.play == play:
                    return str(moment.ruling.verdict)
        raise AssertionError(f"no {play}")

    def wait_for_n(self, n: int) -> None:
        """Wait until the race has that many inputs."""
        bulletin, seen = self.referee.bulletin, ""
        while self.referee.bulletin.latest().game.n < n:
            assert bulletin.wait(seen, 10)
            seen = bulletin.latest().id


@contextmanager
def served(folder: Path, head: str = "cars Mario Luigi\ndraws seen") -> Iterator[Served]:
    """Run the table, its referee and the eyes that follow."""
    table = Table(folder, head)
    referee = Referee(table.sitting)
    table.metal.scanned = lambda pad, uid: referee.put(Scan(pad, uid, table.now_ms()))
    table.metal.drawn = lambda: referee.put(Drawn(table.now_ms()))
    desk = Desk(referee, table.now_ms, simulated=True)
    robots = Robots(table.world, referee.bulletin, desk.submit, seed=1, now_ms=table.now_ms)
    following = Following(table.world, referee.bulletin)
    app = create_app(desk, blueprints=[table_blueprint(table.world, referee.bulletin, desk, robots, Lights())])
    referee.start()
    following.start()
    try:
        yield Served(app, table, referee, robots)
    finally:
        robots.stop()
        following.stop()
        referee.stop()


def html(page: Served, language: str = "en") -> str:
    """The page as it is now."""
    answer = page.app.test_client().get("/table", headers={"Accept-Language": language})
    assert answer.status_code == 200
    return answer.text
