"""Every page of the house: nothing for axe to find, nothing cut off, light, and all its own."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Literal, NamedTuple

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped] # it has no type information
from playwright.sync_api import Browser, Page, Response

from companion.page.frame import ROOMS
from companion.start.progress import STEPS
from tests.browser.house import page_of
from tests.companion.program import Program

pytestmark = pytest.mark.browser

WHOLE = Path(__file__).parent.parent / "races" / "mario-kart" / "whole-race-1000.race"
PAGES = [
    "/",
    "/desk",
    "/new",
    "/new/set-up",
    "/help-card",
    "/help-card?edition=ryvo",
    "/races",
    "{past}?at=13",
    "{past}/again?edition=ryvo",
    "{past}/report/13",
    "/table",
    "/enrol",
    "/join",
    "/join/card",
    "/start",
    *(f"/start/{step}" for step in STEPS),
    "/nowhere",
]
"""`{past}` is a race gone by."""
WIDTHS = (320, 1280)
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
LIMIT_BYTES = 150_000

CUT_OFF = """[...document.querySelectorAll("button, .download")].filter((control) => control.offsetHeight
  && control.scrollWidth > control.clientWidth + 1).map((control) => control.textContent.trim())"""
TOO_SMALL = """[...document.querySelectorAll("main :is(button, select, input, .download)")].filter((control) =>
  control.offsetHeight && control.offsetHeight < 44 && !["radio", "checkbox"].includes(control.type)
).map((control) => control.outerHTML)"""


class House(NamedTuple):
    """The program, in the midst of a race, and the address of a race gone by."""

    program: Program
    past: str

    @contextmanager
    def opened(self, browser: Browser, path: str) -> Iterator[tuple[Page, list[Response]]]:
        """The page, when it is all there, and every answer that it is made of."""
        answers: list[Response] = []

        def note(answer: Response) -> None:  # the driver takes no method of a list
            answers.append(answer)

        with page_of(browser, "about:blank", WIDTHS[0], reduced_motion="reduce") as page:
            page.on("response", note)
            page.goto(self.program.address + path.format(past=self.past), wait_until="load")
            page.wait_for_function("() => (document.getElementById('line')?.dataset.state ?? 'live') === 'live'")
            if path == "/":
                page.locator("#odds > *").first.wait_for()
            yield page, answers


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    program = Program(tmp_path_factory.mktemp("house"))
    lines = ("set Mario started yes", "draw", "Mario 100", "draw", "Luigi 200", "overrule")
    for line in lines:
        program.ask("/api/input", line=line, id=line)
    (taken,) = program.ask("/races/api/import", id="import", file="whole.race", race=WHOLE.read_text("utf-8"))
    yield House(program, f"/races/{taken['name']}")
    program.kill()


def test_no_room_is_left_out() -> None:
    assert {room.address for room in ROOMS} <= set(PAGES)


@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_and_nothing_is_cut_off(house: House, chromium: Browser, path: str) -> None:
    with house.opened(chromium, path) as (page, _answers):
        for width, scheme in product(WIDTHS, SCHEMES):
            page.set_viewport_size({"width": width, "height": 740})
            page.emulate_media(color_scheme=scheme)
            found = Axe().run(page)
            assert found.violations_count == 0, found.generate_report()
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert page.evaluate(CUT_OFF) == []
            assert page.evaluate(TOO_SMALL) == []


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_light_and_all_its_own(house: House, chromium: Browser, path: str) -> None:
    with house.opened(chromium, path) as (_page, answers):
        sizes = {answer.url: weight(answer) for answer in answers}
        assert [url for url in sizes if not url.startswith(house.program.address)] == []
        assert sum(sizes.values()) < LIMIT_BYTES, sizes
        document = next(answer for answer in answers if answer.status != 302)
        policy = document.header_value("content-security-policy") or ""
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
        html = document.text()
        assert not re.search(r"<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=|javascript:", html)


def weight(answer: Response) -> int:
    """Bytes of an answer; a stream has no end, a redirection no body, nor has the news that there is none."""
    streams = "event-stream" in answer.headers.get("content-type", "")
    return 0 if streams or answer.status in (204, 302, 304) else len(answer.body())
