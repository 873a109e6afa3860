from collections.abc import Callable, Iterator
from threading import Thread
from typing import Any

import pytest
from flask import request
from playwright.sync_api import Browser, expect, sync_playwright

from companion.page import create_app, serve
from tests.browser.chromium import CHROMIUM, PATIENCE_MS, launch
from tests.browser.table import OpenTable, Table
from tests.browser.wire import Wire
from tests.companion.page.fake_feed import FakeFeed

expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        pytest.skip("needs /usr/bin/chromium: sudo apt install chromium")
    with sync_playwright() as driver:
        browser = launch(driver)
        yield browser
        browser.close()


@pytest.fixture
def open_table(chromium: Browser) -> Iterator[OpenTable]:
    opened: list[Callable[[], None]] = []

    def open_table(view: dict[str, Any], *, width: int = 360, height: int = 740, **options: Any) -> Table:
        feed = FakeFeed(view)
        app = create_app(feed, beat_s=0.5)
        streams: list[str | None] = []

        @app.before_request
        def note() -> None:
            if request.path == "/events":
                streams.append(request.headers.get("Last-Event-ID"))

        server = serve(app, "127.0.0.1", 0)
        Thread(target=server.run, daemon=True).start()
        wire = Wire(server.effective_port)
        context = chromium.new_context(viewport={"width": width, "height": height}, locale="en", **options)
        page = context.new_page()
        page.set_default_timeout(10_000)
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on(
            "console", lambda message: problems.append(message.text) if "Content Security" in message.text else None
        )
        page.clock.install()
        page.goto(wire.address)
        page.wait_for_selector("#line[data-state=live]")

        def close() -> None:
            context.close()
            wire.close()
            server.close()
            assert problems == []

        opened.append(close)
        return Table(page, feed, wire, streams)

    yield open_table
    for close in opened:
        close()
