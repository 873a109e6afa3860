"""The editions, a data file each: to add one, add its file.

The file names `name`, `title`, the deck, the table forms, the house rules, the values of `Edition` and, for every step
of the set-up and every code that the edition can give, where it is written.
"""

import tomllib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from companion.rules.edition import Edition


@cache
def editions() -> dict[str, Edition]:
    """Every edition by its name, in the order of the files."""
    found = (_load(file.read_text("utf-8")) for file in _files())
    return {edition.name: edition for edition in found}


def _files() -> list[Traversable]:
    found = (file for file in files(__name__).iterdir() if file.name.endswith(".toml"))
    return sorted(found, key=lambda file: file.name)


def _load(text: str) -> Edition:
    facts = tomllib.loads(text)
    fewest, most = facts.pop("alone")
    return Edition(
        alone=range(fewest, most + 1),
        teams=frozenset((cars, players) for cars, players in facts.pop("teams")),
        switches=frozenset(facts.pop("switches")),
        characters=tuple(facts.pop("characters")),
        **facts,
    )
