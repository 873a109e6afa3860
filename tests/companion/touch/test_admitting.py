"""A phone asks to act as referee: holding the undo button for three seconds, or the card `pair`, lets it in."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.touch.interpret import Notice
from tests.companion.table import Table


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    table.say("set Mario started yes")
    table.lay("25/1", on="Mario")
    table.say("undo")
    yield table
    table.journal.close()


@pytest.fixture
def let_in(table: Table) -> list[int]:
    """A phone asks; since when each sign was given that let it in."""
    signs: list[int] = []

    def admit(since_ms: int) -> None:
        signs.append(since_ms)
        table.sitting.phones_ask(())

    table.sitting.admit = admit
    table.sitting.phones_ask((17,))
    return signs


def test_everybody_is_shown_which_number_asks(table: Table, let_in: list[int]) -> None:
    assert table.shown.phones == (17,)
    assert let_in == []


def test_the_undo_button_held_for_three_seconds(table: Table, let_in: list[int]) -> None:
    lines = table.lines
    table.press("undo", held_s=1)
    table.press("undo", held_s=3)
    assert let_in == [table.now_ms - 3000]
    assert table.lines == lines
    assert table.shown.phones == ()
    assert table.shown.touches[-1].mark == "accepted"


def test_the_undo_button_pressed_shortly_undoes_all_the_same(table: Table, let_in: list[int]) -> None:
    table.press("undo", held_s=0.2)
    assert table.lines[-1] == "undo"
    assert let_in == []


def test_the_card_pair_on_any_pad(table: Table, let_in: list[int]) -> None:
    lines = table.lines
    table.tap("pair", on="Peach")
    assert let_in == [table.now_ms]
    assert table.lines == lines
    assert table.told == []


def test_while_nobody_asks_a_second_is_a_redo_and_three_mean_no_more(table: Table) -> None:
    table.press("undo", held_s=1)
    assert table.lines[-1] == "redo"
    lines = table.lines
    table.press("undo", held_s=3)
    assert table.lines == lines
    assert table.told == []


@pytest.mark.parametrize("held_s", [1, 3])
def test_another_button_means_what_it_meant(table: Table, let_in: list[int], held_s: float) -> None:
    table.say("redo")
    table.lay("accident/1", on="Peach")
    table.press("Peach", held_s=held_s)
    assert (table.lines[-1] == "pass Peach") is (held_s == 1)
    assert let_in == []


@pytest.mark.parametrize("why", ["several-ask", "nobody-asks"])
def test_who_gives_the_sign_in_vain_is_told_why(table: Table, let_in: list[int], why: str) -> None:
    assert let_in == []
    table.sitting.admit = lambda _since_ms: Notice(why)
    table.press("undo", held_s=3)
    assert table.told == [why]
    table.tap("pair", on="Luigi")
    assert table.told == [why]
    assert table.shown.touches[-1].mark == "refused"
