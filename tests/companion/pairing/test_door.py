"""The table's door: a phone that asks is let in by a sign from the table, by a paired phone, a PIN or a link."""

from pathlib import Path
from typing import Any

import pytest

from companion.page.refusal import Refused
from companion.pairing.asking import LAPSES_S, MOST, NUMBERS
from companion.pairing.door import Door


class Evening:
    """A door, and the clock on its wall."""

    def __init__(self, folder: Path, *, simulated: bool = False) -> None:
        self.now_s = 1000.0
        self.lit: list[tuple[int, ...]] = []
        self.door = Door(folder, "boot-1", lambda: self.now_s, simulated=simulated)
        self.door.on_change(self.lit.append)
        self.invitations = self.door._invitations

    def view(self, token: str = "") -> dict[str, Any]:
        return self.door.view(token, here=False)

    def author(self, token: str) -> str | None:
        return self.door.author(token, here=False)

    def ask(self, name: str, token: str = "") -> str:
        return self.door.ask(name, f"10.0.0.{len(name)}", token)


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def refused(status: int, key: str) -> Any:
    return pytest.raises(Refused, check=lambda error: (error.status, error.key) == (status, key))


def test_who_asks_has_a_number_that_is_lit_and_only_watches(evening: Evening) -> None:
    token = evening.ask("Anna")
    number = evening.view(token)["number"]
    assert number in NUMBERS
    assert evening.lit == [(number,)]
    assert evening.author(token) is None


def test_a_sign_at_the_table_lets_the_one_in_that_asks(evening: Evening) -> None:
    token = evening.ask("Anna")
    evening.now_s += 20
    assert evening.door.admit_by_touch(evening.now_s - 3) is None
    assert evening.author(token) == "Anna"
    assert evening.view(token)["number"] is None
    assert evening.lit[-1] == ()
    assert evening.author(token + "x") is None


def test_a_sign_that_began_before_the_phone_asked_was_not_meant_for_it(evening: Evening) -> None:
    token = evening.ask("Anna")
    assert evening.door.admit_by_touch(evening.now_s - 1) == "nobody-asks"
    assert evening.author(token) is None


def test_while_two_ask_neither_is_let_in_and_both_are_told(evening: Evening) -> None:
    tokens = [evening.ask("Anna"), evening.ask("Benno")]
    assert len(set(evening.lit[-1])) == 2
    evening.now_s += 10
    assert evening.door.admit_by_touch(evening.now_s) == "several-ask"
    assert [evening.author(token) for token in tokens] == [None, None]
    assert all(evening.view(token)["several"] for token in tokens)


def test_nobody_asks(evening: Evening) -> None:
    assert evening.door.admit_by_touch(evening.now_s) == "nobody-asks"


def test_a_number_lapses_after_two_minutes(evening: Evening) -> None:
    token = evening.ask("Anna")
    evening.now_s += LAPSES_S
    evening.door.lapse()
    assert evening.lit[-1] == ()
    assert evening.view(token)["number"] is None
    assert evening.door.admit_by_touch(evening.now_s) == "nobody-asks"


@pytest.mark.parametrize("token_lost", [True, False])
def test_a_phone_that_asks_again_asks_once(evening: Evening, *, token_lost: bool) -> None:
    first = evening.ask("Anna")
    second = evening.ask("Anna", "" if token_lost else first)
    assert len(evening.lit[-1]) == 1
    evening.now_s += 1
    assert evening.door.admit_by_touch(evening.now_s) is None
    assert (evening.author(first), evening.author(second)) == (None, "Anna")


def test_numbers_are_distinct_and_only_so_many_may_ask(evening: Evening) -> None:
    for n in range(MOST):
        evening.ask("x" * (n + 1))
        evening.now_s += 5
    assert len(set(evening.lit[-1])) == MOST
    with refused(429, "join.error.crowd"):
        evening.ask("one too many")


def test_a_paired_phone_sees_who_asks_and_lets_in_or_turns_away(evening: Evening) -> None:
    anna = evening.door.by_pin(evening.invitations.new_pin(), "Anna", "10.0.0.1")
    ben, carl = evening.ask("Benno"), evening.ask("Carl")
    assert evening.view(ben)["asking"] == []
    asking = {each["name"]: each["number"] for each in evening.view(anna)["asking"]}
    evening.door.admit(asking["Benno"])
    evening.door.turn_away(asking["Carl"])
    assert (evening.author(ben), evening.author(carl)) == ("Benno", None)
    with refused(404, "join.error.number"):
        evening.door.admit(asking["Carl"])


def test_phones_are_listed_to_the_paired_and_can_be_removed(evening: Evening) -> None:
    pin = evening.invitations.new_pin()
    anna, ben = (evening.door.by_pin(pin, name, "10.0.0.1") for name in ("Anna", "Ben"))
    assert evening.view()["phones"] == []
    phones = evening.view(anna)["phones"]
    assert [(phone["name"], phone["own"]) for phone in phones] == [("Anna", True), ("Ben", False)]
    evening.door.remove(phones[1]["id"])
    assert (evening.author(anna), evening.author(ben)) == ("Anna", None)
    with refused(404, "join.error.phone"):
        evening.door.remove(phones[1]["id"])


def test_a_pin_is_not_found_by_trying(evening: Evening) -> None:
    pin = evening.invitations.new_pin()
    wrong = f"{(int(pin) + 1) % 10**6:06}"
    for _ in range(5):
        with refused(403, "join.error.pin"):
            evening.door.by_pin(wrong, "Eve", "10.0.0.66")
    with refused(429, "join.error.often"):
        evening.door.by_pin(pin, "Eve", "10.0.0.66")
    assert evening.author(evening.door.by_pin(pin, "Anna", "10.0.0.1")) == "Anna"
    for n in range(4):
        with refused(403, "join.error.pin"):
            evening.door.by_pin(wrong, "Eve", f"10.0.1.{n}")
    with refused(429, "join.error.often"):
        evening.door.by_pin(pin, "Eve", "10.0.1.77")
    evening.now_s += 120
    assert evening.door.by_pin(pin, "Anna", "10.0.0.66")


def test_without_a_pin_it_is_said_how_to_make_one(evening: Evening) -> None:
    with refused(403, "join.error.no-pin"):
        evening.door.by_pin("123456", "Anna", "10.0.0.1")


def test_a_link_lets_one_in(evening: Evening) -> None:
    code = evening.invitations.new_link()
    assert evening.author(evening.door.by_link(code, "a program", "10.0.0.1")) == "a program"
    with refused(403, "join.error.link"):
        evening.door.by_link(code, "another", "10.0.0.1")


def test_only_a_simulated_table_s_own_machine_is_always_let_in(tmp_path: Path) -> None:
    real, simulated = Evening(tmp_path).door, Evening(tmp_path, simulated=True).door
    assert (real.author("", here=True), real.author("", here=False)) == (None, None)
    assert (simulated.author("", here=True), simulated.author("", here=False)) == ("", None)
