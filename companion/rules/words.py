"""Splits a line of a record into words as a POSIX shell does, and writes words so that they read back."""

import re
from collections.abc import Iterator

_PLAIN = re.compile(r"[^\s\"'\\#][^\s\"'\\]*")
_BLANK = " \t"
_ESCAPED_IN_DOUBLE = '$`"\\'


class Unbalanced(ValueError):
    """A quote that is never closed, or a backslash with nothing behind it."""


def split(line: str) -> list[str]:
    """The words of a line; a word that begins with an unquoted `#` starts a comment.

    Raises `Unbalanced` with the quote or backslash as its text.
    """
    words: list[str] = []
    letters = iter(line)
    for letter in letters:
        if letter in _BLANK:
            continue
        if letter == "#":
            break
        words.append(_word(letter, letters))
    return words


def _word(letter: str, letters: Iterator[str]) -> str:
    word: list[str] = []
    while letter and letter not in _BLANK:
        if letter == "'":
            word += _quoted("'", "", letters)
        elif letter == '"':
            word += _quoted('"', _ESCAPED_IN_DOUBLE, letters)
        elif letter == "\\":
            word.append(_escaped(letters))
        else:
            word.append(letter)
        letter = next(letters, "")
    return "".join(word)


def _quoted(quote: str, escapable: str, letters: Iterator[str]) -> Iterator[str]:
    for letter in letters:
        if letter == quote:
            return
        if letter == "\\" and escapable:
            escaped = _escaped(letters)
            yield escaped if escaped in escapable else letter + escaped
        else:
            yield letter
    raise Unbalanced(quote)


def _escaped(letters: Iterator[str]) -> str:
    letter = next(letters, "")
    if not letter:
        raise Unbalanced("\\")
    return letter


def quote(word: str) -> str:
    """The word as a record writes it: plain where it can be, else in single quotes."""
    if _PLAIN.fullmatch(word):
        return word
    return "'" + word.replace("'", "'\\''") + "'"
