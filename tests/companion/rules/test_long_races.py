"""Races with more cards than any box holds, as only a record has them: right to the end, and no pile grows for ever."""

from companion.editions import editions
from companion.moment import Moment
from companion.replay import moments
from companion.rules.race import MOST_CARDS
from companion.rules.record import read_record

LONG = 2000


def played(text: str) -> list[Moment]:
    return list(moments(read_record(text.encode(), editions())))


def test_every_discard_counts() -> None:
    last = played("cars Mario Luigi\n" + "set dispenser 3\ndiscard 25\n" * LONG)[-1].after.race
    assert last.discards == LONG
    assert last.discarded == ("25",) * MOST_CARDS


def test_every_distance_counts() -> None:
    rounds = "set dispenser 3\nMario 50\nset Mario km 0\nset dispenser 3\ndiscard 100\n"
    last = played("cars Mario Luigi\nset Mario started yes\n" + rounds * LONG + "Mario 75\n")[-1].after.race
    assert last.cars[0].km == 75
    assert last.cars[0].laid == ("50",) * (MOST_CARDS - 1) + ("75",)


def test_a_stroke_cancels_more_hazards_than_any_box_holds() -> None:
    attacks = "Luigi red-light\nLuigi speed-limit\n" + "Luigi speed-limit\noverrule\n" * LONG
    begin = "cars Mario Luigi\ndraws seen\nset Mario started yes\nset Luigi started yes\ndraw\n"
    stroke = played(begin + attacks + "Luigi right-of-way\n")[-1]
    assert stroke.ruling.play == "stroke"
    assert stroke.after.race.discards == LONG + 2
    assert stroke.after.race.cars[1].laid == ("right-of-way",)
    assert len(stroke.before.race.attack) == 2
