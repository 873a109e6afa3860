"""A PIN of six digits is not guessed: tries run out, and come back slowly, whatever the wall clock says."""

import pytest

from companion.pairing.door import SIGNS
from companion.pairing.tries import REMEMBERED, Rate, Tries


class Clock:
    def __init__(self) -> None:
        self.now_s = 5000.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_an_address_has_some_tries_at_once_and_then_waits(clock: Clock) -> None:
    tries = Tries(Rate(3, 10), Rate(100, 1), clock)
    assert [tries.take("a") for _ in range(4)] == [0, 0, 0, 10]
    assert tries.take("b") == 0
    clock.now_s += 4
    assert tries.take("a") == pytest.approx(6)
    clock.now_s += 6
    assert tries.take("a") == 0
    assert tries.take("a") == pytest.approx(10)


def test_tries_do_not_pile_up(clock: Clock) -> None:
    tries = Tries(Rate(3, 10), Rate(100, 1), clock)
    clock.now_s += 1_000_000
    assert [tries.take("a") > 0 for _ in range(4)] == [False, False, False, True]


def test_who_changes_addresses_gains_nothing(clock: Clock) -> None:
    tries = Tries(Rate(3, 10), Rate(5, 60), clock)
    assert [tries.take(f"10.0.0.{n}") > 0 for n in range(7)] == [False] * 5 + [True] * 2


def test_only_so_many_addresses_are_remembered(clock: Clock) -> None:
    tries = Tries(Rate(1, 1000), Rate(10**6, 1), clock)
    for n in range(REMEMBERED + 1):
        tries.take(f"{n}")
    assert tries.take("0") == 0
    assert tries.take(f"{REMEMBERED}") > 0


def test_who_guesses_all_day_from_ever_other_addresses_tries_one_pin_in_six_hundred(clock: Clock) -> None:
    tries, tried = Tries(*SIGNS, clock), 0
    end_s = clock.now_s + 24 * 3600
    while clock.now_s < end_s:
        wait_s = tries.take(f"address {tried}")
        tried += not wait_s
        clock.now_s += wait_s
    assert 1400 < tried < 10**6 / 600
