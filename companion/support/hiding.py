"""Hides who plays and where: names become letters, the same name the same one; addresses, tags and secrets go."""

import json
import re
import socket
from collections.abc import Iterable
from ipaddress import ip_address
from itertools import count
from string import ascii_uppercase
from urllib.parse import quote

from companion.sentences.printable import printable

_IPV4, _IPV6 = r"\d{1,3}(?:\.\d{1,3}){3}", r"[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7}(?:%\w+)?"
_ADDRESS = re.compile(rf"(?<![\w.:])(?:{_IPV4}|{_IPV6})(?![\w:])")
_HIDDEN = (
    (re.compile(r"\b[0-9A-Fa-f]{2}(?:[:-][0-9A-Fa-f]{2}){5}\b"), "(address)"),
    (re.compile(r"(?<![\w-])[\w-]{43}(?![\w-])|\b[0-9a-f]{64}\b"), "(secret)"),
    (re.compile(r"\b(?:[0-9A-Fa-f]{20}|[0-9A-Fa-f]{14}|(?=\d*[A-Fa-f])[0-9A-Fa-f]{8})\b"), "(tag)"),
    (re.compile(r"\b[\w-]+\.local\b"), "(host)"),
    (re.compile(r"/home/[^/\s:\"']+"), "/home/(account)"),
)
"""Network cards, a token and a hash, a tag's bytes, a machine in the house, whoever has an account on it."""

_BEFORE = r"(?<!\w)|(?<=\\[nrt])"
"""What may stand before a name: the end of a line in JSON looks like a letter."""


class Hiding:
    """What is hidden of one table, and by what."""

    def __init__(self, names: Iterable[str] = (), host: str | None = None) -> None:
        """`names`: those to be looked for in any text; `host`: the machine's own (None: it is asked)."""
        self._letters: dict[str, str] = {}
        self._tags: dict[str, str] = {}
        self._fresh = count()
        host = socket.gethostname() if host is None else host
        self._hosts = {name for name in (host, host.partition(".")[0]) if name and name != "localhost"}
        for name in names:
            self.name(name)

    def name(self, name: str) -> str:
        """The letter of somebody, or of a car."""
        if name not in self._letters:
            self._letters[name] = _letter(next(self._fresh))
        return self._letters[name]

    def tag(self, tag: str) -> str:
        """A tag that stands for another."""
        return self._tags.setdefault(tag, f"{len(self._tags) + 1:08}")

    def text(self, text: str) -> str:
        """The text without what is hidden."""
        for pattern, instead in _HIDDEN:
            text = pattern.sub(instead, text)
        text = _ADDRESS.sub(lambda found: "(address)" if _is_address(found[0]) else found[0], text)
        known = dict.fromkeys(self._hosts, "(host)")
        for name, letter in self._letters.items():
            known |= dict.fromkeys(_written(name), letter)
        if not known:
            return text
        longest_first = "|".join(re.escape(name) for name in sorted(known, key=len, reverse=True))
        return re.sub(rf"(?:{_BEFORE})(?:{longest_first})(?!\w)", lambda found: known[found[0]], text)


def _written(name: str) -> set[str]:
    """How texts write a name: as it is, with its marks shown, as JSON and Python quote it, in an address."""
    quoted = json.dumps(name), json.dumps(name, ensure_ascii=False), repr(name), ascii(name)
    return {name, printable(name), quote(name), quote(name, safe=""), *(each[1:-1] for each in quoted)}


def _letter(n: int) -> str:
    """A … Z, then AA, AB and so on."""
    first, last = divmod(n, len(ascii_uppercase))
    return (_letter(first - 1) if first else "") + ascii_uppercase[last]


def _is_address(word: str) -> bool:
    try:
        ip_address(word)
    except ValueError:
        return False
    return True
