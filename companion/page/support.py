"""The support file, for those who may act: what is wrong with a table, to be sent to who shall find out."""

from collections.abc import Callable
from typing import Protocol

from flask import Blueprint, Response

from companion.lang import catalogue
from companion.page.author import author
from companion.page.refusal import Refused
from companion.page.speech import language

WORDS = "support"


class Support(Protocol):
    """What makes the file. Any thread may ask."""

    @property
    def name(self) -> str:
        """What the file is called."""
        ...

    def file(self, language: str) -> bytes:
        """Return the file, a ZIP without names, addresses or secrets; its introduction is in that language."""
        ...


def offer(support: Blueprint) -> None:
    """Let templates offer the file of `support`, by its words."""

    @support.app_context_processor
    def offered() -> dict[str, Callable[..., str]]:
        return {"support": catalogue(language(), WORDS).text}


def support_pages(support: Support) -> Blueprint:
    """Return the route of the file."""
    routes = Blueprint("support", __name__)

    @routes.get("/support/file")
    def file() -> Response:
        if author() is None:
            raise Refused(403, "join.error.unpaired", words="join")
        answer = Response(support.file(language()), mimetype="application/zip")
        answer.headers["Content-Disposition"] = f'attachment; filename="{support.name}"'
        answer.headers["Cache-Control"] = "no-store"
        return answer

    return routes
