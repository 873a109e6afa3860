"""The race as HTML: drawn once for each view and language, however many pages look on."""

import json
import shlex
from collections.abc import Callable
from threading import Lock
from typing import NamedTuple

from jinja2 import Environment

from companion.lang import catalogue
from companion.page.circuit import LANDSCAPE, PORTRAIT
from companion.page.feed import Choices, Feed, View

CIRCUITS = {"landscape": LANDSCAPE, "portrait": PORTRAIT}


class _Drawing(NamedTuple):
    view_id: str
    choices: Choices
    html: str
    json: str


class Board:
    """Draws views by the template `board.html`; keeps the newest drawing of each language."""

    def __init__(self, feed: Feed, templates: Environment) -> None:
        self._feed = feed
        self._templates = templates
        self._lock = Lock()
        self._drawings: dict[str, _Drawing] = {}
        self._entries: dict[str, dict[int, tuple[View, str]]] = {}

    def html(self, view: View, language: str) -> str:
        """Return `view` as HTML. What is left of stroke windows is not in it: that changes while the view does not."""
        return self._drawing(view, language).html

    def event(self, last: str, language: str) -> tuple[str, str]:
        """Return the id of the newest view, and a line of JSON.

        It has its title, its HTML, what its windows have left, and the news since the view `last`.
        """
        view = self._feed.latest(language)
        left_ms, title = json.dumps([window["left_ms"] for window in view["windows"]]), json.dumps(view["title"])
        news = json.dumps(self._feed.news(last, view["id"], language), ensure_ascii=False)
        html = self._drawing(view, language).json
        return view["id"], f'{{"left_ms": {left_ms}, "title": {title}, "news": {news}, "html": {html}}}'

    def _drawing(self, view: View, language: str) -> _Drawing:
        choices = self._feed.choices(language)
        with self._lock:
            drawing = self._drawings.get(language)
            if drawing is None or (drawing.view_id, drawing.choices) != (view["id"], choices):
                html = self._draw(view, choices, language)
                drawing = _Drawing(view["id"], choices, html, json.dumps(html, ensure_ascii=False))
                self._drawings[language] = drawing
            return drawing

    def _draw(self, view: View, choices: Choices, language: str) -> str:
        spaces = [car["space"] for car in view["cars"]]
        t = catalogue(language, "page").text
        return self._templates.get_template("board.html").render(
            view=view,
            t=t,
            j=catalogue(language, "join").text,
            d=catalogue(language, "desk").text,
            choices=choices,
            circuits=CIRCUITS,
            pawns={name: circuit.pawns(spaces) for name, circuit in CIRCUITS.items()},
            entries=self._history(view, language, t),
            last=view["history"][-1] if view["history"] else None,
            word=shlex.quote,
            ink=ink,
        )

    def _history(self, view: View, language: str, t: Callable[..., str]) -> list[str]:
        """Return the history's entries as HTML. Nearly all were in the view before: they are not drawn again."""
        before = self._entries.get(language, {})
        draw = self._templates.get_template("entry.html").render
        drawn: dict[int, tuple[View, str]] = {}
        for entry in view["history"]:
            same, html = before.get(entry["n"], (None, ""))
            drawn[entry["n"]] = entry, html if same == entry else draw(entry=entry, t=t)
        self._entries[language] = drawn
        return [html for _, html in drawn.values()]


def ink(colour: str) -> str:
    """Return black or white (`#rrggbb`), whichever is read better on `colour` (relative luminance as in WCAG 2.2)."""
    red, green, blue = (_linear(int(colour[n : n + 2], 16) / 255) for n in (1, 3, 5))
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return "#000000" if (luminance + 0.05) / 0.05 >= 1.05 / (luminance + 0.05) else "#ffffff"


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
