"""The printed page of the deck, drawn by a browser."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.deck.deck import simulated_deck
from companion.deck.enrolment import box_of
from companion.deck.sheet import sheet
from companion.editions import editions
from companion.lang import LANGUAGES

CELL_MM = 47.5
OUTSIDE = """cell => [...document.querySelectorAll("g")].filter(entry => {
    const { x, width } = entry.getBBox();
    return x + width > cell;
}).map(entry => entry.textContent)"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", editions())
def test_no_name_runs_into_the_next_column(chromium: Browser, tmp_path: Path, language: str, edition: str) -> None:
    rules = editions()[edition]
    drawn = tmp_path / "sheet.svg"
    drawn.write_text(sheet(simulated_deck(rules), box_of(rules), language, edition), encoding="utf-8")
    page = chromium.new_page()
    page.goto(drawn.as_uri())
    assert page.evaluate("document.querySelectorAll('g text').length") > 200
    assert page.evaluate(OUTSIDE, CELL_MM) == []
    page.close()
