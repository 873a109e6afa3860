"""What holds of every change of every race."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.amend.change import Change, NotAmended, planned
from companion.amend.counting import counting
from companion.rules.vocabulary import seconds_text
from companion.rules.write import write_input
from tests.companion.amend.races import Entered, heads, inputs, lines

races = st.builds(Entered, heads, st.lists(lines, min_size=1, max_size=20))
places = st.integers(1, 20)
some = settings(max_examples=25)


def within(race: Entered, n: int) -> int:
    """An input of the race."""
    return 1 + n % len(race.moments)


@some
@given(races, places)
def test_a_change_of_nothing_comes_to_the_same_race(race: Entered, n: int) -> None:
    n = within(race, n)
    before, question, refused = race.race, race.game.question, race.game.refused
    race.change(n)
    assert race.race == before
    assert (race.game.question is None) == (question is None), "what was asked is still asked"
    assert refused in (None, race.game.refused), "what was refused may still be overruled"


@some
@given(heads, st.lists(inputs, min_size=1, max_size=20), st.data())
def test_what_was_removed_and_put_back_comes_to_the_same_race(head: str, told: list[str], data: st.DataObject) -> None:
    race = Entered(head, [line for line in told if line not in ("undo", "redo", "overrule")])
    counted = counting(race.moments, race.game)
    assume(counted)
    place = data.draw(st.integers(0, len(counted) - 1))
    line, before = write_input(counted[place].input, race.setup), race.race
    race.change(counted[place].n, without=[counted[place].n])
    left = counting(race.moments, race.game)[place:]
    if left:
        race.change(left[0].n, line)
    else:
        race.enter(line)
    assert race.race == before


@some
@given(races, places, inputs, st.booleans())
def test_a_change_taken_back_leaves_the_race_as_it_was(race: Entered, n: int, line: str, replaced: bool) -> None:  # noqa: FBT001
    n = within(race, n)
    assume(line not in ("undo", "redo"))
    counts = n in {each.n for each in counting(race.moments, race.game)}
    before = race.race
    race.change(n, line, without=[n] if replaced and counts else [])
    changed = race.race
    race.take_back()
    assert race.race == before
    race.take_back()
    assert race.race == changed


@some
@given(races, places, places, st.lists(lines, max_size=6))
def test_a_second_change_finds_each_input_once(race: Entered, n: int, m: int, more: list[str]) -> None:
    n, m = within(race, n), within(race, m)
    race.change(n)
    race.enter(*more)
    before = race.race
    race.change(m)
    assert race.race == before
    assert len(counting(race.moments, race.game)) <= 20 + len(more)


@some
@given(races, places, inputs)
def test_a_changed_race_judged_from_its_record_is_the_same(race: Entered, n: int, line: str) -> None:
    n = within(race, n)
    race.change(n, line)
    record = [(write_input(ruled.entry.input, race.setup), ruled.entry.after) for ruled in race.moments]
    again = Entered(race.head, [f"+{seconds_text(after)} {line}" for line, after in record])
    assert again.game[:1] == race.game[:1]


@pytest.mark.parametrize("n", [-1, 0, 3])
def test_there_is_no_change_at_an_input_that_is_none(n: int) -> None:
    race = Entered(lines=["Mario green-light", "undo"])
    with pytest.raises(NotAmended, match="no-such-input"):
        planned(race.moments, race.game, Change(n))
