"""Requests that are refused, cut off or answered late."""

import pytest
from playwright.sync_api import Locator, expect

from companion.page import Malformed
from tests.browser.table import OpenTable, Table, expect_text
from tests.companion.page import views
from tests.companion.page.fake_feed import entry

pytestmark = pytest.mark.browser


def refused(table: Table) -> Locator:
    table.feed.fail = Malformed("Nothing can be undone now. Look at the history.")
    table.page.get_by_role("button", name="Undo").click()
    answer = table.page.locator("#answer")
    expect(answer).to_be_visible()
    table.feed.fail = None
    return answer


def test_a_refused_request_is_explained_until_it_is_answered(open_table: OpenTable) -> None:
    table = open_table(views.middle())
    page = table.page
    answer = refused(table)
    expect(answer.get_by_role("alert")).to_have_text("Nothing can be undone now. Look at the history.")
    page.keyboard.press("Escape")
    expect(answer).to_be_hidden()
    refused(table).get_by_role("button", name="Close this message").press("Enter")
    expect(answer).to_be_hidden()
    expect(page.get_by_role("button", name="Undo")).to_be_focused()
    refused(table)
    table.feed.show(dispenser=3)
    expect_text(page, "3 cards in the dispenser")
    expect(answer).to_be_visible()
    table.feed.show(history=[*views.middle()["history"], entry(57, "noted", "Undone.")])
    expect(answer).to_be_hidden()
    refused(table)
    page.get_by_role("button", name="Calm lights").click()
    expect(answer).to_be_hidden()


UNDER = """button => {
  const { left, top, width, height } = button.getBoundingClientRect();
  const points = [[.1, .15], [.5, .5], [.9, .85]];
  return points.every(([x, y]) => button.contains(document.elementFromPoint(left + x * width, top + y * height)));
}"""


@pytest.mark.parametrize(("width", "height"), [(320, 568), (360, 740), (1280, 720)])
def test_a_message_covers_no_control_that_is_used(open_table: OpenTable, width: int, height: int) -> None:
    table = open_table(views.middle(), width=width, height=height)
    answer = refused(table)
    for name in ("Undo", "Close this message"):
        assert table.page.get_by_role("button", name=name).evaluate(UNDER), name
    table.page.get_by_role("link", name="Help Card").scroll_into_view_if_needed()
    assert table.page.get_by_role("link", name="Help Card").evaluate(UNDER)
    table.page.get_by_role("button", name="Undo").focus()
    table.page.keyboard.press("Tab")
    while table.page.evaluate("document.activeElement !== document.body"):  # to the end of the page
        assert table.page.evaluate(f"({UNDER})(document.activeElement)"), "the focus is hidden"
        table.page.keyboard.press("Tab")
    expect(answer).to_be_visible()


def test_a_command_survives_a_short_cut_and_is_done_once(open_table: OpenTable) -> None:
    table = open_table(views.refused())
    table.wire.pull()
    table.page.get_by_role("button", name="Overrule").click()
    table.wire.plug()
    table.page.clock.fast_forward(2_000)
    expect_text(table.page, "Overruled")
    assert table.feed.sent == [("input", "overrule", "57")]


def test_a_dead_table_is_told_from_a_slow_one(open_table: OpenTable) -> None:
    table = open_table(views.refused())
    table.wire.pull()
    table.page.get_by_role("button", name="Overrule").click()
    for _ in range(4):
        table.page.clock.fast_forward(4_000)
        table.page.wait_for_timeout(50)
    table.page.locator("#answer").wait_for()
    assert "did not answer" in table.page.locator("#answer").inner_text()
    assert table.feed.sent == []
