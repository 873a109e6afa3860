"""A table is set up in a browser, by touch alone: from its language to its first race, to be left and resumed."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped] # it has no type information
from playwright.sync_api import Browser, Page, expect

from companion.start.progress import STEPS
from tests.browser.house import page_of
from tests.browser.table import expect_text
from tests.companion.program import Program

pytestmark = pytest.mark.browser

Open = Callable[..., Page]


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    program = Program(tmp_path / "data")
    yield program
    program.kill()


@pytest.fixture
def open_page(chromium: Browser, program: Program) -> Iterator[Open]:
    with ExitStack() as stack:
        yield lambda path, width=360, **options: stack.enter_context(
            page_of(chromium, program.address + path, width, **options)
        )


def on(page: Page) -> None:
    """The step is done, and the next one open."""
    before = page.url
    page.get_by_role("button", name="Done, go on").click()
    page.wait_for_url(lambda url: url != before)
    page.wait_for_selector("#line[data-state=live]")


def test_a_table_is_set_up_by_touch_left_and_resumed(program: Program, open_page: Open) -> None:
    page = open_page("/start", 320)
    expect_text(page, "Which language shall this phone show?")
    page.get_by_role("link", name="Español").last.click()
    expect_text(page, "¿En qué idioma debe estar este teléfono?")
    page.get_by_role("link", name="English").last.click()
    expect_text(page, "Which language shall this phone show?")
    on(page)
    expect_text(page, "It runs as: Simulated table")
    expect(page.locator(".parts .well")).to_have_count(11)
    on(page)
    expect_text(page, "112 of 112 cards have a sticker")
    page.get_by_role("link", name="Enrol cards").last.click()
    page.get_by_role("link", name="← Set the table up").click()
    on(page)
    page.get_by_role("button", name="Begin the test").click()
    for n in range(1, 7):
        page.get_by_role("button", name=f"Lay a card: Pad {n}").click()
        expect(page.locator(f"[data-key=seat-{n}].well")).to_contain_text("has felt a card")
    expect_text(page, "Still to touch: Discard pad.")
    page.get_by_role("button", name="Press: Button: undo").click()
    expect_text(page, "was pressed")
    page.get_by_role("button", name="Draw a card").click()
    expect_text(page, "saw a card leave")
    page.get_by_role("button", name="Lay a card: Discard pad").click()
    expect_text(page, "Every pad has felt a card.")

    page.goto(program.address)  # somebody leaves, and later comes back
    page.wait_for_url("**/start/pads")
    expect(page.get_by_role("button", name="Begin the test")).to_be_visible()
    on(page)
    page.get_by_role("button", name="Let it walk").click()
    page.get_by_role("button", name="No", exact=True).click()
    expect_text(page, "If it went backward")
    page.get_by_role("button", name="Yes").click()
    expect_text(page, "The lights are as they should be.")
    on(page)
    page.get_by_role("button", name="Play: Somebody has won").click()
    expect(page.locator("[data-key=win].well")).to_be_visible()
    on(page)
    page.get_by_role("button", name="Choose who plays").click()
    page.wait_for_url("**/new")
    expect(page.locator("nav a[href='/start']")).to_have_count(0)
    page.get_by_role("button", name="Begin the race").click()
    page.get_by_role("link", name="The race is on").click()
    expect_text(page, "Mario is on turn")
    assert program.ask("/api/race")["race"]["over"] is False


def test_while_pads_are_tested_nothing_is_played(program: Program, open_page: Open) -> None:
    page = open_page("/start/pads")
    page.get_by_role("button", name="Begin the test").click()
    other = open_page("/start/sound")
    page.get_by_role("button", name="Lay a card: Pad 1").click()
    expect(page.locator("[data-key=seat-1].well")).to_be_visible()
    assert [part["code"] for part in program.ask("/healthz")["parts"]] == ["trying"]
    other.get_by_role("button", name="Done: play").click()
    expect(page.get_by_role("button", name="Begin the test")).to_be_visible()
    expect_text(other, "is on turn")
    other.wait_for_selector("#line[data-state=live]")
    expect(other.locator("[data-key^=fault]")).to_have_count(0)
    assert program.text("/race/current.race").endswith("draws seen\n")


def test_a_dead_pad_is_told_by_its_name(program: Program, open_page: Open) -> None:
    program.ask("/table/api/break", id="1", pad="seat-3")
    page = open_page("/start/pads")
    page.get_by_role("button", name="Begin the test").click()
    expect(page.locator(".wrong")).to_contain_text("No answer from: Pad 3.")
    expect(page.locator("[data-key=seat-3].fault")).to_contain_text("does not answer")
    page.goto(f"{program.address}/start/table")
    expect(page.locator(".parts .fault")).to_contain_text("Pad 3")


@pytest.mark.parametrize("language", ["en", "es"])
def test_axe_finds_nothing_and_nothing_is_cut_off(open_page: Open, language: str) -> None:
    page = open_page("/start", 320, locale=language, color_scheme="dark" if language == "es" else "light")
    for step in STEPS:
        page.goto(page.url.replace(page.url.rpartition("/")[2], step))
        page.wait_for_selector("#line[data-state=live]")
        if page.locator("[data-act=begin], [data-act=walk]").count():
            page.locator("[data-act=begin], [data-act=walk]").click()
            page.locator("[data-act=end], [data-act=walked]").first.wait_for()
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        assert page.evaluate("[...document.querySelectorAll('button')].every(b => b.scrollWidth <= b.clientWidth + 1)")
