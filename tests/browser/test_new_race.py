"""A race is begun in a browser: characters by touch, teams, errors at their field, set-up steps, rematch."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from uuid import uuid4

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped] # it has no type information
from playwright.sync_api import Browser, Page, expect

from companion.lang import catalogue
from companion.store.journal import Journal
from tests.browser.house import page_of
from tests.browser.table import OpenTable, expect_text
from tests.companion.page import views
from tests.companion.program import Program

pytestmark = pytest.mark.browser

Open = Callable[..., Page]


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    """Mario and Luigi play with a house rule; no sensor counts draws."""
    (tmp_path / "data").mkdir()
    with Journal(tmp_path / "data" / "races.db") as journal:
        journal.begin("cars Mario Luigi\nswitch self_attack on")
    program = Program(tmp_path / "data")
    yield program
    program.kill()


@pytest.fixture
def open_page(chromium: Browser, program: Program) -> Iterator[Open]:
    with ExitStack() as stack:
        yield lambda path, width=360, **options: stack.enter_context(
            page_of(chromium, program.address + path, width, **options)
        )


def head(program: Program) -> list[str]:
    """The head of the race that stands."""
    return [line for line in program.text("/race/current.race").splitlines() if not line.startswith("+")]


def finish(program: Program) -> None:
    for line in ("set turn Mario", "set Mario started yes", "set Mario km 975", "Mario 25"):
        program.ask("/api/input", line=line, id=uuid4().hex)


def test_characters_are_picked_by_touch_and_the_table_is_set_up(program: Program, open_page: Open) -> None:
    page = open_page("/")
    page.get_by_role("link", name="New race").last.click()
    expect(page.get_by_label("Seat 1", exact=True)).to_have_value("Mario")
    expect(page.get_by_label("Players may attack their own car")).to_be_checked()
    for name in ("Mario", "Peach", "Toad"):
        page.get_by_role("button", name=name).click()
    expect(page.get_by_role("button", name="Mario")).to_have_attribute("aria-pressed", "false")
    for seat, name in ((1, "Peach"), (2, "Luigi"), (3, "Toad")):
        expect(page.get_by_label(f"Seat {seat}", exact=True)).to_have_value(name)
    expect(page.locator(".alone [data-car='3'] .pawn-mark text")).to_have_text("T")
    page.get_by_label("seat 3 begins").check()
    page.get_by_role("button", name="Begin the race").click()
    expect(page.locator(".checklist > li")).to_have_count(6)
    expect_text(page, "deal 6 face down to each of the 3 players")
    expect_text(page, "Toad begins and draws a card")
    page.get_by_role("link", name="The race is on").click()
    expect_text(page, "Toad is on turn")
    assert head(program) == [
        "edition mario-kart", "cars Peach Luigi Toad", "first Toad", "draws assumed", "switch self_attack on",
    ]  # fmt: skip


def test_teams_share_cars(program: Program, open_page: Open) -> None:
    page = open_page("/new", 320)
    page.get_by_label("2 cars, 2 players each").check()
    page.get_by_role("button", name="Bowser").click()
    page.get_by_label("Name of team 2").fill("The Greens")
    for team, crew in ((1, ("Ana", "Ben")), (2, ("Cleo", "Dan"))):
        for member, name in enumerate(crew, 1):
            page.get_by_label(f"Player {member} of team {team}", exact=True).fill(name)
    page.get_by_label("player 2 of team 2 begins").check()
    page.get_by_role("button", name="Begin the race").click()
    expect_text(page, "Dan begins")
    assert head(program)[1:3] == ["cars Bowser=Ana+Ben 'The Greens'=Cleo+Dan", "first Dan"]
    page.goto(program.address + "/new")
    expect(page.get_by_label("2 cars, 2 players each")).to_be_checked()
    expect(page.get_by_label("Player 2 of team 2", exact=True)).to_have_value("Dan")


def test_after_a_race_in_teams_the_single_players_are_known_and_the_other_way_round(
    program: Program, open_page: Open
) -> None:
    teams = [{"name": "Red", "players": ["Anna", "Ben"]}, {"name": "Blue", "players": ["Carla", "Dan"]}]
    program.ask("/api/new-race", edition="mario-kart", cars=teams, id="teams")
    page = open_page("/new")
    expect(page.get_by_label("Player 2 of team 1", exact=True)).to_have_value("Ben")
    page.get_by_label("Each for themselves").check()
    expect(page.get_by_label("Seat 1", exact=True)).to_have_value("Mario")
    expect(page.get_by_label("Seat 2", exact=True)).to_have_value("Luigi")
    page.get_by_role("button", name="Begin the race").click()
    expect(page).to_have_url(re.compile("/new/set-up"))
    assert "cars Mario Luigi" in head(program)
    page.goto(f"{program.address}/new")
    page.get_by_label("2 cars, 2 players each").check()
    expect(page.get_by_label("Name of team 2", exact=True)).to_have_value("Blue")
    expect(page.get_by_label("Player 1 of team 2", exact=True)).to_have_value("Carla")


def test_a_double_click_begins_one_race_and_coming_back_another(open_page: Open, program: Program) -> None:
    page = open_page("/new")
    before = len(page.request.get(program.address + "/races").text().split(">Race "))
    for races in (1, 2):
        page.get_by_role("button", name="Begin the race").dblclick()
        expect(page.locator(".checklist > li")).to_have_count(6)
        listed = page.request.get(program.address + "/races").text().split(">Race ")
        assert len(listed) == before + races
        page.go_back()


def test_what_is_wrong_stands_at_its_field(open_page: Open) -> None:
    page = open_page("/new")
    begin = page.get_by_role("button", name="Begin the race")
    second = page.get_by_label("Seat 2", exact=True)
    for name, said in (("", "At least 2 must play"), ("Mario", "Mario plays already"), ("km", "km"), ("A=B", "A=B")):
        second.fill(name)
        begin.click()
        expect(page.locator(".seat", has=second).locator(".wrong")).to_contain_text(said)
        expect(second).to_have_attribute("aria-invalid", "true")
    second.fill("Daisy")
    expect(page.locator(".wrong")).to_have_count(0)
    begin.press("Enter")
    expect(page.locator(".checklist")).to_be_visible()


def test_an_edition_offers_its_own_forms(open_page: Open) -> None:
    page = open_page("/new")
    page.get_by_label("Mille Bornes: Ryvo").check()
    expect(page.get_by_label("3 cars, 2 players each")).to_be_hidden()
    for name in ("Peach", "Yoshi", "Toad"):
        page.get_by_role("button", name=name).click()
    expect(page.get_by_label("Seat 4", exact=True)).to_have_value("Yoshi")
    expect(page.get_by_label("Seat 5", exact=True)).to_be_hidden()
    page.get_by_role("button", name="Begin the race").click()
    expect_text(page, "Ryvo, Get the journey started")


def test_a_rematch_is_one_touch_away(program: Program, open_page: Open) -> None:
    finish(program)
    page = open_page("/")
    page.wait_for_selector("#line[data-state=live]")
    page.get_by_role("button", name="Rematch: Luigi begins").click()
    expect_text(page, "Luigi is on turn")
    assert head(program) == [
        "edition mario-kart", "cars Mario Luigi", "first Luigi", "draws assumed", "switch self_attack on",
    ]  # fmt: skip
    finish(program)
    page.get_by_role("link", name="New race").last.click()
    page.wait_for_url("**/new")  # the page that is left has a button of that name, too
    page.get_by_role("button", name="Rematch: Mario begins").click()
    expect_text(page, "Mario is on turn")


def test_a_race_that_was_left_by_mistake_is_two_touches_away(program: Program, open_page: Open) -> None:
    program.ask("/api/input", id="moved", line="set Luigi km 300")
    left = program.text("/race/current.race")
    page = open_page("/new")
    page.get_by_role("button", name="Begin the race").click()
    page.get_by_role("link", name="The race is on").click()
    page.get_by_role("link", name="Go on with an earlier race").click()
    page.get_by_role("button", name="Go on with this race").click()
    expect_text(page, "300 km")
    assert program.text("/race/current.race") == left


@pytest.mark.parametrize("width", [360, 1280])
def test_after_the_end_the_next_race_is_at_hand(open_table: OpenTable, width: int) -> None:
    table = open_table(views.middle(), width=width, height=900)
    form = table.page.locator(".new-race")
    assert form.evaluate("form => form.getBoundingClientRect().top") > 900
    table.feed.show(views.over())
    expect_text(table.page, "Toad wins")
    assert form.evaluate("form => form.getBoundingClientRect().top") + table.page.evaluate("scrollY") < 900


@pytest.mark.parametrize("language", ["en", "es"])
def test_axe_finds_nothing_and_nothing_is_cut_off_where_something_is_wrong(
    program: Program, open_page: Open, language: str
) -> None:
    finish(program)
    page = open_page("/new", 320, locale=language, color_scheme="dark" if language == "es" else "light")
    page.locator("[value='2x3']").check()
    page.get_by_role("button", name=catalogue(language, "page").text("page.new.begin")).click()
    page.locator(".wrong").first.wait_for()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    for button in page.locator("main :is(button, a.download):visible").all():
        box = button.bounding_box()
        assert box
        assert box["height"] >= 44
