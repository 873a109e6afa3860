"""The simulated table in a browser: a card is chosen, laid and ruled, by touch, by mouse and by keys."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from companion.lang import LANGUAGES
from companion.page import serve
from companion.simulated.places import Area
from tests.companion.simulated.served import Served, served

pytestmark = pytest.mark.browser

HEAD = "cars Mario Luigi Peach\ndraws seen"
Open = Callable[..., tuple[Page, Served]]


@pytest.fixture
def open_hands(chromium: Browser, tmp_path: Path) -> Iterator[Open]:
    problems: list[str] = []
    with ExitStack() as stack:

        def open_hands(
            width: int = 360, height: int = 740, *, head: str = HEAD, locale: str = "en", **options: Any
        ) -> tuple[Page, Served]:
            table = stack.enter_context(served(tmp_path, head))
            server = serve(table.app, "127.0.0.1", 0)
            stack.callback(server.close)
            Thread(target=server.run, daemon=True).start()
            context = chromium.new_context(viewport={"width": width, "height": height}, locale=locale, **options)
            stack.callback(context.close)
            page = context.new_page()
            page.set_default_timeout(10_000)
            page.on("pageerror", lambda error: problems.append(str(error)))
            page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
            page.goto(f"http://127.0.0.1:{server.effective_port}/table")
            page.wait_for_selector("#line[data-state=live]")
            return page, table

        yield open_hands
    assert problems == []


def test_a_card_is_laid_and_ruled_on_a_phone(open_hands: Open) -> None:
    page, table = open_hands()
    page.get_by_role("button", name="Draw a card for Mario").click()
    page.get_by_text("Mario draws a card").wait_for()
    card = table.table.held("Mario", "green-light")
    table.table.world.lay_foreign("seat-3")
    page.locator(f"[data-card='{card}'][data-player=Mario]").click()
    page.locator(".tray").get_by_text("Mario", exact=True).click()
    page.locator("#console .verdict", has_text="Played").wait_for()
    page.locator("[data-pad=seat-1] .laid", has_text="Green Light").wait_for()
    assert page.locator(f"[data-card='{card}']").count() == 0
    assert not page.locator(".tray").is_visible()


def test_a_refused_card_is_taken_back(open_hands: Open) -> None:
    page, table = open_hands(1280, 800)
    card = str(table.table.hand("Luigi")[0])
    page.locator(f"[data-card='{card}']").drag_to(page.locator(".car [data-pad=seat-2]"))
    page.locator("#console .verdict", has_text="Not allowed").wait_for()
    page.get_by_role("button", name="Take back").click()
    page.locator(f"[data-card='{card}']").wait_for()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640), (844, 390)])
def test_whose_hand_it_is_stays_in_sight_below_the_ruling(open_hands: Open, width: int, height: int) -> None:
    page, table = open_hands(width, height)
    at = table.table.now_ms()
    table.referee.ask(lambda sitting: sitting.enter(["set Mario started yes", "Peach 100"], at))
    page.locator("#console .verdict", has_text="Not allowed").wait_for()

    def box(place: str) -> tuple[float, float]:
        found = page.locator(place).bounding_box()
        assert found
        return found["y"], found["y"] + found["height"]

    for player in ("Mario", "Luigi", "Peach"):
        for nth in (0, 5):
            card = page.locator(f"[data-hand={player}] [data-card]").nth(nth)
            card.evaluate("card => { card.scrollIntoView({ block: 'start' }); card.focus(); }")
            (above, ruling), (name, below), (own, _) = map(
                box, (".ruling", f"[data-key=seat-{player}] h2", "#seats :focus")
            )
            if height > width:
                assert above >= 0, "the ruling is seen"
                assert ruling <= name, "and covers no name"
                assert below <= own + 1, "nor does the name cover a card"
            else:
                assert own >= 0, "there is no room for it"


def test_a_card_is_laid_by_keys(open_hands: Open) -> None:
    page, table = open_hands(1280, 800)
    card = page.locator(f"[data-card='{table.table.hand('Mario')[0]}']")
    card.focus()
    page.keyboard.press("Enter")
    assert card.get_attribute("aria-pressed") == "true"
    page.keyboard.press("Escape")
    assert card.get_attribute("aria-pressed") == "false"
    card.press("Enter")
    page.keyboard.press("Enter")
    page.locator("#console .verdict", has_text="Not allowed").wait_for()


def dragged(page: Page, card: str, pad: str) -> None:
    """Take the card by the mouse, as a hand does: press, several moves, release."""
    start, end = (page.locator(where).bounding_box() for where in (f"[data-card='{card}']", pad))
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    for step in range(1, 11):
        page.mouse.move(
            start["x"]
            + start["width"] / 2
            + step / 10 * (end["x"] + end["width"] / 2 - start["x"] - start["width"] / 2),
            start["y"] + start["height"] / 2 + step / 10 * (end["y"] + 20 - start["y"] - start["height"] / 2),
        )
    page.mouse.up()


@pytest.mark.parametrize("pad", [".car [data-pad=seat-2]", ".shared [data-pad=discard]"])
def test_a_card_is_dragged_to_a_pad_by_the_mouse(open_hands: Open, pad: str) -> None:
    page, table = open_hands(1280, 800)
    page.get_by_role("button", name="Draw a card for Mario").click()
    page.get_by_text("Mario draws a card").wait_for()
    card = str(next(card for card in table.table.hand("Mario") if card.id != "green-light"))
    dragged(page, card, pad)
    page.wait_for_function("() => !document.body.matches('.holding')")
    table.wait_for_n(2)
    (moment,) = table.referee.bulletin.latest().moments[-1:]
    assert str(getattr(moment.entry.input, "card", None)) == card
    assert page.locator(".dragged, .aimed").count() == 0


def test_a_drag_goes_on_while_the_page_changes_and_ends_nowhere_by_escape(open_hands: Open) -> None:
    page, table = open_hands(1280, 800)
    card = str(table.table.hand("Mario")[0])
    box = page.locator(f"[data-card='{card}']").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 9, box["y"] + 9)
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] + 40, steps=4)
    table.table.world.lay_foreign("seat-3")
    page.get_by_text("A foreign tag lies here").wait_for()
    assert page.locator(".dragged").count() == 1
    page.keyboard.press("Escape")
    page.mouse.up()
    assert page.locator(".dragged").count() == 0
    assert card in map(str, table.table.hand("Mario"))
    assert page.locator(f"[data-card='{card}']").get_attribute("aria-pressed") == "false"


@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_discard_pad_is_seen_whole_on_a_small_laptop(open_hands: Open, players: int) -> None:
    names = " ".join(("Mario", "Luigi", "Peach", "Yoshi", "Toad", "Bowser")[:players])
    page, _table = open_hands(1280, 800, head=f"cars {names}\ndraws seen")
    for scrolled in (0, 100_000):
        page.evaluate("y => scrollTo(0, y)", scrolled)
        box = page.locator(".shared [data-pad=discard]").bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 800


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.dataset.hand ?? document.activeElement.dataset.card ?? ''"))


def test_who_works_by_keys_stays_at_the_hand(open_hands: Open) -> None:
    page, table = open_hands(1280, 800)
    name = str(table.table.hand("Mario")[0])
    for leaving in ("Escape", "keep"):
        page.locator(f"[data-card='{name}']").press("Enter")
        if leaving == "keep":
            page.locator(".tray .keep").press("Enter")
        else:
            page.keyboard.press("Escape")
        assert focused(page) == name
    page.locator(f"[data-card='{name}']").press("Enter")
    page.keyboard.press("Enter")
    assert focused(page) == "Mario"
    page.locator("#console .verdict", has_text="Not allowed").wait_for()
    assert focused(page) == "Mario"
    page.get_by_role("button", name="Take back").press("Enter")
    page.locator(f"[data-card='{name}']").wait_for()
    assert page.evaluate("document.activeElement !== document.body")


def test_a_draw_that_was_refused_is_put_back_by_a_touch(open_hands: Open) -> None:
    page, table = open_hands()
    for n, player in enumerate(("Mario", "Luigi")):
        page.get_by_role("button", name=f"Draw a card for {player}").click()
        table.wait_for_n(n + 1)
    page.get_by_role("button", name="Put Luigi’s last card back").click()
    page.get_by_text("more than the referee counts").first.wait_for(state="detached")
    assert len(table.table.hand("Luigi")) == 6


def test_a_stroke_window_counts_down_and_is_passed(open_hands: Open) -> None:
    page, table = open_hands()
    table.table.say("set Mario started yes", "set Luigi started yes", "draw", "Luigi flat-tire")
    table.referee.bulletin.post(table.table.sitting.snapshot)
    timer = page.locator("[role=timer]")
    timer.wait_for()
    before = timer.inner_text()
    page.wait_for_function("before => document.querySelector('[role=timer]').innerText !== before", arg=before)
    page.get_by_role("button", name="No stroke from Luigi").click()
    timer.wait_for(state="detached")


BROKEN_WORDS = """() => [...document.querySelectorAll(".playing .label, .player-top h3")].filter((label) => {
  const text = label.firstChild, wide = label.closest(".playing, .player").clientWidth + 1;
  const words = [...text.data.matchAll(/[^\\s-]+/g)];
  return label.getBoundingClientRect().width > wide || words.some(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return range.getClientRects().length > 1;
  });
}).map((label) => label.textContent)"""


@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize("edition", ["mario-kart", "ryvo"])
def test_no_card_s_or_hand_s_name_breaks_within_a_word(open_hands: Open, edition: str, locale: str) -> None:
    page, table = open_hands(360, head=f"edition {edition}\n{HEAD}", locale=locale)
    while table.table.world.cards(Area.DISPENSER):
        table.table.world.draw("Mario")
    page.wait_for_function("() => document.querySelectorAll('[data-player=Mario][data-card]').length > 80")
    for width in (320, 360, 768, 1024, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(BROKEN_WORDS) == []


def test_the_lights_are_those_of_the_strip(open_hands: Open) -> None:
    page, table = open_hands()
    table.table.metal.light = bytes(3 * 5) + b"\xff\x00\x00" + bytes(3 * 56)
    page.wait_for_selector("[data-pixel='5'][style*='rgb(255, 0, 0)']")
    assert page.locator("[data-pixel='6']").evaluate("pixel => pixel.style.fill") == ""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(open_hands: Open, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page, _table = open_hands(color_scheme=scheme, reduced_motion="reduce")
    page.locator(".place summary").first.click()
    page.locator("[data-card]").first.click()
    found = axe.run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("width", [320, 360, 768, 1280])
def test_nothing_is_wider_than_the_screen(open_hands: Open, width: int) -> None:
    page, _table = open_hands(width)
    page.locator("[data-card]").first.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for button in page.locator("button:visible").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44
