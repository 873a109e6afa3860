"""The chances in a browser: seen while the race is played, kept beside a fresh board, and switched off."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Thread
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped] # it has no type information
from playwright.sync_api import Browser, Page, expect

from companion.page import serve
from tests.companion.odds.evening import Evening

pytestmark = pytest.mark.browser


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with ExitStack() as stack:
        yield Evening(tmp_path, stack)


@pytest.fixture
def opened(chromium: Browser, evening: Evening) -> Iterator[Page]:
    with ExitStack() as stack:
        server = serve(evening.page(), "127.0.0.1", 0)
        stack.callback(server.close)
        Thread(target=server.run, daemon=True).start()
        context = chromium.new_context(viewport={"width": 320, "height": 740}, locale="en", reduced_motion="reduce")
        stack.callback(context.close)
        page = context.new_page()
        page.set_default_timeout(20_000)
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
        page.goto(f"http://127.0.0.1:{server.effective_port}/")
        page.wait_for_selector("#line[data-state=live]")
        yield page
        assert problems == []


def test_the_chances_follow_the_race_and_are_switched_off_and_on(opened: Page, evening: Evening) -> None:
    odds = opened.locator("#odds")
    expect(odds.get_by_text("60 % ± 1")).to_be_visible()
    evening.say("Mario green-light")
    expect(odds.get_by_text("Over the race, in percent")).to_be_visible()
    expect(opened.locator(".ruling")).to_be_visible()
    odds.get_by_role("button", name="Do not show the chances").click()
    expect(odds.get_by_text("The chances of winning are not reckoned.")).to_be_visible()
    odds.get_by_role("button", name="Show the chances").click()
    expect(odds.get_by_text("60 % ± 1")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_nothing_is_wider_than_a_phone(
    opened: Page, evening: Evening, scheme: Literal["light", "dark"]
) -> None:
    opened.emulate_media(color_scheme=scheme)
    evening.say("Mario green-light")
    expect(opened.locator("#odds figure")).to_be_visible()
    found = Axe().run(opened)
    assert found.violations_count == 0, found.generate_report()
    assert opened.evaluate("document.documentElement.scrollWidth") <= 320
