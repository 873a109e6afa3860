"""Text that people wrote, on one line: marks that end it, steer a terminal or turn text around are shown, not obeyed.

A record may call a player by any word (RECORD.md), so that a name from elsewhere may have them.
"""

import json
import unicodedata
from typing import TypeVar

T = TypeVar("T")


def printable(text: str) -> str:
    """The text, with the mark's number (`U+202E` as six letters behind a backslash) in its place. Spaces stay."""
    if text.isprintable():
        return text
    return "".join(letter if _harmless(letter) else letter.encode("unicode_escape").decode() for letter in text)


def printable_json(value: T) -> T:
    """A JSON value of which every text is printable."""
    if isinstance(value, str):
        return printable(value)  # type: ignore[return-value] # it is a text, as before
    if isinstance(value, dict):
        return {printable_json(key): printable_json(each) for key, each in value.items()}  # type: ignore[return-value]
    if isinstance(value, list | tuple):
        return type(value)(map(printable_json, value))
    return value


def json_line(value: object) -> str:
    """JSON on one line that says exactly `value`: such marks are escaped as JSON has it."""
    text = json.dumps(value, ensure_ascii=False)
    if text.isprintable():
        return text
    return "".join(letter if _harmless(letter) else json.dumps(letter)[1:-1] for letter in text)


def _harmless(letter: str) -> bool:
    return letter.isprintable() or unicodedata.category(letter) == "Zs"
