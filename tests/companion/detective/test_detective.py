"""What the detective asks about a refused tap, and what comes of the answer."""

from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time

import pytest

from companion.detective.detective import Detective
from companion.lang import LANGUAGES
from companion.rules.ruling import Verdict
from companion.sentences.report import race_object
from tests.companion.screen import Screen
from tests.companion.table import Table

NAMES = ("Mario", "Luigi", "Peach", "Bowser", "Yoshi", "Toad")

WAYS = (
    ["Luigi 50/1"],
    ["Mario red-light/1"],
    ["discard 50/1 by Luigi"],
    ["discard 25/1", "Mario 100/1"],
    ["Luigi flat-tire/1", "Peach flat-tire/1"],
)
"""In which a card is refused."""

Told = Callable[..., Screen]


@pytest.fixture
def told(tmp_path: Path) -> Iterator[Told]:
    """The screen of a table where all cars have started, after these lines."""
    tables: list[Table] = []

    def told(*lines: str, cars: int = 3, draws: str = "assumed") -> Screen:
        (folder := tmp_path / str(len(tables))).mkdir()
        table = Table(folder, f"cars {' '.join(NAMES[:cars])}\ndraws {draws}")
        tables.append(table)
        table.say(*(f"set {name} started yes" for name in NAMES[:cars]), *lines)
        return Screen(table.sitting, lambda: table.now_ms)

    yield told
    for table in tables:
        table.journal.close()


def race(screen: Screen) -> dict[str, object]:
    return race_object(screen.sitting.snapshot.game.race)


def test_a_card_of_the_player_on_turn_was_not_tapped(told: Told) -> None:
    screen = told("Luigi 50/1")
    assert screen.asks[0] == "Was Mario’s card not tapped?"
    assert screen.suggestions()[0]["hint"] == "Or tap the missing card now, then 50 km again."
    assert screen.answer("Was Mario’s card not tapped?", "100 km", on="On Mario")
    assert race(screen) == race(told("Mario 100", "Luigi 50"))


@pytest.mark.parametrize(("on", "card", "line"), [
    ("On the discard pile", "Red Light", "discard red-light"), ("On Peach", "Accident", "Peach accident"),
])  # fmt: skip
def test_it_may_have_been_discarded_or_an_attack(told: Told, on: str, card: str, line: str) -> None:
    screen = told("Luigi 50/1")
    assert screen.answer("Was Mario’s card not tapped?", card, on=on)
    assert race(screen) == race(told(line, "Luigi 50"))


def test_only_what_would_have_been_legal_is_offered(told: Told) -> None:
    screen = told("set Mario stopped-by flat-tire", "set Peach safeties ace-driver", "Luigi 50/1")
    own = [each["text"] for each in screen.suggestions()[0]["choices"] if each["on"] == "On Mario"]
    on_peach = [each["text"] for each in screen.suggestions()[0]["choices"] if each["on"] == "On Peach"]
    assert own == ["Spare Tire"]
    assert "Accident" not in on_peach
    assert "Red Light" in on_peach


def test_a_card_that_has_gone_is_not_offered(told: Told) -> None:
    screen = told("Mario gas-tank/1", "Mario 25", "Peach 50/1")
    offered = [each["text"] for each in screen.suggestions()[0]["choices"]]
    assert "Ace Driver" in offered
    assert "Gas Tank" not in offered


def test_where_the_rules_leave_one_card_it_is_named(told: Told) -> None:
    screen = told("Luigi flat-tire", "discard 50/1", "discard 25/4", "Luigi 100/1")
    assert screen.asks[0] == "Was Luigi’s Spare Tire not tapped? It came before 50 km (number 5)."
    assert screen.answer(screen.asks[0])
    assert screen.touches == 1
    assert race(screen) == race(told("Luigi flat-tire", "Luigi spare-tire", "discard 50", "discard 25", "Luigi 100"))


def test_a_stroke_that_was_not_tapped(told: Told) -> None:
    screen = told("Peach accident", "pass Luigi", "Peach 50/1")
    assert screen.answer("Was Peach’s Ace Driver not tapped?")
    assert race(screen) == race(told("Peach accident", "Peach ace-driver", "Peach 50"))


def test_a_card_moved_to_the_pad_that_was_meant(told: Told) -> None:
    screen = told("Luigi flat-tire/1", "Peach flat-tire/1")
    assert screen.answer("Is Flat Tire meant for Peach, not for Luigi?")
    assert race(screen) == race(told("Peach flat-tire"))


def test_a_card_on_the_wrong_pad(told: Told) -> None:
    screen = told("Mario red-light/1")
    assert screen.answer("Is Red Light meant for another pad?", "Luigi")
    assert race(screen) == race(told("Luigi red-light"))
    screen = told("Luigi 50/1 by Mario")
    assert screen.answer("Is 50 km meant for another pad?", "Mario")
    assert race(screen) == race(told("Mario 50"))


def test_a_button_that_named_the_wrong_player(told: Told) -> None:
    screen = told("discard 50/1 by Luigi")
    assert screen.answer("Is 50 km Mario’s?")
    assert race(screen) == race(told("discard 50"))


def test_a_draw_that_the_sensor_missed(told: Told) -> None:
    screen = told("Mario 50/1", draws="seen")
    assert screen.asks == ["Has Mario drawn already?"]
    assert screen.answer("Has Mario drawn already?")
    assert race(screen) == race(told("draw", "Mario 50", draws="seen"))
    assert screen.sitting.snapshot.moments[-2].unseen


def test_two_draws_after_a_stroke(told: Told) -> None:
    screen = told("draw", "Peach accident", "Peach ace-driver", "Peach 50/1", draws="seen")
    assert screen.asks[0] == "Has Peach drawn 2 cards already?"


def test_a_refill_that_was_the_next_players_draw(told: Told) -> None:
    screen = told("draw", "Luigi flat-tire", "Peach speed-limit", "draw", "Luigi spare-tire/1", draws="seen")
    assert screen.answer("Number 7: Was Mario’s turn over already?")
    assert race(screen) == race(
        told("draw", "Luigi flat-tire", "Peach speed-limit", "end", "draw", "Luigi spare-tire", draws="seen")
    )


def test_what_was_drawn_and_laid_since_is_entered_again(told: Told) -> None:
    lines = ["draw", "draw", "discard 25/1", "draw", "discard 25/2", "draw", "Bowser 75/1"]
    screen = told(*lines, cars=4, draws="seen")
    question = "Was Mario’s card not tapped? It came before 25 km (number 7)."
    assert screen.answer(question, "100 km", on="On Mario")
    assert race(screen) == race(told("draw", "Mario 100", *lines[1:], cars=4, draws="seen"))


def test_also_what_was_refused_since(told: Told) -> None:
    lines = ["draw", "draw", "Luigi 50/1", "draw", "Peach 75/1", "draw", "Bowser 25/1"]
    screen = told(*lines, cars=4, draws="seen")
    question = "Was Mario’s card not tapped? Luigi’s 50 km and Peach’s 75 km then count too."
    assert screen.answer(question, "100 km", on="On Mario")
    assert race(screen) == race(told("draw", "Mario 100", *lines[1:], cars=4, draws="seen"))


def test_of_play_with_the_sensor_and_the_pads_nothing_is_made(told: Told) -> None:
    fiddling = ["draw"] * 40
    screen = told("draw", *fiddling, *(f"Luigi 25/{n}" for n in range(1, 11)), "Peach 75/1", draws="seen")
    begun = process_time()
    assert len(screen.asks) <= 4
    assert process_time() - begun < 1
    assert not any("then count" in question for question in screen.asks)


def test_a_card_that_touched_a_pad_by_mistake(told: Told) -> None:
    screen = told("discard 25/1", "Mario 100/1")
    assert "Number 4: Was 25 km tapped by mistake?" in screen.asks
    assert screen.answer("Number 4: Was 25 km tapped by mistake?")
    assert race(screen) == race(told("Mario 100"))


def test_a_dead_sensor_supposes_the_draws_that_it_cannot_see(told: Told) -> None:
    screen = told("draw # unseen: entered with the card", "Mario 25/1", "Peach 50/1", draws="seen")
    assert screen.answer("Was Luigi’s card not tapped?", "100 km", on="On Luigi")
    assert race(screen) == race(told("draw", "Mario 25", "draw", "Luigi 100", "draw", "Peach 50", draws="seen"))


def test_what_people_put_right_by_hand_is_not_in_doubt(told: Told) -> None:
    assert not any("number" in question.lower() for question in told("Luigi 50/1").asks)
    screen = told("Mario 25", "set turn Luigi", "Peach 50/1")
    assert screen.asks[0] == "Was Luigi’s card not tapped?"
    assert not any("number" in question.lower() for question in screen.asks)


def test_nothing_is_entered_unasked_and_nothing_asked_without_a_refusal(told: Told) -> None:
    screen = told("Luigi 50/1")
    lines = screen.sitting.record()
    assert 1 <= len(screen.asks) <= 4
    assert screen.sitting.record() == lines
    screen.press("Mario 100")
    assert screen.asks == []


def test_a_suggestion_of_a_race_that_has_gone_on_changes_nothing(told: Told) -> None:
    screen = told("Luigi 50/1")
    (found, *_), after = screen.suggestions(), screen.view()["warning"]["after"]
    screen.press("Mario 25")
    lines = [line or "Mario 100" for line in found["lines"]]
    assert screen.sitting.follow(lines, after, 0, "late") is None
    assert screen.sitting.follow(["Peach 50 by Mario"], after + 1, 0, "would be refused") is None
    assert race(screen) == race(told("Mario 25"))


def test_a_touch_sent_twice_is_done_once(told: Told) -> None:
    screen = told("Luigi 50/1")
    after = screen.view()["warning"]["after"]
    first = screen.sitting.follow(["Mario 100", "Luigi 50/1"], after, 0, "touch")
    assert first == screen.sitting.follow(["Mario 100", "Luigi 50/1"], after, 0, "touch")
    assert race(screen) == race(told("Mario 100", "Luigi 50"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_is_said_in_every_language(told: Told, language: str) -> None:
    screens = [told(*lines) for lines in WAYS]
    for screen in (*screens, told("Mario 50/1", draws="seen")):
        for text in (each["text"] for each in screen.suggestions(language)):
            assert text.endswith(("?", ".")), text
            assert "{" not in text


@pytest.mark.parametrize(("language", "pile"), [("de", "Auf dem Ablagestapel"), ("pt", "No descarte")])
def test_the_pile_keeps_its_article_in_order(told: Told, language: str, pile: str) -> None:
    assert pile in {each["on"] for each in told("Luigi 50/1").suggestions(language)[0]["choices"]}


@pytest.mark.parametrize("draws", ["assumed", "seen"])
def test_six_cars_are_looked_into_in_a_moment(told: Told, draws: str) -> None:
    round_of_taps = ["discard 25/1", "Peach red-light/1", "end", "discard 50/2", "discard 50/3", "Bowser 200/1"]
    lines = [line for tap in round_of_taps for line in (["draw"] * (draws == "seen" and tap != "end") + [tap])]
    screen = told(*lines, cars=6, draws=draws)
    assert screen.sitting.snapshot.moments[-1].ruling.verdict is Verdict.ILLEGAL
    begun = process_time()
    Detective().clues(screen.sitting.snapshot)
    assert process_time() - begun < 0.25  # about a sixth of it where this was written
