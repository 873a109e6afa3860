"""The page in a browser, in every state of a race: nothing for axe to find, nothing cut off on the smallest phone."""

from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped] # it has no type information
from playwright.sync_api import Browser

from companion.lang import LANGUAGES, catalogue
from companion.rules.cards import KIND_OF
from companion.sentences.say import card_name
from tests.browser.table import OpenTable
from tests.companion.page import views

pytestmark = pytest.mark.browser

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
STATES = pytest.mark.parametrize(
    "state",
    [views.start, views.middle, views.refused, views.suspected, views.asked, views.attacked, views.over, views.teams],
)


@STATES
def test_axe_finds_nothing(open_table: OpenTable, state: views.State) -> None:
    page = open_table(state(), reduced_motion="reduce").page
    for summary in page.locator(".form summary, .suggestions summary").all():
        summary.click()
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()


@STATES
def test_nothing_is_wider_than_the_screen(open_table: OpenTable, state: views.State) -> None:
    page = open_table(state(), width=320, height=640).page
    for summary in page.locator(".form summary, .suggestions summary").all():
        summary.click()
    for width in (320, 768, 1280):
        page.set_viewport_size({"width": width, "height": 640})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(
            "[...document.querySelectorAll('button:not([hidden])')].every(b => b.scrollWidth <= b.clientWidth + 1)"
        )


SIDEWAYS = """[...document.querySelectorAll("main *")].filter(
  part => getComputedStyle(part).overflowX === "auto" && part.scrollWidth > part.clientWidth + 1
).map(part => part.className)"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_list_is_wider_than_the_screen(open_table: OpenTable, language: str) -> None:
    page = open_table(views.refused(), width=320, height=640).page
    page.goto(f"{page.url}?lang={language}")
    page.get_by_role("link", name=catalogue(language, "page").text("page.report")).last.wait_for()
    assert page.evaluate(SIDEWAYS) == []


IN_PIECES = r"""() => {
  const pieces = [];
  for (const name of document.querySelectorAll(".pile p, .notice p, .needs, .states li, .car h3")) {
    const texts = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      for (const { 0: word, index } of texts.currentNode.data.matchAll(/[^\s-]+/g)) {
        const range = document.createRange();
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) pieces.push(word);
      }
    }
  }
  return pieces;
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_of_a_card_or_car_is_broken_inside_a_word(open_table: OpenTable, language: str) -> None:
    words, cards = catalogue(language, "rulings"), iter(KIND_OF)
    view = views.middle()
    for car in view["cars"]:
        for pile in ("battle", "speed", "safeties"):
            known = next(cards, "right-of-way")
            car[pile] = [{"id": "gas", "name": card_name(known, "mario-kart", words), "stroke": True}]
        car["on_turn"] = True
    page = open_table(view).page
    page.goto(f"{page.url}?lang={language}")
    for width in (320, 360, 768, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate(IN_PIECES) == [], width
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(("width", "shape"), [(360, "portrait"), (1280, "landscape")])
def test_the_track_fits_the_screen_it_is_on(open_table: OpenTable, width: int, shape: str) -> None:
    page = open_table(views.middle(), width=width).page
    assert page.locator(".track svg:visible").get_attribute("class") == shape
    assert page.locator(".track svg:visible .pawn").count() == 6


DRAWN = """[".track", ".mark", ".infield", ".bar span"].map(part => {
  const style = getComputedStyle(document.querySelector(part));
  return [style.fill, style.color, style.backgroundColor, style.backgroundImage];
})"""


def test_in_high_contrast_the_track_and_what_runs_out_are_drawn_as_ever(open_table: OpenTable) -> None:
    page = open_table(views.attacked()).page
    drawn = page.evaluate(DRAWN)
    page.emulate_media(forced_colors="active")
    assert page.evaluate(DRAWN) == drawn


def test_buttons_are_large_enough_for_a_thumb(open_table: OpenTable) -> None:
    page = open_table(views.attacked(), width=320).page
    for button in page.locator("button:visible").all():
        box = button.bounding_box()
        assert box
        assert box["height"] >= 44


def test_a_browser_too_old_for_the_scripts_follows_the_race(open_table: OpenTable, chromium: Browser) -> None:
    """It knows no `??=`, so that no module runs."""
    table = open_table(views.refused())
    context = chromium.new_context(viewport={"width": 320, "height": 568}, locale="en")
    context.add_init_script("delete Promise.any")
    context.route("**/main.js", lambda route: route.fulfill(body="an old syntax error", content_type="text/javascript"))
    page = context.new_page()
    page.goto(table.wire.address)
    page.get_by_text("Without scripts").wait_for()
    assert page.locator("main button:visible").count() == 0
    table.feed.show(views.over())
    page.get_by_text("Toad wins").wait_for()
    context.close()


def test_without_scripts_the_race_can_be_read(open_table: OpenTable, chromium: Browser) -> None:
    table = open_table(views.refused())
    context = chromium.new_context(java_script_enabled=False, locale="en")
    page = context.new_page()
    page.goto(table.wire.address)
    assert page.get_by_text("Luigi is on turn").is_visible()
    assert page.get_by_text("Not allowed").first.is_visible()
    assert page.locator("button:visible").count() == 0
    context.close()
