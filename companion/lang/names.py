"""Where the names of the cards come from: a file `names.toml` beside each language's catalogues.

The file lists, for each edition, a source and the names that it gives, by card id; `stroke` is what is shouted. A name
that is in no list is a translation that nobody has held against a printed card, and is called unverified.
"""

import tomllib
from functools import cache

from companion.lang import FOLDER


@cache
def sources(language: str, edition: str) -> dict[str, str]:
    """The source of each name that one gives, by card id.

    Raises FileNotFoundError when there is no such language.
    """
    given: dict[str, list[str]] = tomllib.loads((FOLDER / language / "names.toml").read_text("utf-8")).get(edition, {})
    return {name: source for source, names in given.items() for name in names}
