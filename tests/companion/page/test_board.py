"""The page as the server draws it, read as a person without scripts would."""

import re
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from flask import Blueprint

import companion.page
from companion.lang import LANGUAGES
from companion.page import create_app
from companion.page.board import Board, ink
from tests.companion.page import views
from tests.companion.page.fake_feed import FakeFeed, entry

NASTY = "<script>alert('&\"')</script>"
PAGE = Path(companion.page.__file__).parent


def page(view: dict[str, Any], language: str = "en") -> str:
    answer = create_app(FakeFeed(view)).test_client().get("/", headers={"Accept-Language": language})
    assert answer.status_code == 200
    return answer.text


def words(html: str) -> str:
    """What is read, without tags."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "state", [views.start, views.middle, views.refused, views.asked, views.attacked, views.over, views.teams]
)
def test_every_state_is_drawn_in_every_language(state: views.State, language: str) -> None:
    html = page(state(), language)
    assert f'<html lang="{language}">' in html
    assert "page." not in words(html)
    assert "{" not in words(html)


def test_french_sets_a_space_before_a_colon() -> None:
    assert re.findall(r"\w:</b>", page(views.refused(), "en"))
    assert re.findall(r"\w:</b>", page(views.refused(), "fr")) == []


def test_a_car_shows_its_piles_and_what_it_needs() -> None:
    luigi = re.search(r'data-key="car-Luigi".*?</article>', page(views.middle()), re.DOTALL)
    assert luigi
    text = words(luigi[0])
    for seen in ("On turn", "300 km", "700 km to go", "Stopped: Flat Tire", "Limit 50", "6 cards in hand", "100 ×3"):
        assert seen in text
    assert "Battle pile Flat Tire 2 cards Speed pile Speed Limit" in text
    assert "Luigi needs Spare Tire; then may drive up to 50." in text


def test_a_safety_lies_crosswise_only_after_a_stroke() -> None:
    mario = re.search(r'data-key="car-Mario".*?</article>', page(views.middle()), re.DOTALL)
    assert mario
    assert re.search(r'crosswise">.*?c-gas-tank', mario[0], re.DOTALL)
    assert mario[0].count("crosswise") == 2  # the card that lies across, and its words
    assert "Gas Tank, crosswise: played as a Master Stroke" in words(mario[0])


def test_a_warning_says_why_whence_and_what_instead() -> None:
    html = page(views.refused())
    text = words(html)
    assert "Not allowed Luigi cannot drive 100 km: Luigi’s car is stopped by Flat Tire." in text
    assert "Instead: Spare Tire, Puncture-Proof Tire, or a discard." in text
    assert "Source: Rulebook, Attack and Defence Cards, Flat Tire" in text
    assert 'data-line="overrule"' in html


def test_a_warning_stays_when_another_tap_was_ignored_since() -> None:
    view = views.refused()
    view["history"].append(entry(58, "ignored", "Flat Tire lies there already."))
    text = words(page(view))
    assert "Ignored Flat Tire lies there already." in text
    assert "Not allowed Luigi cannot drive 100 km" in text
    assert page(view).count('data-line="overrule"') == 1


def test_what_cannot_be_overruled_offers_no_overrule() -> None:
    view = views.refused()
    view["warning"]["can_overrule"] = False
    assert "overrule" not in page(view)


def test_a_question_has_a_button_for_each_player() -> None:
    html = page(views.asked())
    assert 'data-line="by Mario"' in html
    assert 'data-line="by Luigi"' in html
    assert 'data-line="end"' in html


def test_every_accepted_tap_names_who_was_charged_and_offers_the_others() -> None:
    html = page(views.middle())
    assert words(html).count("Charged to Mario Not mine") == 3  # the last ruling, and twice in the history
    assert 'data-not-mine="56" data-player="Peach"' in html


def test_an_undone_entry_is_struck_through_and_said_to_be_undone() -> None:
    view = views.middle()
    view["history"][0]["undone"] = True
    undone = re.search(r'data-key="entry-55".*?</li>', page(view), re.DOTALL)
    assert undone
    assert "<del>Mario drives 100 km and stands at 450.</del>" in undone[0]
    assert "Undone: Mario drives" in words(undone[0])
    assert "Charged" not in undone[0]
    assert page(view).count("<del>") == 1


@pytest.mark.parametrize(("earlier", "said"), [(1, "1 earlier input is not"), (7, "7 earlier inputs are not")])
def test_a_history_that_is_not_whole_leads_to_the_record(earlier: int, said: str) -> None:
    html = page({**views.middle(), "earlier": earlier})
    assert said in words(html)
    assert re.search(r'class="earlier".{0,200}href="/race/current.race"', html, re.DOTALL)
    assert "earlier input" not in words(page(views.middle()))


def test_undo_names_what_it_would_take_back_and_rests_when_there_is_nothing() -> None:
    assert 'data-of="56"' in page(views.middle())
    assert re.search(r'data-line="undo"[^>]* disabled', page(views.start()))


def test_every_button_that_enters_a_line_says_what_it_is_about() -> None:
    """But for `pass`, which names its car, and what is pressed twice closes nothing more."""
    folders = PAGE / "templates", PAGE.parent / "simulated/templates"
    buttons = [
        button
        for folder in folders
        for each in folder.glob("*.html")
        for button in re.findall(r"<button[^\n]*? data-line=.*?</button>", each.read_text("utf-8"))
    ]
    assert len(buttons) > 10
    assert [each for each in buttons if " data-of=" not in each and 'data-line="pass ' not in each] == []


def test_a_finished_race_names_its_winners() -> None:
    assert "Toad wins" in words(page(views.over()))
    view = views.over()
    view["over"]["winners"] = ["Toad", "Peach"]
    assert "Toad, Peach share the win" in words(page(view))


def test_draws_are_asked_for_only_where_they_are_seen() -> None:
    seen, assumed = page(views.start()), page({**views.start(), "draws": "assumed"})
    assert "Mario has to draw a card." in words(seen)
    assert "has to draw" not in words(assumed)
    turn = re.search(r'<section class="turn".*?</section>', seen, re.DOTALL)
    assert turn
    assert 'data-line="draw"' in turn[0], "a dead sensor's draw is one touch away"
    assert 'data-line="draw"' not in assumed


def test_names_and_texts_are_never_markup() -> None:
    view = views.start(NASTY, "Luigi")
    view["title"] = view["cars"][0]["needs"] = NASTY
    view["history"] = [entry(1, "legal", NASTY, charged=NASTY, not_mine=[NASTY], citation=NASTY, instead=NASTY)]
    view["warning"] = {"text": NASTY, "citation": NASTY, "instead": NASTY, "can_overrule": True, "n": 1}
    answers = [{"name": NASTY, "line": NASTY}]
    view["question"] = {
        "code": "whose-card",
        "text": NASTY,
        "answers": answers,
        "car": NASTY,
        "card": views.card("gas"),
    }
    borrow = {"car": NASTY, "pads": [{"pad": NASTY, "name": NASTY}]}
    view["faults"] = [{"part": NASTY, "code": NASTY, "text": NASTY, "borrow": borrow}]
    view["notice"], view["lent"] = NASTY, [{"car": NASTY, "pad": NASTY, "place": NASTY}]
    view["windows"] = [
        {"car": NASTY, "hazard": {"id": "x", "name": NASTY}, "safety": {"id": "x", "name": NASTY}, "left_ms": 9}
    ]
    view["can"]["pass"] = [NASTY]
    html = page(view)
    assert "<script>" not in html
    assert "alert(&#39;&amp;&#34;&#39;)" in html


def test_an_answer_says_its_line() -> None:
    view = views.asked()
    view["question"]["answers"] = [{"name": "Don Kong", "line": "by 'Don Kong'"}]
    html = page(view)
    assert 'data-line="by &#39;Don Kong&#39;"' in html
    assert "Don Kong’s" in words(html)
    view["question"]["code"] = "whose-area"
    assert "Whose area?" in words(page(view))


def test_the_car_of_a_dead_pad_is_offered_free_ones_and_its_own_again() -> None:
    view = views.attacked()
    view["faults"][0]["borrow"] = {"car": "Peach", "pads": [{"pad": "seat-5", "name": "5"}]}
    html = page(view)
    assert 'data-lend="Peach" data-pad="seat-5"' in html
    assert "Pad 5" in words(html)
    view["lent"] = [{"car": "Peach", "pad": "seat-5", "place": "5"}]
    html = page(view)
    assert 'data-lend="Peach" data-pad=""' in html
    assert "Peach plays at pad 5" in words(html)


def test_a_touch_that_meant_nothing_is_told_apart_from_parts_that_do_not_work() -> None:
    view = views.start()
    view["notice"] = "Nobody sits there."
    html = words(page(view))
    assert "Nobody sits there." in html
    assert "Part not working" not in html


def test_a_language_once_chosen_stays() -> None:
    client = create_app(FakeFeed(views.start())).test_client()
    answer = client.get("/language/es")
    assert answer.status_code == 302
    assert "SameSite=Strict" in answer.headers["Set-Cookie"]
    assert "Es el turno de Mario" in client.get("/", headers={"Accept-Language": "en"}).text
    assert "Set-Cookie" not in client.get("/language/xx").headers


def test_the_news_of_a_page_whose_address_names_its_language_follow_it() -> None:
    client = create_app(FakeFeed(views.start()), beat_s=0.01).test_client()
    assert 'lang="nl"' in client.get("/?lang=nl").text
    news = b"".join(islice(client.get("/events").iter_encoded(), 2)).decode()
    assert "kaarthouder" in news
    assert "Set-Cookie" not in client.get("/api/race?lang=de").headers
    assert "Set-Cookie" not in client.get("/?lang=xx").headers


def test_the_simulated_table_has_its_link_and_its_blueprint() -> None:
    table = Blueprint("simulated", __name__)
    table.get("/table")(lambda: "the table")
    client = create_app(FakeFeed(views.start()), blueprints=[table]).test_client()
    assert 'href="/table"' in client.get("/").text
    assert client.get("/table").text == "the table"
    assert 'href="/table"' not in page(views.start())


def test_a_view_is_drawn_once_for_all_pages() -> None:
    feed = FakeFeed(views.middle())
    board = Board(feed, create_app(feed).jinja_env)
    drawn = board.html(feed.latest("en"), "en")
    assert board.html(feed.latest("en"), "en") is drawn
    assert board.html(feed.latest("es"), "es") != drawn
    feed.show(dispenser=3)
    assert "3 cards in the dispenser" in board.html(feed.latest("en"), "en")


def test_an_entry_of_the_history_is_drawn_anew_when_it_changes() -> None:
    feed = FakeFeed(views.middle())
    board = Board(feed, create_app(feed).jinja_env)
    assert "Charged to Mario" in words(board.html(feed.latest("en"), "en"))
    history = [{**entry, "charged": "Toad", "text": f"{entry['text']} Again!"} for entry in views.middle()["history"]]
    feed.show(history=[*history, entry(57, "noted", "Undone.")])
    text = words(board.html(feed.latest("en"), "en"))
    assert "Charged to Mario" not in text
    assert text.count("Again!") == 2
    assert "57 Noted: Undone." in text


@pytest.mark.parametrize(("colour", "letter"), [("#ffffff", "#000000"), ("#000000", "#ffffff"), ("#e60012", "#ffffff")])
def test_a_pawn_s_letter_is_read_on_its_colour(colour: str, letter: str) -> None:
    assert ink(colour) == letter
