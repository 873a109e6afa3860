"""The wizard in a browser: stickers are laid, and the page says what comes next."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped] # it has no type information
from playwright.sync_api import Browser, Page, expect

from companion.deck.text import write_deck
from companion.page import serve
from tests.companion.decks import WHOLE
from tests.companion.page.wizard import STICKER, Wizard

pytestmark = pytest.mark.browser

Open = Callable[..., tuple[Page, Wizard]]


@pytest.fixture
def open_wizard(chromium: Browser, tmp_path: Path) -> Iterator[Open]:
    problems: list[str] = []
    with ExitStack() as stack:

        def open_wizard(width: int = 360, **options: Any) -> tuple[Page, Wizard]:
            wizard = Wizard(tmp_path, simulated=True)
            server = serve(wizard.app, "127.0.0.1", 0)
            stack.callback(server.close)
            Thread(target=server.run, daemon=True).start()
            context = chromium.new_context(viewport={"width": width, "height": 740}, locale="en", **options)
            stack.callback(context.close)
            page = context.new_page()
            page.set_default_timeout(10_000)
            page.on("pageerror", lambda error: problems.append(str(error)))
            page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
            page.goto(f"http://127.0.0.1:{server.effective_port}/enrol")
            page.wait_for_selector("#line[data-state=live]")
            return page, wizard

        yield open_wizard
    assert problems == []


def test_a_phone_follows_what_is_laid(open_wizard: Open) -> None:
    page, wizard = open_wizard()
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#next")).to_contain_text("Lay next: 25 km, number 1")
    wizard.lay(STICKER)
    expect(page.locator(".outcome")).to_contain_text("Enrolled: 25 km, number 1")
    wizard.lay(STICKER)
    expect(page.locator(".outcome.refused")).to_contain_text("enrolled already")
    page.get_by_role("button", name=re.compile("^Gasoline 0")).click()
    expect(page.locator("#next")).to_contain_text("Gasoline, number 1")
    page.get_by_role("button", name="Take the last one out").click()
    expect(page.locator(".outcome")).to_contain_text("Taken out again: 25 km")
    page.get_by_role("button", name="Done: play again").click()
    expect(page.get_by_role("button", name="Begin")).to_be_visible()
    assert len(wizard.registry.deck) == 0


def test_a_spare_is_chosen_by_keys_alone(open_wizard: Open) -> None:
    page, wizard = open_wizard(1280)
    page.get_by_role("button", name="Begin").press("Enter")
    page.locator("#choose-spare select").select_option("gas/3")
    page.get_by_role("button", name="The next sticker is this card").press("Enter")
    expect(page.locator("#next")).to_contain_text("Gasoline, number 3")
    page.get_by_role("button", name="Lay a blank sticker").press("Enter")
    expect(page.locator(".outcome")).to_contain_text("Enrolled: Gasoline, number 3")
    assert [str(wizard.registry.deck.entry(uid)) for uid in wizard.registry.deck] == ["gas/3"]


def test_a_deck_is_taken_from_a_file(open_wizard: Open, tmp_path: Path) -> None:
    page, wizard = open_wizard()
    (tmp_path / "deck.txt").write_text(write_deck(WHOLE))
    page.locator("input[type=file]").set_input_files(tmp_path / "deck.txt")
    page.get_by_role("button", name="Import").click()
    expect(page.locator("#next")).to_contain_text("112 of 112")
    assert wizard.registry.deck == WHOLE


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("begun", [False, True])
def test_axe_finds_nothing_and_nothing_is_cut_off(open_wizard: Open, scheme: str, *, begun: bool) -> None:
    page, wizard = open_wizard(320, color_scheme=scheme)
    if begun:
        page.get_by_role("button", name="Begin").click()
        expect(page.locator("#next")).to_contain_text("Lay next")  # before it has begun, what is laid is played
        wizard.lay(STICKER)
        wizard.lay(STICKER)
        page.locator(".outcome.refused").wait_for()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.evaluate("[...document.querySelectorAll('button')].every(b => b.scrollWidth <= b.clientWidth + 1)")
