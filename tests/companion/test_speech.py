"""What is said aloud as cards are laid, taken back and refused, and when parts fail."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.detective.detective import Detective
from companion.speech import Spoken, spoken
from firmware.messages import Fault
from tests.companion.table import ONE_READER, Table

Say = Callable[..., Spoken]
STARTED = [f"set {name} started yes" for name in ("Mario", "Luigi", "Peach")]


class Listener:
    """Somebody who hears the table and does not see it."""

    def __init__(self, table: Table) -> None:
        self.table, self._heard = table, table.shown

    def hears(self, language: str = "en") -> str:
        """What was said since the last call."""
        return self.listens(language).text

    def listens(self, language: str = "en") -> Spoken:
        """The same, and whether it is urgent."""
        before, self._heard = self._heard, self.table.shown
        return spoken(before, self._heard, language, Detective().clues(self._heard))


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


@pytest.fixture
def listener(table: Table) -> Listener:
    table.say(*STARTED)
    return Listener(table)


def test_a_race_that_goes_on_is_told_without_its_past(listener: Listener, table: Table) -> None:
    table.say("Mario 25", "Luigi 50", "Peach 75")
    left = table.shown.race
    table.sitting.new_race("cars Ann Bob", "")
    listener.hears()
    table.sitting.go_on(left, "")
    assert listener.hears() == "An earlier race goes on. Mario’s turn, 25."


def test_a_distance_and_the_turn_after_it(table: Table, listener: Listener) -> None:
    table.lay("100/1", on="Mario")
    assert listener.hears() == "Mario drives 100 km and is at 100 km. Luigi’s turn, 0."
    assert listener.hears() == ""


def test_the_car_on_turn_is_told_with_what_stops_it(table: Table, listener: Listener) -> None:
    table.say("set Luigi km 300", "set Luigi stopped-by accident", "set Luigi limited yes")
    listener.hears()
    table.lay("25/1", on="Mario")
    assert listener.hears() == "Mario drives 25 km and is at 25 km. Luigi’s turn, 300, stopped: Accident, limit 50."


def test_a_correction_is_short(table: Table, listener: Listener) -> None:
    table.say("set Mario km 200")
    table.lay("100/1", on="Mario")
    listener.hears()
    table.say("undo")
    assert listener.hears() == "Taken back. Mario’s turn, 200."
    table.say("redo")
    assert listener.hears() == "It counts again. Luigi’s turn, 0."
    table.say("set Luigi km 25")
    assert listener.hears("es") == "Corregido a mano. Turno de Luigi, 25."


def test_a_refusal_is_urgent_and_says_what_may_be_played(table: Table, listener: Listener) -> None:
    table.lay("gas/1", on="Mario")
    said = listener.listens()
    assert said.urgent
    assert said.text.startswith("Not allowed. Mario has nothing that Gasoline would fix. Keep it for later")
    table.say("overrule")
    assert listener.listens() == Spoken("The table lets it stand. Luigi’s turn, 0.", urgent=False)


@pytest.mark.parametrize(
    ("edition", "language", "call"),
    [
        ("mario-kart", "en", "Master Stroke!"),
        ("mario-kart", "es", "¡Golpe maestro!"),
        ("ryvo", "en", "Coup fourré!"),
        ("ryvo", "es", "¡Coup fourré!"),
    ],
)
def test_a_stroke_is_called_as_edition_and_language_do(tmp_path: Path, edition: str, language: str, call: str) -> None:
    table = Table(tmp_path, f"edition {edition}\ncars Mario Luigi Peach")
    table.say(*STARTED)
    listener = Listener(table)
    table.lay("accident/1", on="Peach")
    listener.hears()
    table.lay("ace-driver/1", on="Peach")
    assert listener.hears(language).startswith(call)


def test_whose_stroke_may_come_is_told_once(table: Table, listener: Listener) -> None:
    table.lay("gas/1", on="Mario")
    listener.hears()
    table.lay("out-of-gas/1", on="Luigi")
    said = "Mario attacks Luigi with Out of Gas. Luigi may answer Out of Gas with Gasoline Tanker."
    assert listener.hears().startswith(said)
    table.breaks("Mario")
    assert "may answer" not in listener.hears()


def test_a_copied_chip_that_works_is_not_called_out(table: Table, listener: Listener) -> None:
    listener.hears()
    for over in (False, True):
        table.tabletop.take(Fault("reader seat-1", "counterfeit", "FM17522", table.now_ms, over=over))
        assert listener.hears() == ""


def test_what_may_have_been_missed_is_asked_after_the_refusal(table: Table, listener: Listener) -> None:
    table.say("set Luigi stopped-by flat-tire", "discard 50/1")
    listener.hears()
    table.lay("100/1", on="Luigi")
    heard = listener.listens()
    assert heard.urgent
    assert heard.text.startswith("Not allowed. ")
    assert heard.text.endswith("Was Luigi’s Puncture-Proof Tyre not tapped?")


def test_a_turn_that_may_go_on_is_told(table: Table, listener: Listener) -> None:
    table.lay("red-light/1", on="Luigi")
    assert listener.hears() == (
        "Mario attacks Luigi with Red Light. Luigi may answer Red Light with Right of Way. "
        "Mario may attack once more; otherwise it is Luigi’s turn."
    )


def test_a_question_is_urgent(tmp_path: Path) -> None:
    table = Table(tmp_path, pads=ONE_READER)
    table.say(*STARTED)
    listener = Listener(table)
    table.tap("accident/1")
    said = listener.listens()
    assert said.urgent
    assert said.text.startswith("Whose area is Accident meant for?")


def test_what_a_touch_meant_nothing_for_is_told_once(table: Table, listener: Listener) -> None:
    table.press("mine")
    table.tap("25/1", on="seat-6")
    said = listener.listens()
    assert said.urgent
    assert said.text.startswith("Nobody sits at reader 6")
    table.lay("25/2", on="Mario")
    assert listener.hears() == "Mario drives 25 km and is at 25 km. Luigi’s turn, 0."


def test_a_part_that_fails_and_works_again(table: Table, listener: Listener) -> None:
    table.breaks("Mario")
    assert listener.hears() == "Reader Mario does not answer; the others play on. Check its cable."
    table.breaks("Mario", back=True)
    assert listener.hears("es") == "Vuelve a funcionar: lector Mario."


def test_the_end_is_told_and_no_turn_after_it(table: Table, listener: Listener) -> None:
    table.say("set Mario km 900")
    listener.hears()
    table.lay("100/1", on="Mario")
    assert listener.hears() == "Mario drives 100 km and is at 1000 km. Mario reaches 1000 km and wins!"


def test_who_missed_a_lot_hears_the_latest(table: Table, listener: Listener) -> None:
    for n in (1, 2):
        for player in ("Mario", "Luigi", "Peach"):
            table.lay(f"25/{3 * n + ('Mario', 'Luigi', 'Peach').index(player)}", on=player)
    said = listener.hears()
    assert said.count("drives") == 3
    assert said.endswith("Peach drives 25 km and is at 50 km. Mario’s turn, 50.")


def test_another_race_is_told_and_nothing_of_the_one_before(table: Table, listener: Listener) -> None:
    table.lay("100/1", on="Mario")
    table.sitting.new_race("cars Toad Yoshi", "")
    assert listener.hears() == "A new race. Toad’s turn, at the start."


def test_in_teams_the_car_is_told_too(tmp_path: Path) -> None:
    table = Table(tmp_path, "cars Red=Mario+Peach Blue=Luigi+Toad")
    listener = Listener(table)
    table.lay("green-light/1", on="Red")
    assert listener.hears() == "Mario lays Green Light for Red. Luigi’s turn for Blue, at the start."


def test_a_name_is_plain_text(tmp_path: Path) -> None:
    table = Table(tmp_path, "cars '<audio>' Luigi")
    listener = Listener(table)
    table.say("set Luigi km 25")
    assert listener.hears() == "Put right by hand.  audio ’s turn, at the start."
