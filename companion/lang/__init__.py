"""The table's sentences in each language: standard gettext catalogues, read by the standard library.

A catalogue lies at `<language>/LC_MESSAGES/<domain>.po`, its compiled `.mo` beside it. Message ids are symbolic
keys (`page.undo`), so that English is a language like any other; message texts are `str.format` templates with named
facts (`{player} draws {count} cards.`). To add a language, add its folder, with the sources of its cards' names
(`names.toml`), and name it in `LANGUAGES`. `pybabel compile -d companion/lang -D DOMAIN` compiles a domain, always to
the same bytes; whoever changes a sentence sets the `PO-Revision-Date` of its file.
"""

import gettext
import re
from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Final

LANGUAGES: Final = ("en", "es", "fr", "de", "nl", "pt")
"""The languages that have catalogues, by ISO 639-1 code; the first is the one that others fall back to."""

FOLDER: Final = Path(__file__).parent
_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")


class Catalogue:
    """The sentences of one domain in one language. They are read when the first of them is asked for."""

    def __init__(self, language: str, domain: str) -> None:
        self.language = language
        self._domain = domain

    @cached_property
    def _translations(self) -> gettext.NullTranslations:
        return gettext.translation(self._domain, FOLDER, [self.language, LANGUAGES[0]])

    def text(self, key: str, **facts: object) -> str:
        """Return the sentence of `key` with its facts put in, as plain text: escaping is the template's job.

        An integer fact `count` chooses the plural form where the sentence has several. A key that the language
        lacks is said in English, and one that English lacks as the key itself; the tests let neither happen.
        """
        count = facts.get("count")
        template = self._translations.ngettext(key, key, count) if isinstance(count, int) else key
        if template == key:
            template = self._translations.gettext(key)
        return template.format_map(facts)

    def detailed(self, key: str, detail: str, **facts: object) -> str:
        """Return the sentence of `key.detail`, where there is one; else that of `key`, with the detail as a fact."""
        own = f"{key}.{detail}"
        known = self._translations.gettext(own) != own
        return self.text(own if known else key, detail=detail, **facts)


@cache
def catalogue(language: str, domain: str) -> Catalogue:
    """Return the catalogue of `domain` (`page`, `rulings`) in `language`, one of LANGUAGES.

    Raises FileNotFoundError when there is no such domain, and ValueError when there is no such language.
    """
    if language not in LANGUAGES:
        raise ValueError(f"language {language!r}: there are {', '.join(LANGUAGES)}")
    if gettext.find(domain, FOLDER, LANGUAGES) is None:
        raise FileNotFoundError(f"no catalogue {domain}")
    return Catalogue(language, domain)


def choose(accept_language: str | None, wanted: str | None) -> str:
    """Return the language to speak: the one wanted if there is such a catalogue, else the best the browser accepts.

    `accept_language` is the header of RFC 9110 section 12.5.4.
    """
    if (language := known(wanted)) is not None:
        return language
    ranges = [_quality(part) for part in (accept_language or "").split(",")]
    liked = [(quality, language) for quality, language in ranges if quality > 0 and language is not None]
    return max(liked, key=lambda each: each[0])[1] if liked else LANGUAGES[0]


def known(tag: str | None) -> str | None:
    """Return which of LANGUAGES somebody means by a tag; None: there is no such catalogue.

    Regions are set aside, however they are written: `pt-BR`, `pt_BR` and `pt_BR.UTF-8` are `pt`.
    """
    language = re.split(r"[-_.@]", tag or "", maxsplit=1)[0].lower()
    return language if language in LANGUAGES else None


def of_environment(environment: Mapping[str, str]) -> str:
    """Return the language of an account's environment, by the first of LC_ALL, LC_MESSAGES and LANG that is set."""
    return known(next((tag for name in _LOCALE if (tag := environment.get(name))), None)) or LANGUAGES[0]


def _quality(language_range: str) -> tuple[float, str | None]:
    tag, *parameters = (word.strip() for word in language_range.split(";"))
    weight = next((word.removeprefix("q=") for word in parameters if word.startswith("q=")), "1")
    try:
        return float(weight), known(tag)
    except ValueError:
        return 0.0, None
