"""A table's first run, and the pages of a new race, over a referee at work."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.deck.deck import Deck
from companion.lang import LANGUAGES
from companion.start.progress import SETTING, STEPS
from tests.companion.page.first_run import BARE, STICKER, WHOLE, FirstRun, first_run
from tests.companion.table import DECK, UID


@pytest.fixture
def table(tmp_path: Path) -> Iterator[FirstRun]:
    with first_run(tmp_path) as run:
        yield run


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def test_the_page_leads_a_table_that_was_never_set_up_here_until_it_is_done(tmp_path: Path) -> None:
    with first_run(tmp_path, deck=Deck({})) as run:
        assert run.lead_to() == "/start"
        assert run.get("/start").headers["Location"] == "/start/language"
        run.do("done", word="language")
        assert run.get("/start").headers["Location"] == "/start/table"
        run.do("finish")
        assert run.lead_to() == "/"
        assert 'href="/start"' not in run.get("/").text
        assert run.get("/start/pads").status_code == 200, "who needs the test again may enter"


def test_a_table_that_knows_its_cards_leads_nobody_before_somebody_begins(table: FirstRun) -> None:
    assert table.lead_to() == "/"
    assert 'href="/start"' in table.get("/").text
    table.do("done", word="table")
    assert table.lead_to() == "/start"
    table.lay("seat-1", UID["green-light/1"])
    assert table.lead_to() == "/", "a race is played"


def test_it_is_resumed_after_the_program_was_gone(tmp_path: Path) -> None:
    with first_run(tmp_path) as run:
        run.do("done", word="language")
        run.do("done", word="deck")
    with first_run(tmp_path) as run:
        assert run.get("/start").headers["Location"] == "/start/table"
        assert run.referee.ask(lambda sitting: sitting.setting(SETTING)) == "language deck"


def test_a_pad_is_ticked_and_nothing_is_played(table: FirstRun) -> None:
    table.do("begin")
    assert table.faults() == ["trying"]
    table.lay("seat-2", UID["green-light/1"])
    table.lay("discard")
    said = words(table.get("/start/pads/news").json["html"])
    assert "✓ Discard pad has felt a card." in said
    assert "✓ Pad 2 has felt a card" in said
    assert "Still to touch: Pad 1, Pad 3" in said
    assert [tone.name for tone in table.tones] == ["accepted", "accepted"]
    table.do("finish")
    assert (table.faults(), table.played()) == ([], [])
    table.lay("seat-2")
    assert table.played() == ["unknown-tag"]


def test_enrolment_goes_before_the_test_and_ends_when_that_begins(table: FirstRun) -> None:
    enrolling = table.run._enrolling
    enrolling.begin()
    table.do("begin")
    assert not enrolling.active
    table.lay("seat-1", STICKER)
    assert not enrolling.registry.knows(STICKER)


@pytest.mark.slow
def test_every_step_is_drawn_in_every_language(tmp_path: Path) -> None:
    for build in (WHOLE, BARE):
        with first_run(tmp_path / build.title, build) as run:
            for act in ({"act": "begin"}, {"act": "walk"}, {"act": "walked", "word": "no"}):
                run.do(**act)
            pages = ["/new", "/new/set-up", "/help-card", *(f"/start/{step}" for step in STEPS)]
            for language in LANGUAGES:
                for path in pages:
                    text = words(run.get(path, language).text)
                    assert not re.search(r"\b(start|new|set-up|help|pad|part|page|doctor|rematch)\.[a-z]", text), text
                    assert "{" not in text


def test_parts_that_are_not_there_are_no_hindrance(tmp_path: Path) -> None:
    with first_run(tmp_path, BARE) as run:
        assert "this table has none" in run.get("/start/table").text
        assert "no strip of lights" in run.get("/start/lights").text
        assert "no buzzer" in run.get("/start/sound").text
        assert run.do("play", word="win").status_code == 200
        assert run.tones == []


def test_what_the_doctor_finds_comes_with_its_cure(table: FirstRun) -> None:
    said = words(table.get("/start/table").text)
    assert "1 thing is well." in said
    assert "! Look at this: board this is no Raspberry Pi →" in said


def test_what_cannot_be_done_is_said(table: FirstRun) -> None:
    assert table.get("/start/jump").status_code == 404
    assert table.get("/start/jump/news").status_code == 404
    assert table.get("/help-card?edition=monopoly").status_code == 404
    assert table.do("jump").status_code == 404
    for act in ("done", "play", "touch"):
        refused = table.do(act, word="what")
        assert (refused.status_code, "“what”" in refused.json["error"]) == (400, True)


def test_news_come_once_for_each_change(table: FirstRun) -> None:
    first = table.get("/start/pads/news").json["id"]
    assert table.get(f"/start/pads/news?after={first}").status_code == 204
    table.do("begin")
    assert table.get(f"/start/pads/news?after={first}").status_code == 200


def test_a_new_race_is_told_what_the_deck_is_short_of(tmp_path: Path) -> None:
    short = DECK.without(UID["gas/1"]).without(UID["red-light/5"])
    with first_run(tmp_path / "short", deck=short) as run:
        assert "The deck is short of 2 cards: Red Light ×1, Gasoline ×1." in words(run.get("/new").text)
    with first_run(tmp_path / "whole") as run:
        assert "short of" not in run.get("/new").text


def test_a_foreign_page_cannot_begin_anything(table: FirstRun) -> None:
    for path in ("/start/api/begin", "/new/api/rematch"):
        headers = {"Origin": "http://elsewhere.example", "Host": "localhost"}
        assert table.client.post(path, json={"id": "x"}, headers=headers).status_code == 403
