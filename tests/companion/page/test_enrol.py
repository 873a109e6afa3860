"""The page's wizard, over an enrolment that stickers are laid into."""

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from companion.deck.text import write_deck
from companion.lang import LANGUAGES
from companion.page import create_app
from tests.companion.decks import WHOLE
from tests.companion.page import views
from tests.companion.page.fake_feed import FakeFeed
from tests.companion.page.wizard import STICKER, Wizard


def words(wizard: Wizard) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", wizard.page()).split())


@pytest.fixture
def wizard(tmp_path: Path) -> Wizard:
    return Wizard(tmp_path)


def test_it_says_what_to_lay_next_and_counts(wizard: Wizard) -> None:
    assert "0 of 112 cards have a sticker." in words(wizard)
    wizard.do("begin")
    assert "Lay next: 25 km, number 1 (0 of 10)" in words(wizard)
    wizard.lay(STICKER)
    said = words(wizard)
    assert "✓ Enrolled: 25 km, number 1." in said
    assert "25 km 1 of 10" in said


def test_a_double_tag_is_refused_in_sight(wizard: Wizard) -> None:
    wizard.do("begin")
    wizard.lay(STICKER)
    wizard.lay(STICKER)
    assert re.search(r'class="outcome refused">✕ This sticker is enrolled already: 25 km, number 1', wizard.page())


def test_a_kind_a_spare_and_a_command_card_may_be_chosen(wizard: Wizard) -> None:
    wizard.do("begin")
    for word, said in (
        ("gas", "Gasoline, number 1"),
        ("gas/3", "Gasoline, number 3"),
        ("command undo", "command card “undo”"),
        ("", "25 km, number 1"),
    ):
        assert wizard.do("choose", word=word).status_code == 200
        assert said in words(wizard)


def test_names_are_switched_on_and_off_and_are_off_by_default(wizard: Wizard) -> None:
    assert 'data-act="names"' not in wizard.page()
    wizard.do("begin")
    assert re.search(r'data-act="names" data-word="on"[^>]* aria-pressed="false"', wizard.page())
    assert "any phone can read such a text" in words(wizard)
    wizard.do("names", word="on")
    assert re.search(r'data-act="names" data-word="off"[^>]* aria-pressed="true"', wizard.page())
    assert "the text on its sticker says which it is" in words(wizard)
    wizard.lay(STICKER, "red-light/3")
    assert "✓ Enrolled: Red Light, number 3." in words(wizard)
    wizard.do("names", word="off")
    assert not wizard.enrolling.names()
    assert "Lay next: 25 km, number 1" in words(wizard)


def test_a_hostile_text_on_a_sticker_is_shown_as_text(wizard: Wizard) -> None:
    wizard.do("begin")
    wizard.do("names", word="on")
    wizard.lay(STICKER, '<script>alert("1")</script>')
    shown = "“&lt;script&gt;alert(&#34;1&#34;)&lt;/script&gt;” is no card of this box"
    assert shown in wizard.page()
    assert shown in wizard.news("").json["html"]
    assert len(wizard.registry.deck) == 0


def test_what_is_not_in_the_box_is_refused_with_the_cure(wizard: Wizard) -> None:
    refused = wizard.do("choose", word="gass")
    assert refused.status_code == 400
    assert "“gass” is no kind" in refused.json["error"]
    assert wizard.do("jump").status_code == 404


def test_news_come_once_for_each_change(wizard: Wizard) -> None:
    wizard.do("begin")
    news = wizard.news("").json
    assert wizard.news(news["id"]).status_code == 204
    wizard.lay(STICKER)
    assert "Enrolled" in wizard.news(news["id"]).json["html"]


def test_a_command_sent_twice_is_done_once(wizard: Wizard) -> None:
    wizard.do("begin")
    wizard.lay(STICKER)
    wizard.lay(bytes.fromhex("04A2245A6F6181"))
    for _ in range(2):
        assert wizard.do("undo", "lost answer").status_code == 200
    assert len(wizard.registry.deck) == 1


def test_the_deck_goes_out_and_in_as_text(wizard: Wizard) -> None:
    assert wizard.do("import", deck=write_deck(WHOLE)).status_code == 200
    assert wizard.client.get("/deck/deck.txt").text == write_deck(WHOLE)
    assert "Imported: 112 stickers." in words(wizard)
    refused = wizard.do("import", deck="tag 04 gas/1\ntag 04 gas/2")
    assert refused.status_code == 400
    assert refused.json["error"].startswith("Line 2: the tag 04 is named twice")
    assert wizard.registry.deck == WHOLE


def test_the_sheet_is_a_picture_to_print(wizard: Wizard) -> None:
    sheet = wizard.client.get("/deck/sheet")
    assert sheet.mimetype == "image/svg+xml"
    page = ET.fromstring(sheet.text)  # noqa: S314 - our own
    assert (page.get("width"), page.get("height")) == ("210mm", "297mm")
    rows = [group.get("transform", "") for group in page.iter("{http://www.w3.org/2000/svg}g")]
    places = [tuple(map(float, row.removeprefix("translate(").rstrip(")").split())) for row in rows]
    assert len({*places}) == 112
    assert all(10 <= x < 200 and 24 <= y < 287 for x, y in places)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_state_is_drawn_in_every_language(wizard: Wizard, language: str) -> None:
    for act, facts in (("begin", {}), ("names", {"word": "on"}), ("undo", {}), ("end", {})):
        wizard.do(act, **facts)
        html = wizard.page(language)
        assert f'<html lang="{language}">' in html
        text = re.sub(r"<[^>]*>", " ", html)
        assert not re.search(r"\b(enrol|page|sheet|command|refused)\.[a-z]", text)
        assert "{" not in text


def test_only_a_simulated_table_has_blank_stickers_and_only_while_enrolling(tmp_path: Path, wizard: Wizard) -> None:
    wizard.do("begin")
    assert 'data-act="blank"' not in wizard.page()
    simulated = Wizard(tmp_path / "simulated", simulated=True)
    simulated.do("blank")
    assert len(simulated.registry.deck) == 0
    simulated.do("begin")
    assert simulated.rested == 1, "robots would lay their cards among the stickers"
    assert 'data-act="blank"' in simulated.page()
    simulated.do("blank")
    assert [*simulated.registry.deck] == [STICKER]


def test_a_foreign_page_cannot_enrol(wizard: Wizard) -> None:
    refused = wizard.client.post(
        "/enrol/api/begin", json={"id": "x"}, headers={"Origin": "http://elsewhere.example", "Host": "localhost"}
    )
    assert refused.status_code == 403
    assert not wizard.enrolling.active


def test_the_races_page_leads_to_the_wizard_where_there_is_one(wizard: Wizard) -> None:
    assert 'href="/enrol"' in wizard.client.get("/").text
    assert 'href="/enrol"' not in create_app(FakeFeed(views.start())).test_client().get("/").text
