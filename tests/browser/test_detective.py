"""A card that was refused, and the touch that enters what was missed, before the real program."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.store.journal import Journal
from tests.browser.chromium import PATIENCE_MS
from tests.browser.table import OpenTable
from tests.companion.page import views
from tests.companion.program import Program

pytestmark = pytest.mark.browser

CARS = ("Mario", "Luigi", "Peach")


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    """A table whose dispenser has no sensor, where all cars have started."""
    (tmp_path / "data").mkdir()
    with Journal(tmp_path / "data" / "races.db") as journal:
        journal.begin(f"cars {' '.join(CARS)}")
    program = Program(tmp_path / "data")
    enter(program, *(f"set {car} started yes" for car in CARS))
    yield program
    program.kill()


@pytest.fixture
def phone(program: Program, chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 320, "height": 640}, locale="en")
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto(program.address)
    page.wait_for_selector("#line[data-state=live]")
    yield page
    context.close()


def enter(program: Program, *lines: str) -> None:
    for line in lines:
        program.ask("/api/input", line=line, id=line)


def shows(page: Page, car: str, fact: str) -> None:
    expect(page.locator(f"[data-key=car-{car}]")).to_contain_text(fact)


def test_one_touch_enters_what_was_missed_and_the_refused_card(program: Program, phone: Page) -> None:
    enter(program, "Luigi flat-tire", "discard 50/1", "discard 25/4", "Luigi 100/1")
    button = phone.get_by_role("button", name="Was Luigi’s Spare Tire not tapped?")
    size = button.bounding_box()
    assert size is not None
    assert size["height"] >= 44
    button.click()
    shows(phone, "Luigi", "900 km to go")
    expect(phone.locator(".suggestions")).to_have_count(0)
    race = program.ask("/api/race")["race"]
    assert (race["cars"]["Luigi"]["stopped_by"], race["turn"]) == (None, "Peach")


def test_where_any_card_will_do_one_more_touch_chooses_it(program: Program, phone: Page) -> None:
    enter(program, "Luigi 50/1")
    phone.locator("summary", has_text="Was Mario’s card not tapped?").press("Enter")
    row = phone.locator(".suggestions details[open]")
    expect(row.get_by_role("heading", name="On Mario", exact=True)).to_be_visible()
    row.get_by_role("button", name="200 km").first.click()
    shows(phone, "Mario", "800 km to go")
    shows(phone, "Luigi", "950 km to go")
    expect(phone.locator("#turn")).to_contain_text("Peach is on turn")


def test_a_touch_that_comes_too_late_is_explained(program: Program, phone: Page) -> None:
    enter(program, "Luigi flat-tire/1", "Peach flat-tire/1")
    button = phone.get_by_role("button", name="Is Flat Tire meant for Peach, not for Luigi?")
    button.wait_for()
    phone.evaluate("document.querySelector('.suggestions [data-after]').dataset.after = 1")
    button.click()
    expect(phone.locator("#answer")).to_contain_text("The race has gone on since.")
    assert program.ask("/api/race")["race"]["cars"]["Luigi"]["stopped_by"] == "flat-tire"


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1280, 800)])
def test_the_best_suggestion_and_the_overruling_are_in_sight(open_table: OpenTable, width: int, height: int) -> None:
    page = open_table(views.suspected(), width=width, height=height).page
    for name in ("Was Luigi’s Spare Tire not tapped?", "Overrule"):
        expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
