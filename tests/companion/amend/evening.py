"""A table with its referee at work and the desk beside it."""

from pathlib import Path
from typing import Any

from flask import Flask

from companion.amend.desk import RefereesDesk
from companion.desk import Desk
from companion.page import create_app
from companion.page.desk_pages import Asked, Seen, desk_pages
from companion.referee.referee import Referee
from tests.companion.table import HEAD, Table


def seen(shown: dict[str, Any]) -> Seen:
    """The race that the desk, or a preview, has shown."""
    return Seen(shown["race"], shown["count"])


class Evening:
    """Cards are laid at `table`; the desk acts through the referee's thread, as a page does."""

    def __init__(self, folder: Path, head: str = HEAD) -> None:
        self.table = Table(folder, head)
        self._open()

    def _open(self) -> None:
        self.referee = Referee(self.table.sitting)
        self.referee.start()
        self.feed = Desk(self.referee, lambda: self.table.now_ms, simulated=True)
        self.desk = RefereesDesk(self.feed, lambda: self.table.now_ms)

    def app(self) -> Flask:
        """The pages over it."""
        return create_app(self.feed, blueprints=[desk_pages(self.feed, self.desk)], beat_s=0.5)

    def lay(self, card: str, *, on: str) -> str:
        """A card touches a pad; how it was ruled: the code, else the kind of play."""
        return self.feed.ask(lambda _sitting: _said(self.table, card, on))

    def say(self, *lines: str) -> list[dict[str, Any]]:
        """Lines of a record, all at once."""
        return self.feed.submit(lines, "")

    def wait(self, seconds: float) -> None:
        """Time passes."""
        self.feed.ask(lambda _sitting: self.table.wait(seconds))

    def preview(self, n: int, line: str = "", *without: int) -> dict[str, Any]:
        """What a change would come to."""
        return self.desk.preview(Asked(n, line, without), "en")

    def amend(self, n: int, line: str = "", *without: int, command: str = "", author: str = "") -> list[dict[str, Any]]:
        """A change, made as it is previewed."""
        shown = self.preview(n, line, *without)
        return self.desk.amend(Asked(n, line, without), seen(shown), command, author)

    def take_back(self, command: str = "") -> list[dict[str, Any]]:
        """The latest change is taken back, by somebody who looks at the desk."""
        return self.desk.take_back(seen(self.desk.view("en")), command, "")

    def pull_the_plug(self) -> None:
        """The program is gone and starts again."""
        self.referee.stop()
        self.table.pull_the_plug()
        self._open()

    def close(self) -> None:
        """The evening is over."""
        self.referee.stop()
        self.table.journal.close()


def _said(table: Table, card: str, pad: str) -> str:
    ruling = table.lay(card, on=pad).ruling
    return ruling.code or ruling.play
