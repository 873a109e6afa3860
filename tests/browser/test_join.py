"""Joining in a browser, before the real program: a phone watches, is let in by a hand at the table, and acts."""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped] # it has no type information
from playwright.sync_api import Browser, Page, expect

from tests.companion.program import Program

pytestmark = pytest.mark.browser

NAME = "table.localhost"
"""Browsers find it on this machine, and the table takes who comes by it for anybody's phone."""

Open = Callable[..., Page]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("joining")


@pytest.fixture(scope="module")
def program(data: Path) -> Iterator[Program]:
    """The real table's description on emulated metal."""
    program = Program(data, "--table", "six-seats", "--emulated", "--allow-host", NAME)
    yield program
    program.kill()


@pytest.fixture
def open_phone(chromium: Browser, program: Program) -> Iterator[Open]:
    with ExitStack() as stack:

        def open_phone(path: str = "/join", width: int = 360, **options: object) -> Page:
            context = chromium.new_context(viewport={"width": width, "height": 740}, locale="en", **options)  # type: ignore[arg-type] # a browser's options
            stack.callback(context.close)
            page = context.new_page()
            page.set_default_timeout(15_000)
            page.goto(program.address.replace("localhost", NAME) + path)
            page.wait_for_selector("#line[data-state=live]")
            return page

        yield open_phone


def pair(data: Path, *options: str) -> str:
    """What `mille-bornes pair` prints."""
    command = [sys.executable, "-m", "companion.cli", "pair", "--data", str(data), *options]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def ask(page: Page, name: str) -> None:
    page.locator("#ask [name=name]").fill(name)
    page.get_by_role("button", name="Act as referee").click()
    page.locator("h2 .number").wait_for()


def enter_draw(page: Page, command_id: str) -> int:
    """What the table answers when this page sends a command."""
    status: int = page.evaluate(
        """(id) => fetch("/api/input", {method: "POST", headers: {"Content-Type": "application/json"},
           body: JSON.stringify({line: "draw", id})}).then((reply) => reply.status)""",
        command_id,
    )
    return status


def check_looks(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.evaluate("[...document.querySelectorAll('button')].every(b => b.scrollWidth <= b.clientWidth + 1)")


def test_who_is_not_paired_sees_no_command_and_changes_nothing(open_phone: Open, program: Program) -> None:
    before = program.text("/race/current.race")
    page = open_phone("/")
    expect(page.get_by_text("You are watching")).to_be_visible()
    expect(page.locator("main button:visible, main form:visible")).to_have_count(0)
    assert enter_draw(page, "unpaired") == 403
    assert program.text("/race/current.race") == before
    desk = open_phone("/desk")
    expect(desk.get_by_role("heading", name="The whole race")).to_be_visible()
    expect(desk.locator("main :is(button, .form, .buttons):visible")).to_have_count(0)
    page.get_by_role("link", name="Join to act").click()
    expect(page.get_by_role("button", name="Act as referee")).to_be_visible()


def test_a_hand_that_holds_the_undo_button_lets_the_phone_in_and_the_record_says_who_acted(
    open_phone: Open, program: Program
) -> None:
    page = open_phone()
    ask(page, "Anna’s phone")
    watching = open_phone("/")
    expect(watching.locator("[data-key=phones]")).to_contain_text(page.locator("h2 .number").inner_text())
    program.ask("/table/api/hold-undo", id="hold")
    expect(page.locator("#next")).to_have_text("Anna’s phone acts as referee")
    expect(watching.locator("[data-key=phones]")).to_have_count(0)
    page.get_by_role("link", name="To the race").click()
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    assert enter_draw(page, "paired") == 200
    expect(watching.locator("#said .verdict")).to_be_visible()
    assert "Anna’s phone" in program.text("/race/current.race")


def test_tabs_left_open_act_once_their_phone_is_paired_and_watch_when_it_is_removed(
    open_phone: Open, data: Path
) -> None:
    page = open_phone("/")
    race = page.context.new_page()
    race.goto(page.url)
    race.wait_for_selector("#line[data-state=live]")
    expect(race.get_by_text("You are watching")).to_be_visible()
    page.goto(page.url + pair_link(data).lstrip("/"))
    page.locator("#link [name=name]").fill("Eve")
    page.get_by_role("button", name="Join with the link").click()
    expect(race.get_by_role("button", name="Undo")).to_be_visible(timeout=15_000)
    expect(race.get_by_text("You are watching")).to_be_hidden()
    page.get_by_role("button", name="Remove Eve").click()
    expect(race.get_by_text("You are watching")).to_be_visible(timeout=15_000)
    expect(race.get_by_role("button", name="Undo")).to_be_hidden()


def test_a_paired_phone_lets_in_another_and_removes_it(open_phone: Open, data: Path) -> None:
    carla, ben = open_phone(pair_link(data)), open_phone()
    carla.locator("#link [name=name]").fill("Carla")
    carla.get_by_role("button", name="Join with the link").click()
    expect(carla.locator("#next")).to_have_text("Carla acts as referee")
    ask(ben, "Ben")
    carla.get_by_role("button", name=re.compile("^Let number")).click()
    expect(ben.locator("#next")).to_have_text("Ben acts as referee")
    carla.get_by_role("button", name="Remove Ben").click()
    expect(ben.locator("#next")).to_have_text("This phone watches")


def pair_link(data: Path) -> str:
    found = re.search(r"/join#\S+", pair(data))
    assert found
    return found[0]


def test_a_pin_lets_the_phone_in(open_phone: Open, data: Path) -> None:
    pin = re.search(r"\d{6}", pair(data, "--pin"))
    assert pin
    page = open_phone()
    page.locator("#pin [name=name]").fill("Dora")
    page.locator("#pin [name=pin]").fill(f"{(int(pin[0]) + 1) % 10**6:06}")
    page.get_by_role("button", name="Join with the PIN").click()
    expect(page.locator("#answer")).to_contain_text("That is not the PIN")
    page.locator("#pin [name=pin]").fill(pin[0])
    page.get_by_role("button", name="Join with the PIN").click()
    expect(page.locator("#next")).to_have_text("Dora acts as referee")


def test_a_foreign_page_and_a_rebound_name_change_nothing(chromium: Browser, program: Program, tmp_path: Path) -> None:
    """On the machine itself, where the simulated table needs no pairing."""
    (tmp_path / "index.html").write_text("<!doctype html><title>elsewhere</title>")
    elsewhere = ThreadingHTTPServer(("127.0.0.1", 0), lambda *asked: Quiet(*asked, directory=str(tmp_path)))
    Thread(target=elsewhere.serve_forever, daemon=True).start()
    before = program.text("/race/current.race")
    with chromium.new_context() as context:
        page = context.new_page()
        page.goto(f"http://evil.localhost:{elsewhere.server_port}/")
        page.evaluate(
            """(address) => fetch(`${address}/api/input`, {method: "POST", mode: "no-cors", credentials: "include",
               body: JSON.stringify({line: "draw", id: "foreign"})}).catch(() => null)""",
            program.address,
        )
        answer = page.goto(program.address.replace("localhost", "evil.localhost"))
        assert answer
        assert answer.status == 400
    elsewhere.shutdown()
    elsewhere.server_close()
    assert program.text("/race/current.race") == before


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_words: object) -> None:
        """A test has nothing to say."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_nothing_is_cut_off(open_phone: Open, program: Program, scheme: str) -> None:
    page = open_phone(width=320, color_scheme=scheme)
    check_looks(page)
    ask(page, "x" * 24)
    check_looks(page)
    page.goto(page.url + "/card")
    check_looks(page)
    own = open_phone(width=320, color_scheme=scheme)
    own.goto(f"{program.address}/join")
    own.get_by_role("button", name=re.compile("^Turn number")).wait_for()
    check_looks(own)
    own.get_by_role("button", name=re.compile("^Turn number")).click()
    expect(own.get_by_text("Nobody asks to act as referee")).to_be_visible()
