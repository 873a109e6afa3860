"""The line of chances over a race: what it knows, what it wants to know, and what an undo takes from it."""

from fractions import Fraction

from companion.editions import editions
from companion.odds.chances import Chances
from companion.odds.line import COARSE, FINE, Line
from companion.replay import moments
from companion.rules.game import Game
from companion.rules.record import read_record

ROLLED = Chances((1.0, 0.0), 1)
START = "cars Mario Luigi\nMario green-light\nLuigi green-light"


def game(text: str) -> Game:
    *_, last = moments(read_record(text.encode(), editions()))
    return last.after._replace(now=Fraction(0))


def fill(line: Line) -> list[int]:
    """Rolls whatever is wanted; the inputs in that order."""
    rolled = []
    while (wanted := line.wanted()) is not None:
        rolled.append(wanted.n)
        line.keep(wanted, ROLLED, done=True)
    return rolled


def test_first_where_the_race_stands_then_its_past_from_the_latest_on() -> None:
    line = Line()
    line.follow(game(START), Fraction(0))
    wanted = line.wanted()
    assert wanted is not None
    assert (wanted.error, wanted.limit_s) == FINE
    assert fill(line) == [2, 1, 0]
    assert [point.n for point in line.points()] == [0, 1, 2]


def test_the_past_is_rolled_less() -> None:
    line = Line()
    line.follow(game(START), Fraction(0))
    now = line.wanted()
    assert now is not None
    line.keep(now, ROLLED, done=True)
    wanted = line.wanted()
    assert wanted is not None
    assert (wanted.error, wanted.limit_s) == COARSE


def test_what_is_undone_leaves_the_line() -> None:
    line = Line()
    before = list(moments(read_record(f"{START}\nundo\nLuigi 25".encode(), editions())))
    line.follow(before[1].after, Fraction(0))
    fill(line)
    line.follow(before[2].after, Fraction(0))
    assert [point.n for point in line.points()] == [0, 1]
    assert fill(line) == [1], "the race stands there again: now it is rolled finely"
    line.follow(before[3].after, Fraction(0))
    assert fill(line) == [], "a card that was refused changes nothing"


def test_a_window_that_closed_is_another_position() -> None:
    line, attacked = Line(), game(f"{START}\nLuigi accident")
    line.follow(attacked, Fraction(0))
    fill(line)
    line.follow(attacked, Fraction(16))
    assert fill(line) == [3]


def test_the_end_is_certain() -> None:
    line = Line()
    line.follow(game(f"{START}\nset Luigi km 1000"), Fraction(0))
    assert line.points()[-1].chances.shares == (0, 1)
    assert 3 not in fill(line)
