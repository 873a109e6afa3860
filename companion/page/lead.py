"""Who opens the page of a table that was never set up is led to its first run."""

from typing import Protocol

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from companion.page.frame import shut


class Course(Protocol):
    """How a table's first run stands. Any thread may ask."""

    @property
    def leads(self) -> bool:
        """Whether whoever opens the race is led there."""
        ...

    @property
    def away(self) -> bool:
        """Whether there is no need to offer it any more."""
        ...


def lead_to(start: Blueprint, course: Course) -> None:
    """While the table has never been set up, let `/` lead to `start`; once that is behind it, do not offer it."""
    start.record_once(lambda state: shut(state.app.extensions, start.name, lambda: course.away))

    @start.before_app_request
    def lead() -> Response | None:
        return redirect("/start") if request.path == "/" and request.method == "GET" and course.leads else None
