"""`mille-bornes enrol`: stickers become cards, at the terminal."""

import json
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from companion.deck.registry import Registry
from companion.deck.text import write_deck
from tests.companion.commands.commands import Command, run, sticker
from tests.companion.decks import WHOLE


def stored(data: Path) -> dict[str, str]:
    tags: dict[str, str] = json.loads((data / "deck.json").read_text())["tags"]
    return tags


class Enrolment(Command):
    def __init__(self, data: Path, *more: str) -> None:
        super().__init__("enrol", "--emulated", "--data", data, *more)


@pytest.fixture
def enrol(tmp_path: Path) -> Iterator[Enrolment]:
    command = Enrolment(tmp_path)
    yield command
    if command.process.poll() is None:
        command.process.kill()
    command.close()


@pytest.mark.slow
def test_cards_are_laid_kind_by_kind_and_an_undo_takes_the_last_out(enrol: Enrolment, tmp_path: Path) -> None:
    enrol.hear("Lay next: 25 km, number 1 (0 of 10). In all 0 of 112.")
    enrol.lay("seat-1", sticker(1))
    enrol.hear("Enrolled: 25 km, number 1")
    enrol.hear("Lay next: 25 km, number 2 (1 of 10). In all 1 of 112.")
    enrol.lift("seat-1", sticker(1))
    enrol.say("red-light")
    enrol.hear("Lay next: Red Light, number 1 (0 of 5)")
    enrol.lay("discard", sticker(2))
    enrol.hear("Enrolled: Red Light, number 1")
    assert stored(tmp_path) == {sticker(1): "25/1", sticker(2): "red-light/1"}
    enrol.say("undo")
    enrol.hear("Taken out again: Red Light, number 1")
    enrol.say("command undo")
    enrol.hear("command card “undo”")
    enrol.lay("seat-2", sticker(3))
    enrol.hear("Enrolled: command card “undo”")
    enrol.say("done")
    enrol.hear("1 of 112 cards have a sticker")
    assert enrol.process.wait() == 0
    assert stored(tmp_path) == {sticker(1): "25/1", sticker(3): "undo"}


@pytest.mark.slow
def test_double_and_foreign_tags_are_refused_with_the_reason(enrol: Enrolment) -> None:
    enrol.lay("seat-1", sticker(1))
    enrol.hear("Enrolled: 25 km, number 1")
    enrol.lift("seat-1", sticker(1))
    enrol.lay("seat-2", sticker(1))
    enrol.hear("enrolled already: 25 km, number 1")
    enrol.lay("seat-3", "DEADBEEF")
    enrol.hear("Not enrolled: this tag has 4 bytes")


@pytest.mark.slow
def test_names_on_stickers_say_which_cards_they_are(tmp_path: Path) -> None:
    enrol = Enrolment(tmp_path, "--names")
    enrol.hear("Any phone can read these texts through the backs")
    enrol.hear("Lay any card: the text on its sticker says which it is. In all 0 of 112.")
    for n, (pad, text, said) in enumerate(
        (
            ("seat-1", "red-light/3", "Enrolled: Red Light, number 3"),
            ("seat-2", "Red-light", "Enrolled: Red Light, number 1"),
            ("discard", "undo", "Enrolled: command card “undo”"),
            ("seat-3", "red-light/3", "another sticker is Red Light, number 3 already"),
            ("seat-4", "{petrol} \x1b[2J", "“{petrol} \\x1b[2J” is no card of this box"),
            ("seat-5", "", "no text is written on this sticker"),
            ("seat-6", "x" * 200, "no whole text could be read"),
        )
    ):
        enrol.lay(pad, sticker(n), text)
        enrol.hear(said)
    enrol.say("done")
    enrol.hear("2 of 112 cards have a sticker")
    assert enrol.close() == 0
    assert stored(tmp_path) == {sticker(0): "red-light/3", sticker(1): "red-light/1", sticker(2): "undo"}


@pytest.mark.slow
def test_without_that_wish_no_name_counts(enrol: Enrolment) -> None:
    enrol.lay("seat-1", sticker(1), "red-light/3")
    enrol.hear("Enrolled: 25 km, number 1")


@pytest.mark.slow
def test_a_lost_card_gets_a_spare_in_a_later_start(tmp_path: Path) -> None:
    Registry(tmp_path).keep(WHOLE)
    enrol = Enrolment(tmp_path)
    enrol.hear("Every card has its sticker")
    enrol.say("gas/3")
    enrol.hear("Lay a spare sticker for: Gasoline, number 3")
    enrol.lay("discard", sticker(1))
    enrol.hear("one more sticker of: Gasoline, number 3")
    enrol.say("nonsense")
    enrol.hear("“nonsense” is no kind")
    assert enrol.end() == 0
    assert stored(tmp_path)[sticker(1)] == "gas/3"


@pytest.mark.slow
def test_a_word_that_is_not_understood_does_nothing_again(tmp_path: Path) -> None:
    Registry(tmp_path).keep(WHOLE)
    said = run("enrol", "--emulated", "--data", tmp_path, said="undo\nnonsense\ngas/9\n").stdout
    assert said.count("is no kind") == 2
    assert said.count("Taken out again: ") == 1


@pytest.mark.slow
def test_it_speaks_spanish_and_ends_with_its_input(tmp_path: Path) -> None:
    said = run("enrol", "--emulated", "--data", tmp_path, "--lang", "es")
    assert said.returncode == 0
    assert "Pon ahora: 25 km, número 1" in said.stdout


@pytest.mark.slow
def test_a_running_table_keeps_its_deck_to_itself(tmp_path: Path) -> None:
    enrol = Enrolment(tmp_path)
    enrol.hear("Lay next")
    refused = run("enrol", "--emulated", "--data", tmp_path)
    assert refused.returncode == 1
    assert str(tmp_path) in refused.stderr
    assert enrol.end() == 0


@pytest.mark.slow
def test_a_deck_goes_out_and_in_as_text(tmp_path: Path) -> None:
    deck = tmp_path / "deck.txt"
    deck.write_text(f"# mine\n{write_deck(WHOLE)}")
    assert "112 stickers" in run("enrol", "--data", tmp_path / "b", "--import", deck).stdout
    assert run("enrol", "--data", tmp_path / "b", "--export").stdout == write_deck(WHOLE)
    assert Registry(tmp_path / "b").deck == WHOLE


@pytest.mark.slow
def test_a_wrong_line_is_named_and_the_deck_stays(tmp_path: Path) -> None:
    Registry(tmp_path).keep(WHOLE)
    refused = run("enrol", "--data", tmp_path, "--import", "-", said="tag 04 gas/1\ntag 04 gas/2\n")
    assert refused.returncode == 2
    assert "-:2: the tag 04 is named twice" in refused.stderr
    missing = run("enrol", "--data", tmp_path, "--import", tmp_path / "none")
    assert missing.returncode == 2
    assert Registry(tmp_path).deck == WHOLE


@pytest.mark.slow
def test_the_sheet_has_every_card_and_its_sticker(tmp_path: Path) -> None:
    Registry(tmp_path).keep(WHOLE.without(next(iter(WHOLE))))
    page = ET.fromstring(run("enrol", "--data", tmp_path, "--sheet").stdout)  # noqa: S314 - our own
    texts = [text.text for text in page.iter("{http://www.w3.org/2000/svg}text")]
    assert texts.count("–") == 1
    assert "Gasoline, number 3" in texts
    assert "Help Card, number 6" in texts
    assert len(texts) == 2 + 2 * 112
