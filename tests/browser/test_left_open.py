"""A page left open while the table's program is another one since."""

import pytest
from playwright.sync_api import Route, expect

from tests.browser.table import OpenTable, expect_text
from tests.companion.page import views

pytestmark = pytest.mark.browser


def test_a_page_older_than_the_program_is_loaded_anew_once(open_table: OpenTable) -> None:
    table = open_table(views.middle())
    loads: list[str] = []

    def out_of_a_store(route: Route) -> None:
        answer = route.fetch()
        loads.append(route.request.url)
        route.fulfill(response=answer, body=answer.text().replace('data-build="', 'data-build="old-'))

    table.page.route(table.page.url, out_of_a_store)
    with table.page.expect_event("framenavigated", lambda _frame: len(loads) == 2):
        table.page.evaluate("location.reload()")
    expect(table.page.locator("#line")).to_have_attribute("data-state", "live")
    for dispenser in (30, 31):
        table.feed.show(dispenser=dispenser)
        expect_text(table.page, f"{dispenser} cards in the dispenser")
    assert len(loads) == 2, "and it does not go on and on"


def test_a_page_of_the_program_that_runs_is_left_alone(open_table: OpenTable) -> None:
    page = open_table(views.middle()).page
    assert page.evaluate("sessionStorage.length") == 0
