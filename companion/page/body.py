"""The JSON body of a command, read field by field; what is wrong with a field is said with its place and cure."""

from typing import Any

from flask import Request

from companion.page.refusal import Refused

TEXT_LIMIT = 200
LIST_LIMIT = 12


class Body:
    """A JSON object that was sent, or a part of it that lies at `place` (`cars[2].`)."""

    def __init__(self, fields: object, place: str = "") -> None:
        if not isinstance(fields, dict):
            raise Refused(400, "page.error.object" if place else "page.error.json", place=place.removesuffix("."))
        self._fields: dict[str, Any] = fields
        self._place = place

    @classmethod
    def of(cls, request: Request) -> "Body":
        """Read the body of `request`."""
        try:
            return cls(request.get_json(silent=True))
        except RecursionError:
            raise Refused(400, "page.error.json") from None

    def text(self, name: str) -> str:
        """Return a text of one line."""
        return self._text(self._fields.get(name), name)

    def lines(self, name: str) -> str:
        """Return a text of any number of lines, also of none; how long it may be is the body's limit."""
        value = self._fields.get(name)
        if not isinstance(value, str):
            raise Refused(400, "page.error.lines", place=self._place + name)
        return value

    def number(self, name: str) -> int:
        """Return a whole number."""
        return self._number(self._fields.get(name), name)

    def flag(self, name: str) -> bool:
        """Return true or false."""
        value = self._fields.get(name)
        if not isinstance(value, bool):
            raise Refused(400, "page.error.flag", place=self._place + name)
        return value

    def texts(self, name: str, limit: int = LIST_LIMIT) -> list[str]:
        """Return a list of texts; none when it is left out."""
        values = self._list(name, "page.error.texts", limit)
        return [self._text(value, f"{name}[{n}]") for n, value in enumerate(values)]

    def numbers(self, name: str, limit: int) -> list[int]:
        """Return a list of whole numbers; none when it is left out."""
        values = self._list(name, "page.error.number", limit)
        return [self._number(value, f"{name}[{n}]") for n, value in enumerate(values)]

    def parts(self, name: str) -> list["Body"]:
        """Return a list of objects."""
        values = self._list(name, "page.error.objects", LIST_LIMIT)
        return [Body(value, f"{self._place}{name}[{n}].") for n, value in enumerate(values)]

    def has(self, name: str) -> bool:
        """Say whether the field was sent with a value."""
        return self._fields.get(name) not in (None, "")

    def _list(self, name: str, problem: str, limit: int) -> list[object]:
        values = self._fields.get(name, [])
        if not isinstance(values, list) or len(values) > limit:
            raise Refused(400, problem, place=self._place + name, limit=limit)
        return values

    def _number(self, value: object, place: str) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise Refused(400, "page.error.number", place=self._place + place)
        return value

    def _text(self, value: object, place: str) -> str:
        if not isinstance(value, str) or not 0 < len(value) <= TEXT_LIMIT or not value.isprintable():
            raise Refused(400, "page.error.text", place=self._place + place, limit=TEXT_LIMIT)
        return value
