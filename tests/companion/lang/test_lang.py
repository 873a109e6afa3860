"""Every sentence exists in every language, with the same facts, and the compiled catalogues are those of the texts."""

import os
import re
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import BinaryIO

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po

from companion.lang import FOLDER, LANGUAGES, catalogue, choose, of_environment

SAME = {
    "card.accident": "fr",
    "card.ryvo.red-light": "fr nl",
    "first": "de",
    "page.actions": "fr",
    "page.fact.no": "es",
    "page.new.team": "de nl",
    "page.new.teams": "de nl",
    "page.start": "de nl",
    "page.state.limited": "de",
    "page.stroke.ryvo": "de nl pt",
    "race": "nl",
    "rest": "fr de",
    "set-up.start": "de nl",
    "simulated.robots": "es fr nl",
    "simulated.speed.normal": "es fr de pt",
    "speech.rate.normal": "es de pt",
    "start.lights.no": "es",
    "start.table": "fr",
    "title": "nl",
    "verdict.legal": "es",
    "won": "nl",
}
"""What languages say by the same words as English."""
NO_WORDS = re.compile(r"\{\w+\}|\W|\d|km|pip|install|uninstall|mfrc522")
CATALOGUES = sorted(FOLDER.glob("*/LC_MESSAGES/*.po"))
DOMAINS = sorted({path.stem for path in CATALOGUES})


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file)


def po(language: str, domain: str) -> Path:
    return FOLDER / language / "LC_MESSAGES" / f"{domain}.po"


def texts(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ("",))


def key(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def sentences(compiled: BinaryIO) -> dict[str, tuple[str, ...]]:
    compiled.seek(0)
    return {key(message): texts(message) for message in read_mo(compiled) if message.id}


def header(compiled: BinaryIO) -> list[str]:
    """What it says of itself, whichever Babel compiled it."""
    compiled.seek(0)
    return [f"{name}: {value}" for name, value in read_mo(compiled).mime_headers if name != "Generated-By"]


def said(path: Path) -> dict[str, tuple[str, ...]]:
    return {key(message): texts(message) for message in read(path) if message.id}


def facts(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_language_has_the_domain(domain: str) -> None:
    assert [language for language in LANGUAGES if not po(language, domain).exists()] == []


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_compiled_catalogue_is_of_today(path: Path) -> None:
    fresh = BytesIO()
    write_mo(fresh, read(path))
    with path.with_suffix(".mo").open("rb") as compiled:
        assert sentences(compiled) == sentences(fresh), "run: pybabel compile -d companion/lang -D " + path.stem
        assert header(compiled) == header(fresh), "it is another whenever it is compiled"


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_header_says_what_is_true(path: Path) -> None:
    told = dict(read(path).mime_headers)
    assert told["Project-Id-Version"] == "Mille Bornes"
    assert told["Language"] == path.parts[-3]
    assert told["PO-Revision-Date"] >= told["POT-Creation-Date"]
    assert not re.search("FULL NAME|ADDRESS|YEAR|PROJECT|LANGUAGE|ORGANIZATION", str(told)), "placeholders"


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_every_english_key_is_said_with_the_same_facts(path: Path) -> None:
    english = {key(message): message for message in read(po(LANGUAGES[0], path.stem)) if message.id}
    here = {key(message): message for message in read(path) if message.id}
    assert set(here) == set(english)
    for name, message in here.items():
        assert not message.fuzzy, name
        assert message.pluralizable == english[name].pluralizable, name
        named = set().union(*map(facts, texts(english[name])))
        for text in texts(message):
            assert text, name
            assert facts(text) | {"count"} == named | {"count"}, name


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_nothing_is_left_in_english(path: Path) -> None:
    """But for names of languages, and words that are the same in both."""
    language = path.parts[-3]
    english = said(po(LANGUAGES[0], path.stem))
    for name, here in said(path).items():
        words = any(NO_WORDS.sub("", text) for text in here)
        if language != LANGUAGES[0] and words and not name.startswith("page.language."):
            assert language in SAME.get(name, "") or not set(here) & set(english[name]), name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("domain", DOMAINS)
def test_every_sentence_can_be_said(language: str, domain: str) -> None:
    words = catalogue(language, domain)
    for name, forms in said(po(language, domain)).items():
        known = dict.fromkeys(set().union(*map(facts, forms)), "Toad")
        for count in (0, 1, 2, 106) if len(forms) > 1 else ("two",):
            text = words.text(name, **known | {"count": count})
            assert text != name, name
            assert not set("{}") & set(text.replace('{"players": ["Mario"]}', "")), name


@pytest.mark.parametrize(
    ("language", "none"),
    [
        ("en", "0 cards"),
        ("es", "0 cartas"),
        ("fr", "0 carte"),
        ("de", "0 Karten"),
        ("nl", "0 kaarten"),
        ("pt", "0 cartas"),
    ],
)
def test_a_language_counts_nothing_in_its_own_way(language: str, none: str) -> None:
    assert catalogue(language, "page").text("page.pile.count", count=0) == none


def test_facts_are_put_in_as_they_are() -> None:
    sentence = catalogue("en", "page").text("page.charged", player="<b>{Toad}</b>")
    assert "<b>{Toad}</b>" in sentence


def test_count_chooses_the_plural() -> None:
    page = catalogue("en", "page")
    assert page.text("page.hand", count=1) != page.text("page.hand", count=2).replace("2", "1")


def test_a_missing_key_is_said_as_itself() -> None:
    assert catalogue("es", "page").text("page.no-such-key", count=2) == "page.no-such-key"


def test_no_such_language_or_domain() -> None:
    with pytest.raises(ValueError, match="there are en"):
        catalogue("xx", "page")
    with pytest.raises(FileNotFoundError):
        catalogue("en", "no-such-domain")


@pytest.mark.parametrize(
    ("accept_language", "wanted", "spoken"),
    [
        (None, None, "en"),
        ("es-MX,es;q=0.9,en;q=0.8", None, "es"),
        ("en;q=0.3, es;q=0.7", None, "es"),
        ("es;q=0, tlh", None, "en"),
        ("es", "en", "en"),
        ("es", "tlh", "es"),
        ("es;q=much,,;;", None, "en"),
        ("pt-BR,pt;q=0.9,en-US;q=0.8,en;q=0.7", None, "pt"),
        ("de-AT", None, "de"),
        ("nl-BE,fr-BE;q=0.9", None, "nl"),
        ("fr-CA;q=0.8, it", None, "fr"),
        ("pt_BR,pt;q=0.9,en-US;q=0.8", None, "pt"),
        ("de_AT", None, "de"),
        ("en", "pt_BR", "pt"),
        ("en", "de-AT", "de"),
        ("es", "DE", "de"),
        ("es", "", "es"),
        ("es", "denmark", "es"),
        ("es", "_de", "es"),
    ],
)
def test_language_is_chosen(accept_language: str | None, wanted: str | None, spoken: str) -> None:
    assert choose(accept_language, wanted) == spoken


@pytest.mark.parametrize(
    ("environment", "spoken"),
    [
        ({}, "en"),
        ({"LANG": "pt_BR.UTF-8"}, "pt"),
        ({"LANG": "de_AT@euro"}, "de"),
        ({"LANG": "nl"}, "nl"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "it_IT.UTF-8"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "fr_CA.UTF-8", "LANG": "de_DE.UTF-8"}, "fr"),
        ({"LC_ALL": "C", "LANG": "de_DE.UTF-8"}, "en"),
    ],
)
def test_an_account_s_language_is_known(environment: dict[str, str], spoken: str) -> None:
    assert of_environment(environment) == spoken


@pytest.mark.parametrize(
    ("lang", "options", "said"),
    [
        ("pt_BR.UTF-8", (), "joga"),
        ("de_AT.UTF-8", (), "legt"),
        ("C.UTF-8", (), "lays"),
        ("de_AT.UTF-8", ("--lang", "es_MX"), "juega"),
        ("de_AT.UTF-8", ("--lang", "tlh"), "there are en, es"),
    ],
)
def test_commands_speak_it(tmp_path: Path, lang: str, options: tuple[str, ...], said: str) -> None:
    file = tmp_path / "a.race"
    file.write_text("cars Mario Luigi\nMario green-light\n")
    told = subprocess.run(
        [sys.executable, "-m", "companion.cli", "replay", *options, file],
        env={**os.environ, "LC_ALL": "", "LC_MESSAGES": "", "LANG": lang, "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert said in told.stdout + told.stderr
