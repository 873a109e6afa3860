"""The referee's desk in a browser, before a real referee."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Thread

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped] # it has no type information
from playwright.sync_api import Browser, Page, expect

from companion.page import serve
from tests.companion.amend.evening import Evening

pytestmark = pytest.mark.browser

PHONE = (320, 640)
LAPTOP = (1280, 800)
Open = Callable[[tuple[int, int]], tuple[Page, Evening]]


@pytest.fixture
def open_desk(chromium: Browser, tmp_path: Path) -> Iterator[Open]:
    problems: list[str] = []
    with ExitStack() as stack:

        def open_desk(size: tuple[int, int]) -> tuple[Page, Evening]:
            evening = Evening(tmp_path)
            stack.callback(evening.close)
            evening.say("Mario green-light/1", "Luigi green-light/2", "Peach green-light/3")
            evening.say("Luigi 25/1", "Peach 50/1", "Mario 75/1")
            server = serve(evening.app(), "127.0.0.1", 0)
            stack.callback(server.close)
            Thread(target=server.run, daemon=True).start()
            context = chromium.new_context(viewport={"width": size[0], "height": size[1]}, locale="en")
            stack.callback(context.close)
            page = context.new_page()
            page.set_default_timeout(20_000)
            page.on("pageerror", lambda error: problems.append(str(error)))
            page.goto(f"http://127.0.0.1:{server.effective_port}/desk")
            page.wait_for_selector("#line[data-state=live]")
            return page, evening

        yield open_desk
    assert problems == []


def insert_missed_card(page: Page) -> None:
    page.locator("[data-n='4'] [data-act=insert]").click()
    change = page.locator("#change")
    change.locator("[name=card]").select_option("gas")
    change.locator("[name=pad]").select_option("discard")
    expect(change.locator("#preview")).to_contain_text("2 later rulings change")
    expect(change.locator("#preview")).to_contain_text("Luigi Kilometres: 0 km → 25 km")


@pytest.mark.parametrize("size", [PHONE, LAPTOP])
def test_a_card_missed_three_plays_back_is_put_in_and_taken_back(open_desk: Open, size: tuple[int, int]) -> None:
    page, evening = open_desk(size)
    insert_missed_card(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert Axe().run(page).response["violations"] == []
    page.get_by_role("button", name="Accept the change").click()
    page.locator("[data-key=line-11]").wait_for()
    expect(page.locator("#change")).to_be_hidden()
    assert [car.km for car in evening.table.race.cars] == [75, 25, 50]
    expect(page.locator("[data-key=line-6]")).to_contain_text("Undone")
    page.get_by_role("button", name="Take back the change").click()
    page.locator("[data-key=line-18]").wait_for()
    assert [car.km for car in evening.table.race.cars] == [75, 0, 0]


def test_a_later_line_is_left_out_by_its_mark(open_desk: Open) -> None:
    page, evening = open_desk(LAPTOP)
    insert_missed_card(page)
    page.locator("[data-key=changed-5]").get_by_label("Leave out").check()
    expect(page.locator("#preview")).to_contain_text("1 input is left out")
    expect(page.locator("#preview")).to_contain_text("Mario Kilometres: 75 km → 0 km")
    page.get_by_role("button", name="Accept the change").click()
    page.locator("[data-key=line-10]").wait_for()
    assert [car.km for car in evening.table.race.cars] == [0, 25, 0]


def test_a_line_is_changed_from_what_it_was(open_desk: Open) -> None:
    page, evening = open_desk(LAPTOP)
    page.locator("[data-n='6'] [data-act=change]").click()
    change = page.locator("#change")
    expect(change.locator("[name=card]")).to_have_value("75/1")
    expect(change.locator("[name=card] option", has_text="75 km")).to_have_count(1)
    expect(change.locator("[name=pad]")).to_have_value("Mario")
    change.locator("[name=card]").select_option("100")
    expect(change.locator("#preview")).to_contain_text("Mario Kilometres: 75 km → 100 km")
    page.get_by_role("button", name="Accept the change").click()
    expect(change).to_be_hidden()
    assert evening.table.race.cars[0].km == 100


def test_a_line_is_removed_and_the_panel_left_by_escape(open_desk: Open) -> None:
    page, _evening = open_desk(LAPTOP)
    remove = page.locator("[data-n='6'] [data-act=remove]")
    remove.press("Enter")
    expect(page.locator("#preview")).to_contain_text("Mario Kilometres: 75 km → 0 km")
    page.keyboard.press("Escape")
    expect(page.locator("#change")).to_be_hidden()
    expect(remove).to_be_focused()


def test_the_preview_follows_a_race_that_goes_on(open_desk: Open) -> None:
    page, evening = open_desk(LAPTOP)
    insert_missed_card(page)
    evening.say("Luigi 25/2")
    expect(page.locator("#preview")).to_contain_text("2 later rulings stay the same")
    page.get_by_role("button", name="Accept the change").click()
    expect(page.locator("#change")).to_be_hidden()


def test_a_missed_card_is_entered_and_nobody_who_fills_in_is_disturbed(open_desk: Open) -> None:
    page, evening = open_desk(PHONE)
    form = page.locator("#missed-card")
    form.locator("[name=card]").select_option("50")
    form.locator("[name=pad]").select_option("Luigi")
    evening.say("Luigi 100/1 by Mario")
    page.locator("[data-key=line-7]").wait_for()
    page.get_by_role("button", name="Enter the card").click()
    page.locator("[data-key=line-8]").wait_for()
    assert evening.table.lines[-1] == "Luigi 50"


def test_only_what_differs_is_put_right_all_at_once(open_desk: Open) -> None:
    page, evening = open_desk(PHONE)
    page.locator("summary", has_text="Put a fact right").press("Enter")
    peach = page.get_by_role("group", name="Peach", exact=True)
    expect(peach.locator("[name=value]:visible")).to_have_count(0)
    peach.get_by_label("is different: Peach Kilometres").check()
    peach.locator("input[type=number]").fill("325")
    peach.get_by_label("is different: Peach All safeties it has").check()
    peach.get_by_label("Gasoline Tanker").check()
    table = page.get_by_role("group", name="The table")
    table.get_by_label("is different: Who is on turn").check()
    table.locator("select").select_option("Mario")
    page.get_by_role("button", name="Put it right").click()
    page.locator("[data-key=line-9]").wait_for()
    race = evening.table.race
    assert (race.cars[2].km, race.cars[2].safeties, race.turn) == (325, ("gas-tank",), 0)
    assert evening.table.lines[6:] == ["set turn Mario", "set Peach safeties gas-tank", "set Peach km 325"]


def test_a_pause_and_a_skip_take_one_touch(open_desk: Open) -> None:
    page, evening = open_desk(PHONE)
    page.get_by_role("button", name="Pause").click()
    page.locator("[data-key=paused]").wait_for()
    page.get_by_role("button", name="Go on").click()
    page.locator("[data-key=paused]").wait_for(state="detached")
    page.get_by_role("button", name="Skip Luigi: Peach is on turn").click()
    page.get_by_role("heading", name="Peach is on turn").wait_for()
    assert evening.table.lines[-1] == "set turn Peach"


def test_cards_that_are_left_are_counted_and_the_race_goes_on(open_desk: Open) -> None:
    page, evening = open_desk(PHONE)
    evening.say("set dispenser 1", "Luigi 50/2")
    page.get_by_label("How many are left").fill("9")
    page.get_by_role("button", name="Go on with them").click()
    page.get_by_role("heading", name="Peach is on turn").wait_for()
    assert evening.table.race.dispenser == 9


def test_a_very_long_race_is_looked_through_page_by_page(open_desk: Open) -> None:
    page, evening = open_desk(PHONE)
    evening.say(*["end"] * 100)
    page.locator("[data-key=line-106]").wait_for()
    expect(page.locator(".lines li")).to_have_count(30)
    page.get_by_role("link", name="Older").click()
    page.locator("[data-key=line-76]").wait_for()
    evening.say("end")
    page.get_by_role("link", name="Newer").first.click()
    page.locator("[data-key=line-106]").wait_for()
    newest, newer = page.locator("[data-key=line-107]"), page.get_by_role("link", name="Newer").first
    newest.or_(newer).first.wait_for()
    if not newest.is_visible():  # the page that was asked for ended before the line that came meanwhile
        newer.click()
    newest.wait_for()
