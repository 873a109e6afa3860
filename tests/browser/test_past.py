"""Races gone by in a browser: scrubbed, played, brought from a file, judged again, reported, and run on the lights."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.page import serve
from companion.past.library import Taken
from companion.past.progress import Told
from tests.companion.past.past import WHOLE, PastTable
from tests.companion.program import Program

pytestmark = pytest.mark.browser

Open = Callable[..., tuple[Page, PastTable]]


@pytest.fixture
def open_past(chromium: Browser, tmp_path: Path) -> Iterator[Open]:
    problems: list[str] = []
    with ExitStack() as stack:

        def open_past(address: str, width: int = 360, **options: Any) -> tuple[Page, PastTable]:
            past = PastTable(tmp_path, WHOLE)
            server = serve(past.app, "127.0.0.1", 0)
            stack.callback(server.close)
            Thread(target=server.run, daemon=True).start()
            context = chromium.new_context(viewport={"width": width, "height": 740}, locale="en", **options)
            stack.callback(context.close)
            page = context.new_page()
            page.set_default_timeout(10_000)
            page.on("pageerror", lambda error: problems.append(str(error)))
            page.on(
                "console", lambda message: problems.append(message.text) if "Content Security" in message.text else None
            )
            page.goto(f"http://127.0.0.1:{server.effective_port}{address}")
            return page, past

        yield open_past
    assert problems == []


def at(page: Page, n: int) -> None:
    """The slider and the step are both there."""
    expect(page.locator("[data-at]")).to_have_text(f"Input {n} of 77")
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuetext", f"Input {n} of 77")
    if n:
        expect(page.locator(".past-now .number")).to_have_text(str(n))
    else:
        expect(page.locator(".past-now .said")).to_contain_text("nothing has been played")


def test_a_race_is_scrubbed_through_by_slider_links_and_keys(open_past: Open) -> None:
    page, _past = open_past("/races")
    page.get_by_role("link", name="Race 2").click()
    at(page, 77)
    expect(page.locator(".past-now .winner")).to_have_text("Peach wins")
    page.get_by_role("link", name="Start").click()
    at(page, 0)
    page.get_by_role("link", name="Next").click()
    at(page, 1)
    slider = page.get_by_role("slider")
    slider.fill("13")
    at(page, 13)
    expect(page.locator(".past-now .ruling")).to_contain_text("Peach is stopped by Red Light and cannot drive.")
    slider.press("ArrowRight")
    at(page, 14)
    page.locator("#step").focus()
    page.keyboard.press("ArrowLeft")
    at(page, 13)
    page.keyboard.press("End")
    at(page, 77)
    assert page.url.endswith("?at=77")
    page.reload()
    at(page, 77)


def test_each_step_is_announced(open_past: Open) -> None:
    page, _past = open_past("/races/2?at=12")
    live = page.locator(".past-now [aria-live=polite][aria-atomic=true]")
    expect(live).to_have_count(1)
    page.get_by_role("link", name="Next").click()
    expect(live).to_contain_text("Peach is stopped by Red Light and cannot drive.")


def test_it_plays_by_itself_and_rests(open_past: Open) -> None:
    page, _past = open_past("/races/2?at=75")
    page.get_by_role("button", name="Play").click()
    at(page, 76)
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.get_by_role("link", name="End").click()
    page.get_by_role("button", name="Play").click()
    at(page, 0)
    at(page, 1)


def test_a_file_is_brought_here_and_told_when_it_is_known(open_past: Open, tmp_path: Path) -> None:
    page, _past = open_past("/races")
    (tmp_path / "sunday.race").write_text("cars Ann Bob\nAnn green-light\n")
    page.get_by_label("The file").set_input_files(tmp_path / "sunday.race")
    page.get_by_role("button", name="Import").click()
    expect(page.locator("#title")).to_contain_text("Imported: sunday-")
    page.goto(page.url.rpartition("/races")[0] + "/races")
    page.get_by_label("The file").set_input_files(tmp_path / "sunday.race")
    page.get_by_role("button", name="Import").click()
    expect(page.locator("#taken")).to_contain_text("This race is here already: sunday-")
    page.locator("#taken a").click()
    page.get_by_role("button", name="Remove").click()
    expect(page.locator("#import")).to_be_visible()
    expect(page.get_by_role("link", name="Imported:")).to_have_count(0)


def test_how_far_a_long_race_is_read_is_shown(open_past: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page, past = open_past("/races")
    shown, take = Event(), past.library.take

    def slow(title: str, record: bytes, told: Told) -> Taken:
        def tell(done: float) -> None:
            told(done)
            if done > 0.6:
                assert shown.wait(10)

        return take(title, record, tell)

    monkeypatch.setattr(past.library, "take", slow)
    (tmp_path / "long.race").write_text("cars Ann Bob\nAnn green-light\n" + "end\n" * 1000)
    page.get_by_label("The file").set_input_files(tmp_path / "long.race")
    expect(page.get_by_role("progressbar")).to_have_count(0)
    page.get_by_role("button", name="Import").click()
    bar = page.get_by_role("progressbar", name="Reading and judging the race")
    expect(bar).to_be_visible()
    assert 0.6 < float(str(bar.get_attribute("value") or bar.evaluate("bar => bar.value"))) < 1
    shown.set()
    expect(page.locator("#title")).to_contain_text("Imported: long-")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"cars Ann Bob\nAnn greenlight\n", "bad.race:2: there is no card"),
        (b"cars Ann Bob\nAnn green-light # \xff\n", "bad.race:2: this is no UTF-8 text"),
        (b"#" * 600_000, "bad.race is longer than 512 kB"),
    ],
    ids=["card", "bytes", "long"],
)
def test_a_file_that_is_no_race_is_explained(open_past: Open, tmp_path: Path, content: bytes, said: str) -> None:
    page, past = open_past("/races")
    (tmp_path / "bad.race").write_bytes(content)
    page.get_by_label("The file").set_input_files(tmp_path / "bad.race")
    page.get_by_role("button", name="Import").click()
    expect(page.locator("#answer")).to_contain_text(said)
    assert past.library.shelf.names() == []


def test_a_ruling_is_reported_as_people_complete_it(open_past: Open) -> None:
    page, _past = open_past("/races/2?at=13")
    page.get_by_role("link", name="Report this ruling").click()
    record = page.get_by_label("The record")
    expect(record).to_have_value(re.compile("#> illegal stopped"))
    record.fill("cars Ann Bob\nAnn 25  #> legal distance")
    expect(page.locator("#mail")).to_have_attribute("href", re.compile("legal%20distance$"))
    page.get_by_role("button", name="Copy").click()
    expect(page.locator("#copied")).to_have_text("Copied.")


def test_other_rules_are_tried_without_scripts(open_past: Open) -> None:
    page, _past = open_past("/races/2?at=13", java_script_enabled=False)
    expect(page.locator(".past-now .number")).to_have_text("13")
    page.get_by_role("link", name="Next").click()
    expect(page.locator(".past-now .number")).to_have_text("14")
    page.get_by_label("Mille Bornes: Ryvo").check()
    page.get_by_role("button", name="Judge again").click()
    expect(page.locator("#title")).to_contain_text("Ryvo")


@pytest.mark.slow
def test_a_race_runs_on_the_simulated_tables_lights_until_a_card_is_laid(chromium: Browser, tmp_path: Path) -> None:
    program = Program(tmp_path)
    page = chromium.new_context(locale="en").new_page()
    try:
        (taken,) = program.ask("/races/api/import", id="c1", file="whole.race", race=WHOLE.read_text())
        page.set_default_timeout(15_000)
        page.goto(f"{program.address}/races/{taken['name']}")
        page.get_by_role("button", name="Show it on the board").click()
        expect(page.locator("#shown")).to_have_text("The board shows this race.")
        assert program.ask("/races/api/lights") == {"race": taken["name"]}
        program.ask("/table/api/foreign", id="c2", pad="seat-1")
        expect(page.locator("#shown")).to_have_text("The board is back at the race that runs.", timeout=15_000)
        expect(page.get_by_role("button", name="Show it on the board")).to_be_visible()
    finally:
        page.context.close()
        program.kill()
