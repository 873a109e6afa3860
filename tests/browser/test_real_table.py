"""The page before the real program: what people press is ruled on, every page shows it, the record tells it again."""

import json
from collections.abc import Iterator
from functools import cached_property
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.lang import catalogue
from companion.replay import replay
from companion.store.journal import Journal
from tests.companion.program import Program

pytestmark = pytest.mark.browser


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    """A table whose dispenser has no sensor: only there a card may belong to two players."""
    (tmp_path / "data").mkdir()
    with Journal(tmp_path / "data" / "races.db") as journal:
        journal.begin("cars Mario Luigi Peach Bowser")
    program = Program(tmp_path / "data")
    yield program
    program.kill()


class Phone:
    """A page on somebody's phone."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.context = browser.new_context(viewport={"width": 360, "height": 740}, locale="en")
        self.context.set_default_timeout(10_000)
        self.address = address
        self.page = self._open("/")

    @cached_property
    def desk(self) -> Page:
        """The referee's desk, in another tab."""
        return self._open("/desk")

    def _open(self, room: str) -> Page:
        page = self.context.new_page()
        page.goto(self.address + room)
        page.wait_for_selector("#line[data-state=live]")
        return page

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def enter(self, card: str, pad: str) -> None:
        """A card that the pad has not seen."""
        desk = self.desk
        desk.locator("#missed-card [name=card]").select_option(label=card)
        desk.locator("#missed-card [name=pad]").select_option(label=pad)
        desk.get_by_role("button", name="Enter the card", exact=True).click()

    def hears(self, ruling: str) -> None:
        expect(self.page.locator("#said .said")).to_have_text(ruling)

    def shows(self, car: str, fact: str) -> None:
        expect(self.page.locator(f"[data-key=car-{car}]")).to_contain_text(fact)


@pytest.fixture
def phone(chromium: Browser, program: Program) -> Iterator[Phone]:
    phone = Phone(chromium, program.address)
    yield phone
    phone.context.close()


@pytest.fixture
def other(chromium: Browser, program: Program) -> Iterator[Phone]:
    other = Phone(chromium, program.address)
    yield other
    other.context.close()


def test_a_race_is_played_by_hand_and_its_record_tells_the_same(
    program: Program, phone: Phone, other: Phone, tmp_path: Path
) -> None:
    phone.enter("Green Light", "Mario")
    phone.hears("Mario lays Green Light.")
    other.shows("Mario", "Rolling")

    phone.enter("100 km", "Luigi")
    other.hears("Luigi has not started yet and cannot play 100 km.")
    other.press("Overrule: let it stand")
    phone.hears("The table lets 100 km stand; it is charged to Luigi.")
    phone.shows("Luigi", "900 km to go")

    phone.press("Undo")
    other.shows("Luigi", "1000 km to go")
    other.press("Redo")
    phone.shows("Luigi", "900 km to go")

    for car in ("Peach", "Bowser"):
        phone.enter("Green Light", car)
        other.hears(f"{car} lays Green Light.")
    phone.enter("Speed Limit", "Peach")
    other.hears("Mario attacks Peach with Speed Limit.")
    phone.enter("Red Light", "Bowser")
    expect(other.page.locator(".question")).to_contain_text("Mario’s second attack, or Luigi’s turn?")
    other.press("Luigi’s")
    phone.hears("Luigi attacks Bowser with Red Light.")
    phone.page.locator(".ruling").get_by_text("Not mine").click()
    phone.page.locator(".ruling").get_by_role("button", name="Mario’s").click()
    other.hears("Mario attacks Bowser with Red Light.")
    other.shows("Bowser", "Stopped: Red Light")
    expect(other.page.locator("#turn")).to_contain_text("Luigi is on turn")

    race = program.ask("/api/race")["race"]
    assert last_object(download(phone.page, tmp_path)) == {**race, "file": str(tmp_path / race["file"])}


def shown(page: Page) -> object:
    """The race's page, but for the chances of winning: they grow more certain by themselves."""
    return page.evaluate(
        "() => { const main = document.querySelector('main').cloneNode(true);"
        " main.querySelector('#odds')?.remove(); return main.innerHTML }"
    )


def test_a_new_page_shows_the_race_as_the_others_do(phone: Phone, chromium: Browser, program: Program) -> None:
    phone.enter("Green Light", "Mario")
    phone.hears("Mario lays Green Light.")
    phone.press("Calm lights")
    expect(phone.page.locator("[data-calm]")).to_have_attribute("aria-pressed", "true")
    late = Phone(chromium, program.address)
    assert shown(late.page) == shown(phone.page)
    late.context.close()


def download(page: Page, folder: Path) -> Path:
    with page.expect_download() as begun:
        page.get_by_role("link", name="Download the race record").click()
    begun.value.save_as(folder / "current.race")
    return folder / "current.race"


def last_object(record: Path) -> dict[str, Any]:
    """What a replay says of the race in the end."""
    told = StringIO()
    assert replay([str(record)], catalogue("en", "rulings"), as_json=True, out=told, err=told) == 0
    race: dict[str, Any] = json.loads(told.getvalue().splitlines()[-1])["race"]
    return race
