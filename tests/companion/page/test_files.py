"""What the page loads and says is there: its files, its symbols, its sentences; nothing comes from elsewhere."""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import companion.page
from companion.lang import FOLDER
from companion.page import create_app
from tests.companion.page import views
from tests.companion.page.fake_feed import FakeFeed, entry

PAGE = Path(companion.page.__file__).parent


def test_nothing_is_inline_and_nothing_comes_from_elsewhere() -> None:
    html = create_app(FakeFeed(views.attacked())).test_client().get("/").text
    assert not re.search(r"<style|style=|<script(?![^>]*src=)|\son\w+=|https?://", html)
    policy = create_app(FakeFeed(views.start())).test_client().get("/").headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy


def test_the_page_weighs_less_than_150_kb_with_a_long_history() -> None:
    view = views.attacked()
    view["history"] = [
        entry(n, "illegal", "x" * 90, citation="y" * 60, charged="Mario", not_mine=["Luigi"]) for n in range(60)
    ]
    html = create_app(FakeFeed(view)).test_client().get("/").text
    static = sum((PAGE / "static" / name).stat().st_size for name in loaded(html))
    assert static + len(html.encode()) < 150_000


def loaded(html: str) -> set[str]:
    """The static files of a page, and what they import."""
    names = set(re.findall(r'(?:href|src)="/static/([^"]+)"', html))
    waiting = sorted(names)
    while waiting:
        text = (PAGE / "static" / waiting.pop()).read_text()
        found = set(re.findall(r'(?:from|import) "\./(.+?)"', text)) - names
        names |= found
        waiting += found
    return names


def test_every_file_that_the_page_names_is_there() -> None:
    client = create_app(FakeFeed(views.start())).test_client()
    named = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', client.get("/").text))
    imported = {
        f"/static/{name}"
        for file in (PAGE / "static").glob("*.js")
        for name in re.findall(r'"\./(.+?)"', file.read_text())
    }
    for path in named | imported:
        with client.get(path) as answer:
            assert answer.status_code == 200, path


@pytest.mark.parametrize("file", sorted((PAGE / "templates").glob("*.html")), ids=lambda file: file.name)
def test_every_symbol_that_the_page_draws_is_there(file: Path) -> None:
    symbols = set(re.findall(r'id="([^"]+)"', (PAGE / "templates" / "symbols.svg").read_text()))
    assert set(re.findall(r"icon\('([^']+[^-])'", file.read_text())) <= symbols


def test_every_sentence_is_used_and_every_used_one_exists() -> None:
    sources = "".join(file.read_text() for file in PAGE.rglob("*") if file.suffix in {".html", ".py"})
    used = {one or other for one, other in re.findall(r"'(page\.[\w.-]+)'|\"(page\.(?:error|room)[\w.-]+)\"", sources)}
    stems = tuple(key for key in used if key.endswith("."))
    with (FOLDER / "en" / "LC_MESSAGES" / "page.po").open("rb") as file:
        ids = [message.id for message in read_po(file) if message.id]
    said = {key if isinstance(key, str) else key[0] for key in ids}
    assert used - set(stems) <= said
    assert [key for key in said if key not in used and not key.startswith(stems)] == []
