"""The race of a table that has never played fits what was built."""

import pytest

from companion.compose.setup import first_head
from companion.editions import editions
from companion.rules.record import read_record
from hardware.description import TABLES, load


@pytest.mark.parametrize(
    ("table", "cars", "seen"),
    [("six-seats", 4, True), ("simulated", 4, True), ("two-seats", 2, True), ("one-reader", 4, False)],
)
def test_every_car_has_a_pad_and_draws_are_seen_by_a_sensor(table: str, cars: int, seen: bool) -> None:  # noqa: FBT001 - parametrised
    setup = read_record(first_head(load(TABLES / f"{table}.toml")).encode(), editions()).setup
    assert (len(setup.cars), setup.draws_seen) == (cars, seen)
