"""A page open in a browser before a table that the test plays."""

from dataclasses import dataclass
from typing import Any, Protocol

from playwright.sync_api import Page

from tests.browser.wire import Wire
from tests.companion.page.fake_feed import FakeFeed


@dataclass
class Table:
    """The page, the feed behind it, the wire between, and the streams that the browser asked for."""

    page: Page
    feed: FakeFeed
    wire: Wire
    streams: list[str | None]
    """The Last-Event-ID of each."""


class OpenTable(Protocol):
    """Opens a page that shows `view`; `options` are those of a browser's context."""

    def __call__(self, view: dict[str, Any], *, width: int = 360, height: int = 740, **options: Any) -> Table: ...


def expect_text(page: Page, text: str) -> None:
    page.get_by_text(text).first.wait_for()
