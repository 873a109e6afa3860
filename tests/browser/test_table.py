"""The page follows the race without reload, and says when it does not."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.table import OpenTable, expect_text
from tests.companion.page import views
from tests.companion.page.fake_feed import entry

pytestmark = pytest.mark.browser


def test_a_ruling_appears_without_reload(open_table: OpenTable) -> None:
    table = open_table(views.middle())
    table.page.evaluate("window.same = true")
    view = views.refused()
    table.feed.show(view)
    expect_text(table.page, view["warning"]["text"])
    expect(table.page.locator("#said .verdict")).to_have_text("Not allowed")
    assert table.page.evaluate("window.same")


def test_a_pawn_drives_to_its_new_space(open_table: OpenTable) -> None:
    table = open_table(views.middle())
    pawn = table.page.locator("[data-key=portrait-Mario]")
    before = pawn.get_attribute("transform")
    view = views.middle()
    view["cars"][0].update(km=650, space=26, to_go=350)
    table.feed.show(view)
    expect_text(table.page, "650 km")
    assert pawn.get_attribute("transform") != before


def test_an_update_disturbs_nobody_who_is_busy(open_table: OpenTable) -> None:
    table = open_table(views.middle())
    page = table.page
    page.locator(".entries summary").first.click()
    page.locator("[data-key=undo]").focus()
    table.feed.show(dispenser=7, history=[*views.middle()["history"], entry(57, "noted", "Undone.")])
    expect_text(page, "7 cards in the dispenser")
    assert page.locator("[data-key=entry-56] details").get_attribute("open") is not None
    assert page.evaluate("document.activeElement.dataset.key") == "undo"


def test_after_a_cut_line_the_page_takes_up_where_it_was(open_table: OpenTable) -> None:
    table = open_table(views.middle())
    table.feed.show(dispenser=40)
    expect_text(table.page, "40 cards in the dispenser")
    heard = table.feed.latest("en")["id"]
    table.wire.pull()
    table.feed.show(dispenser=39)
    table.feed.show(dispenser=38)
    table.wire.plug()
    expect_text(table.page, "38 cards in the dispenser")
    assert table.streams[0] is None
    assert table.streams[-1] == heard


def test_a_page_that_hears_nothing_says_so_and_heals_itself(open_table: OpenTable) -> None:
    table = open_table(views.middle())
    page = table.page
    assert page.locator("#stale").is_hidden()
    table.wire.pull()
    page.clock.fast_forward(16_000)
    page.locator("#stale").wait_for()
    assert re.match(r"Not live: .* Nothing heard for 1\d s\.", page.locator("#stale").inner_text())
    assert page.locator("#line").inner_text() == "Not live"
    table.feed.show(dispenser=12)
    table.wire.plug()
    page.clock.fast_forward(6_000)
    expect_text(page, "12 cards in the dispenser")
    page.locator("#stale").wait_for(state="hidden")
    assert page.locator("#line").inner_text() == "Live"


def test_a_restarted_table_is_followed_again(open_table: OpenTable) -> None:
    table = open_table(views.middle())
    table.wire.pull()
    table.feed.reboot()
    table.wire.plug()
    table.feed.show(dispenser=33)
    table.page.clock.fast_forward(6_000)
    expect_text(table.page, "33 cards in the dispenser")


def test_a_stroke_window_shrinks_and_can_be_passed(open_table: OpenTable) -> None:
    view = views.attacked()
    view["windows"][0]["left_ms"] = 50_000
    table = open_table(view)
    page = table.page
    timer = page.locator("[data-window='0'] [role=timer]")
    expect(timer).to_have_text(re.compile("^[2-4][0-9] s left$"))
    page.clock.fast_forward(30_000)
    expect(timer).to_have_text(re.compile("^1?[0-9] s left$"))
    page.get_by_role("button", name="No stroke from Luigi").click()
    page.locator(".window").first.wait_for(state="detached")
    assert table.feed.sent == [("input", "pass Luigi")]


def test_calm_lights_are_switched_on_and_off(open_table: OpenTable) -> None:
    table = open_table(views.middle())
    switch = table.page.get_by_role("button", name="Calm lights")
    expect(switch).to_have_accessible_description("The table’s lights fade slowly instead of flashing.")
    for pressed, sent in (("true", "calm"), ("false", "lively")):
        switch.click()
        expect(switch).to_have_attribute("aria-pressed", pressed)
        assert table.feed.sent[-1] == (sent,)


def test_the_language_is_chosen_on_the_page(open_table: OpenTable) -> None:
    page = open_table(views.middle()).page
    page.get_by_role("button", name="Pages").click()
    page.locator(".languages summary").click()
    page.get_by_role("link", name="Español").click()
    expect_text(page, "Es el turno de Luigi")
    assert page.locator("html").get_attribute("lang") == "es"
