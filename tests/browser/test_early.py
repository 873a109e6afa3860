"""Buttons that are pressed before the page's modules have come, as on a slow phone."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.table import OpenTable
from tests.companion.page import views

pytestmark = pytest.mark.browser


@contextmanager
def on_the_way(page: Page, module: str) -> Iterator[None]:
    """The page has been loaded anew but for this module, which comes when all that is to be done before is done."""
    held: list[Route] = []
    page.route(f"**/{module}", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks its handlers
    page.reload(wait_until="commit")
    page.wait_for_selector(".tool.menu")
    yield
    while not held:
        page.wait_for_timeout(10)
    for route in held:
        route.continue_()
    page.unroute(f"**/{module}")


def test_what_was_pressed_last_is_done_once_when_the_page_can(open_table: OpenTable) -> None:
    table = open_table(views.middle())
    with on_the_way(table.page, "main.js"):
        table.page.get_by_role("button", name="Undo").click()
        calm = table.page.get_by_role("button", name="Calm lights")
        for _ in range(2):
            calm.click()
        expect(calm).to_have_attribute("aria-busy", "true")
        assert table.feed.sent == []
    expect(calm).to_have_attribute("aria-pressed", "true")
    expect(calm).not_to_have_attribute("aria-busy", "true")
    assert table.feed.sent == [("calm",)]


def test_the_menu_opens_all_the_same(open_table: OpenTable) -> None:
    table = open_table(views.middle())
    with on_the_way(table.page, "main.js"):
        table.page.get_by_role("button", name="Pages").click()
        expect(table.page.get_by_role("link", name="New race").first).to_be_visible()
    table.page.wait_for_selector("#line[data-state=live]")
    assert table.feed.sent == []
