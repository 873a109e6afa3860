"""What the referee says: every sentence of every language is needed, can be said, and names who, what and why."""

from functools import cache

import pytest
from babel.messages.pofile import read_po

from companion.editions import editions
from companion.lang import FOLDER, LANGUAGES, Catalogue, catalogue
from companion.moment import Moment
from companion.replay import moments
from companion.rules.cards import KIND_OF
from companion.rules.laws import CODES, OVERDRAWN
from companion.rules.record import read_record
from companion.rules.ruling import Verdict
from companion.sentences.say import DOMAIN, card_name, citation, instead, say, say_end, wrong
from tests.companion.rules.commented import SHOWN, record_of, recorded

OF_RULINGS = ("legal.", "illegal.", "unclear.", "instead.", "ignored.", "noted.", "over.", "set.")
"""How the keys begin that a ruling or the end of a race is said with."""


class Listening(Catalogue):
    """A catalogue that remembers what it was asked for."""

    def __init__(self, language: str) -> None:
        super().__init__(language, DOMAIN)
        self.asked: set[str] = set()

    def text(self, key: str, **facts: object) -> str:
        self.asked.add(key)
        return super().text(key, **facts)


@cache
def every_moment() -> list[Moment]:
    """Every input of every recorded race."""
    return [moment for path, edition in recorded(*SHOWN, *editions()) for moment in moments(record_of(path, edition))]


def ruled(text: str) -> list[Moment]:
    return list(moments(read_record(text.encode(), editions())))


def said(text: str, language: str = "en") -> str:
    """The sentence of the last input."""
    return say(ruled(text)[-1], catalogue(language, DOMAIN))


def keys(language: str) -> set[str]:
    with (FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as file:
        ids = [message.id for message in read_po(file) if message.id]
    return {each if isinstance(each, str) else each[0] for each in ids}


FACTS = {
    "set Luigi km 125": "125 km",
    "set Luigi km 0": "0 km",
    "set Luigi started yes": "Luigi",
    "set Luigi started no": "Luigi",
    "set Luigi stopped-by flat-tire": "{flat-tire}",
    "set Luigi stopped-by none": "Luigi",
    "set Luigi limited yes": "50",
    "set Luigi limited no": "Luigi",
    "set Luigi safeties gas-tank,ace-driver": "{ace-driver}",
    "set Luigi safeties none": "Luigi",
    "set turn Luigi": "Luigi",
    "set dispenser 7": "7",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_fact_put_right_is_said_in_words_and_not_as_the_record_writes_it(language: str) -> None:
    words = catalogue(language, DOMAIN)
    heard = {line: said(f"cars Mario Luigi\n{line}", language) for line in FACTS}
    assert len(set(heard.values())) == len(FACTS)
    for line, names in FACTS.items():
        assert names.format_map({card: card_name(card, "mario-kart", words) for card in KIND_OF}) in heard[line]
        assert line not in heard[line]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_on_a_ruling_is_said_of_some_recorded_moment(language: str) -> None:
    """None is missing, none is left over, and none asks for a fact that its moment has not (that is a KeyError)."""
    sentences = Listening(language)
    for moment in every_moment():
        spoken = [say(moment, sentences), wrong(moment, sentences)]
        assert not any(mark in text for text in spoken for mark in ("{", "}", "None")), spoken
    assert {key for key in sentences.asked if key.startswith(OF_RULINGS)} == {
        key for key in keys(language) if key.startswith(OF_RULINGS)
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_says_what_is_wrong_and_what_would_be_legal(language: str) -> None:
    known = keys(language)
    for code in (*CODES, OVERDRAWN):
        assert {f"illegal.{code}", f"instead.{code}"} <= known
    assert {"unclear.whose-card", "unclear.unknown-tag"} <= known
    assert {f"verdict.{verdict}" for verdict in Verdict} <= known


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", editions())
def test_every_card_has_a_name_of_its_own(language: str, edition: str) -> None:
    names = {card: card_name(card, edition, catalogue(language, DOMAIN)) for card in KIND_OF}
    assert not any(name.startswith("card.") for name in names.values())
    assert len(set(names.values())) == len(names)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", editions())
def test_every_edition_names_its_stroke(language: str, edition: str) -> None:
    assert f"legal.stroke.{edition}" in keys(language)


def test_an_illegal_play_is_said_with_its_reason_and_the_way_out() -> None:
    for moment in every_moment():
        if moment.ruling.verdict is Verdict.ILLEGAL:
            sentences = catalogue("en", DOMAIN)
            text = say(moment, sentences)
            assert text == f"{wrong(moment, sentences)} {instead(moment, sentences)}"
            assert citation(moment), moment.ruling


HEAD = "cars Toad Bowser\nset Toad started yes\nset Bowser started yes\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("cars Toad Bowser\nToad 25", ["Toad", "has not started", "Green Light"]),
        ("cars Toad Bowser\nswitch right_of_way_starts on\nToad 25", ["Green Light or Right of Way"]),
        ("edition ryvo\ncars Toad Bowser\nToad 25", ["Go or Right of Way"]),
        (HEAD + "Toad 100", ["Toad", "100 km"]),
        (HEAD + "set Toad km 300\nToad 50", ["Toad", "50 km", "350 km"]),
        (HEAD + "Bowser accident", ["Toad", "Bowser", "Accident"]),
        (HEAD + "Bowser accident\nBowser 25", ["Bowser", "Accident", "Repairs or Ace Driver"]),
        (HEAD + "Bowser accident\nBowser ace-driver", ["Master Stroke", "Bowser", "Ace Driver"]),
        ("edition ryvo\n" + HEAD + "Bowser accident\nBowser ace-driver", ["Coup fourré", "Bowser", "Driving Ace"]),
        ("edition ryvo\n" + HEAD + "Bowser red-light", ["Stop"]),
        (HEAD + "Bowser 25", ["Toad’s turn", "not Bowser’s"]),
        (HEAD + "Bowser accident\nToad 25", ["Toad", "second attack"]),
        (HEAD + "set Toad km 950\nToad 75", ["50 km to go", "50 km or less"]),
        (HEAD + "set Toad km 900\nToad 100", ["Toad", "1000 km", "wins"]),
        (HEAD + "Toad help", ["Help Card", "no playing card"]),
        (HEAD + "Toad 25 by Bowser", ["Bowser", "Toad", "25 km"]),
        (HEAD + "Bowser 25\noverrule", ["25 km", "Bowser"]),
        (HEAD + "set Toad km 25", ["Toad is at 25 km"]),
        (HEAD + "draw", ["not counted"]),
        (HEAD + "by Toad", ["No card waits"]),
        (HEAD + "discard 25/1\ndiscard 25/1", ["25 km", "already"]),
        ("cars Red=Toad+Daisy Blue=Bowser+Yoshi\nBlue 25", ["Blue"]),
        ("cars Toad Bowser\nset dispenser 1\ndiscard 25", ["dispenser is empty", "Toad and Bowser share", "0 km"]),
        ("cars Toad Bowser\nset Toad km 25\nset dispenser 1\ndiscard 25", ["dispenser is empty", "Toad wins", "25 km"]),
    ],
)
def test_words(text: str, words: list[str]) -> None:
    sentence = said(text)
    assert [word for word in words if word not in sentence] == [], sentence


def test_an_answer_is_said_as_the_tap_it_settles() -> None:
    """`by` gives the tap's own sentence: whose attack it was, on whom, with what."""
    started = "".join(f"set {car} started yes\n" for car in ("Toad", "Bowser", "Daisy"))
    asked = "cars Toad Bowser Daisy\n" + started + "Bowser accident\nDaisy speed-limit\n"
    question = said(asked)
    assert [word for word in ("Speed Limit", "Daisy", "Toad", "Bowser") if word not in question] == []
    answer = said(asked + "by Bowser")
    assert [word for word in ("Bowser", "Daisy", "Speed Limit") if word not in answer] == []
    assert "Toad" not in answer


def test_spanish_is_not_english() -> None:
    for moment in every_moment():
        assert say(moment, catalogue("es", DOMAIN)) != say(moment, catalogue("en", DOMAIN))


def test_names_are_said_as_they_are() -> None:
    assert "{car} <b>" in said("cars '{car} <b>' Bowser\ndiscard 25")


def test_a_citation_is_of_the_edition_that_judges() -> None:
    for edition, known in editions().items():
        for moment in ruled(f"edition {edition}\ncars Toad Bowser\nToad 25\nToad green-light\nend\n"):
            expected = known.citations.get(moment.ruling.code or moment.ruling.play)
            assert citation(moment) == expected
            assert (expected is None) == (moment.ruling.play == "end")


def test_the_end_is_said_of_one_and_of_several() -> None:
    race = ruled("cars Toad Bowser Daisy\nset dispenser 1\ndiscard 25")[-1].after.race
    for language in LANGUAGES:
        together = say_end(race, catalogue(language, DOMAIN))
        assert [name for name in ("Toad", "Bowser", "Daisy") if name not in together] == []
