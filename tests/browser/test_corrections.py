"""What people press to put the race right, as lines of the record."""

import pytest

from tests.browser.table import OpenTable, expect_text
from tests.companion.page import views

pytestmark = pytest.mark.browser


def test_overrule_lets_the_refused_tap_stand(open_table: OpenTable) -> None:
    table = open_table(views.refused())
    table.page.get_by_role("button", name="Overrule").click()
    expect_text(table.page, "Overruled: Luigi cannot drive")
    assert table.feed.sent == [("input", "overrule", "57")]
    assert table.page.get_by_role("button", name="Overrule").count() == 0


def test_whose_card_is_answered_by_a_name(open_table: OpenTable) -> None:
    table = open_table(views.asked())
    table.page.get_by_role("button", name="Mario’s", exact=True).click()
    expect_text(table.page, "It was Mario’s.")
    assert table.feed.sent == [("input", "by Mario", "56")]
    table.page.locator(".question").wait_for(state="detached")


def test_not_mine_charges_another_player(open_table: OpenTable) -> None:
    table = open_table(views.middle())
    table.page.locator(".ruling summary").click()
    table.page.locator(".ruling").get_by_role("button", name="Peach’s").click()
    expect_text(table.page, "Charged to Peach")
    assert table.feed.sent == [("not-mine", "56", "Peach")]
