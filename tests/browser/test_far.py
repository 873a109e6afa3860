"""What is read across the table or on a small phone, by who sees no colour or nothing."""

import re
from base64 import b64encode
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

import companion.page
from tests.browser.table import OpenTable
from tests.companion.page import views

pytestmark = pytest.mark.browser

TEN_MM = 59
"""Pixels on a tablet of 10 inches with 1280 by 800 of them: 149 to the inch. The browser's bars take some of them."""
HEIGHT = """selector => {
  const text = document.querySelector(selector), style = getComputedStyle(text);
  const ink = document.createElement("canvas").getContext("2d");
  ink.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const { actualBoundingBoxAscent, actualBoundingBoxDescent } = ink.measureText("lg");
  return actualBoundingBoxAscent + actualBoundingBoxDescent;
}"""
"""From the top of an l to the foot of a g."""


def foot(page: Page, selector: str) -> float:
    box = page.locator(selector).bounding_box()
    assert box
    return box["y"] + box["height"]


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1280, 632), (1024, 664), (800, 1280)])
@pytest.mark.parametrize(("state", "turn"), [(views.refused, ".turn h2"), (views.over, ".winner")])
def test_turn_and_ruling_are_10_mm_high_on_a_tablet(
    open_table: OpenTable, state: views.State, turn: str, width: int, height: int
) -> None:
    page = open_table(state(), width=width, height=height).page
    for selector in (turn, ".ruling .said"):
        assert page.evaluate(HEIGHT, selector) >= TEN_MM
        assert foot(page, selector) <= height


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_header_leaves_a_small_phone_to_the_race(open_table: OpenTable, language: str) -> None:
    page = open_table(views.middle(), width=320, height=640).page
    page.goto(f"{page.url}?lang={language}")
    page.wait_for_selector("#line[data-state=live]")
    assert foot(page, "body > header") <= 96
    page.locator("[popovertarget=rooms]").click()
    page.locator("#rooms").wait_for()
    assert page.locator("#rooms").bounding_box()["x"] >= 0  # type: ignore[index] # it is there
    page.keyboard.press("Escape")
    page.locator("#rooms").wait_for(state="hidden")


def test_a_screen_reader_is_led_by_headings_and_landmarks(open_table: OpenTable) -> None:
    page = open_table(views.refused()).page
    levels = [int(tag[1]) for tag in page.evaluate(HEADINGS)]
    assert levels[0] == 1
    assert all(below <= above + 1 for above, below in pairwise(levels))
    for role, name in LANDMARKS:
        assert page.get_by_role(role, name=name, exact=True).count() >= 1, (role, name)
    piles = page.get_by_role("article", name="Luigi").get_by_role("heading").all_inner_texts()
    assert piles[:3] == ["Luigi", "Battle pile", "Speed pile"]


LANDMARKS: list[tuple[Any, str | None]] = [
    ("banner", None),
    ("main", None),
    ("region", "Luigi is on turn"),
    ("region", "The referee"),
    ("region", "Track"),
    ("region", "Cars"),
    ("article", "Luigi"),
    ("region", "What happened"),
]
HEADINGS = (
    """[...document.querySelectorAll("h1, h2, h3, h4")].filter(h => h.getClientRects().length).map(h => h.tagName)"""
)

SYMBOLS = re.sub(r"\{#.*?#\}", "", (Path(companion.page.__file__).parent / "templates/symbols.svg").read_text("utf-8"))
KINDS = {"v-": "verdicts", "s-": "states", "pawn-": "pawns", "c-": "cards"}
GREYS = """async ([png, count, side]) => {
  const picture = new Image();
  picture.src = `data:image/png;base64,${png}`;
  await picture.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: picture.width, height: picture.height });
  const ink = canvas.getContext("2d");
  ink.drawImage(picture, 0, 0);
  return Array.from({ length: count }, (_, n) => {
    const { data } = ink.getImageData(n * side, 0, side, side);
    return Array.from({ length: side * side }, (_, at) => data[4 * at]);
  });
}"""


@pytest.mark.parametrize("prefix", KINDS, ids=KINDS.values())
def test_signs_are_told_apart_in_greyscale(chromium: Browser, prefix: str) -> None:
    """Each sign differs from every other of its kind in shape or brightness; two pawns in shape alone."""
    side, names = 40, re.findall(rf'id="({prefix}[\w-]+)"', SYMBOLS)
    assert len(names) >= 5
    signs = "".join(f'<svg width="{side}" height="{side}" fill="#777"><use href="#{name}"/></svg>' for name in names)
    page = chromium.new_page(viewport={"width": side * len(names), "height": side})
    page.set_content(
        f'<body style="margin:0;display:flex;background:#fff">{SYMBOLS}'
        f'<div style="display:flex;filter:grayscale(1)">{signs}</div>'
    )
    png = b64encode(page.screenshot()).decode()
    greys: list[list[int]] = page.evaluate(GREYS, [png, len(names), side])
    page.close()
    alike = {
        (one, other): share
        for (one, a), (other, b) in combinations(zip(names, greys, strict=True), 2)
        if (share := sum(abs(x - y) > 40 for x, y in zip(a, b, strict=True)) / side**2) < 0.04
    }
    assert alike == {}
