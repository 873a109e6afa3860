"""A card's name has a source, or is called unverified."""

import tomllib
from itertools import product

import pytest

from companion.editions import editions
from companion.lang import FOLDER, LANGUAGES, catalogue
from companion.lang.names import sources
from companion.rules.cards import DISTANCE_KM, KIND_OF
from companion.sentences.say import DOMAIN
from companion.start.help_card import help_card

NAMES = {*KIND_OF, "stroke"} - DISTANCE_KM.keys()
TABLES = pytest.mark.parametrize(("language", "edition"), list(product(LANGUAGES, editions())))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_name_is_one_that_there_is_and_has_one_source(language: str) -> None:
    tables = tomllib.loads((FOLDER / language / "names.toml").read_text("utf-8"))
    assert tables.keys() <= editions().keys()
    for edition, given in tables.items():
        names = [name for source in given for name in given[source]]
        assert set(names) <= NAMES
        assert len(names) == len(set(names)) == len(sources(language, edition))


@TABLES
def test_every_name_has_a_source_or_is_marked(language: str, edition: str) -> None:
    card = help_card(editions()[edition], language, right_of_way_starts=False)
    shown = [each for kind in card["kinds"] for each in kind["cards"]]
    marked = {each["id"] for each in shown if each["unverified"]}
    assert marked == {each["id"] for each in shown} - sources(language, edition).keys()
    assert bool(card["unverified"]) == bool(marked)
    assert all(sources(language, edition).values())


@TABLES
def test_a_stroke_has_one_name_wherever_it_is_told(language: str, edition: str) -> None:
    """What is shouted, asked before it, and read on the card that lies across."""
    page, called = (
        catalogue(language, "page"),
        catalogue(language, DOMAIN).text(f"legal.stroke.{edition}", who="", car="", card=""),
    )
    name = called.partition("!")[0].strip("¡\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE} ").lower()
    assert name in page.text(f"page.stroke.{edition}").lower()
    assert name in page.text(f"page.safety.stroke.{edition}", name="").lower()


def test_the_rulebook_gives_the_english_and_spanish_names() -> None:
    assert sources("en", "mario-kart").keys() == sources("es", "mario-kart").keys() == NAMES
    names = catalogue("es", DOMAIN)
    assert [names.text(f"card.{card}") for card in ("red-light", "flat-tire")] == ["Semáforo rojo", "Pinchazo"]


def test_names_that_no_source_gives_are_unverified() -> None:
    assert sources("es", "ryvo") == sources("nl", "mario-kart") == {}
    assert sources("de", "mario-kart").keys() == {"stroke"}
