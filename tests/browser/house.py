"""The real program in a browser: a page that notes what went wrong in it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page


@contextmanager
def page_of(browser: Browser, address: str, width: int = 360, **options: Any) -> Iterator[Page]:
    """A page at `address`; an error of a script, or one that the console tells, fails the test in the end."""
    problems: list[str] = []
    context = browser.new_context(viewport={"width": width, "height": 740}, **{"locale": "en", **options})
    page = context.new_page()
    page.set_default_timeout(15_000)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text) if "Content Security" in message.text else None)
    page.goto(address)
    yield page
    context.close()
    assert problems == []
