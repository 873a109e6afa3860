"""What may have been missed before a refused tap, entered by the touch that says so (`companion.view.suggestions`)."""

from collections.abc import Sequence
from typing import Any, Protocol

from flask import Blueprint, Response, jsonify, request

from companion.page.author import author
from companion.page.body import Body
from companion.page.refusal import Refused

MOST_LINES = 30
"""Inputs taken back, entered again, and the draws between them: a suggestion never has more."""


class Detective(Protocol):
    """Enters what it suggested. Any thread may call."""

    def follow(
        self, lines: Sequence[str], after: int, command_id: str, author: str = ""
    ) -> list[dict[str, Any]] | None:
        """Have the lines judged, all or none, if the race stands as it did after `after` inputs; return their rulings.

        None when it has gone on since. Raises the page's Malformed and Unavailable.
        """
        ...


def detective_pages(detective: Detective) -> Blueprint:
    """Return the route of a suggestion that people follow: its lines, the chosen one put in, and the view's `after`."""
    routes = Blueprint("detective", __name__)

    @routes.post("/api/suggestion")
    def follow() -> Response:
        body = Body.of(request)
        lines, after = body.texts("lines", limit=MOST_LINES), body.number("after")
        rulings = detective.follow(lines, after, body.text("id"), author() or "")
        if rulings is None:
            raise Refused(409, "gone-on", words="detective")
        return jsonify(rulings=rulings)

    return routes
