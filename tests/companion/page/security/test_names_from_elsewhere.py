"""A record from elsewhere may call people by any word: marks that turn text around or end a line steer nothing here."""

import json
import unicodedata
from io import StringIO

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.editions import editions
from companion.lang import LANGUAGES, catalogue
from companion.page.feed import Malformed
from companion.past.command import list_races
from companion.replay import replay
from companion.rules.record import read_record
from companion.rules.words import quote
from companion.sentences.printable import json_line, printable, printable_json
from companion.sentences.say import DOMAIN
from tests.companion.past.past import PastTable

STEERING = ("Cc", "Cf", "Zl", "Zp", "Cs")
MARKS = "\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff\x1b\x85\r"
marks = st.sampled_from(MARKS) | st.characters(categories=["Cc", "Cf", "Zl", "Zp"], exclude_characters="\n")
names = st.builds(
    "".join, st.tuples(st.text("abc"), marks, st.text(st.characters(categories=["L", "Nd"]) | marks, max_size=8))
)


def steering(text: str) -> set[str]:
    """What steers in it, but for the ends of lines that the page itself has."""
    return {hex(ord(letter)) for letter in text if unicodedata.category(letter) in STEERING and letter not in "\n\t"}


def record(name: str) -> str:
    """Somebody of that name is refused, overruled, attacked and wins."""
    who = quote(name)
    played = f"{who} 100\noverrule\n{who} red-light by {who}\nset {who} km 1000\n"
    return f"cars {who} Luigi\nfirst {who}\n{played}end\nLuigi 25 by {who}\n{who} 200\nundo\n"


@pytest.fixture(scope="module")
def past(tmp_path_factory: pytest.TempPathFactory) -> PastTable:
    return PastTable(tmp_path_factory.mktemp("past"))


@settings(max_examples=25)
@given(names)
@example("Mario\u202e")
def test_on_the_page(past: PastTable, name: str) -> None:
    (taken,) = past.take(record(name)).json
    race = f"/races/{taken['name']}"
    pages = ["/races", race, f"{race}/again?edition=ryvo", *(f"{race}/report/{n}" for n in (1, 3, 6))]
    for page in pages:
        assert steering(past.get(page)) == set(), page
    for n in range(1, 9):
        assert steering(past.step(taken["name"], n)["html"]) == set(), n
    reported = read_record(past.get(f"{race}/report/1.race").encode(), editions())
    assert printable(name) in reported.setup.players
    assert past.get(f"{race}.race") == record(name), "the file itself is what came"
    past.do("remove", race=taken["name"])


@settings(max_examples=25)
@given(names)
def test_at_a_terminal(past: PastTable, name: str) -> None:
    file = past.folder / "their.race"
    file.write_bytes(record(name).encode())
    (taken,) = past.take(record(name)).json
    for as_json in (False, True):
        out, err = StringIO(), StringIO()
        assert replay([str(file)], catalogue("en", DOMAIN), as_json=as_json, out=out, err=err) == 0
        assert list_races(past.folder, "en", as_json=as_json, out=out, err=err) == 0
        assert steering(out.getvalue()) == set()
        if as_json:
            told = [json.loads(line) for line in out.getvalue().split("\n") if line]
            assert any(name in each["race"]["hands"] for each in told if "race" in each)
    past.do("remove", race=taken["name"])


@settings(max_examples=25)
@given(names)
def test_in_what_is_said_of_a_broken_file(past: PastTable, name: str) -> None:
    who = quote(name)
    for broken in (f"cars {who} Luigi\nMario 25\n", f"cars {who} {who}\n", f"cars {who} Luigi\nLuigi 25 by {who}x\n"):
        for language in LANGUAGES:
            with pytest.raises(Malformed) as refused:
                past.past.take("their.race", broken)
            assert steering(refused.value.text(language)) == set()


@given(
    st.recursive(
        st.text() | st.integers() | st.none(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
    )
)
def test_a_line_of_json_says_the_same_and_steers_nothing(value: object) -> None:
    assert json.loads(json_line(value)) == value
    assert steering(json_line(value)) == set()
    assert steering(json.dumps(printable_json(value), ensure_ascii=False)) == set()


@pytest.mark.parametrize("text", ["Mario", "Côté 25 km", "« 1 000 km »", "日本", "דוד", "🏎"])
def test_what_people_read_stays_as_it_is(text: str) -> None:
    assert printable(text) == text


@pytest.mark.parametrize("name", ["\u2068Anna\u2069", "Anna\u200b", "\u202eannA", "An\nna"])
def test_a_name_that_is_typed_has_none_and_whoever_copied_it_is_told_why(past: PastTable, name: str) -> None:
    cars = [{"players": [name]}, {"players": ["Ben"]}]
    body = {"edition": "ryvo", "cars": cars, "id": "copied"}
    for language in LANGUAGES:
        answer = past.client.post(f"/api/new-race?lang={language}", json=body)
        assert answer.status_code == 400
        assert steering(answer.text) == set()
    assert "marks that cannot be seen" in past.client.post("/api/new-race", json=body).text
