"""Who is paired stays so over restarts and set clocks, but not for ever; a spoilt file costs pairing again, no more."""

import json
from errno import EROFS
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.pairing.sessions import IDLE_BOOTS, IDLE_S, MOST, NOTED_EVERY_S, Sessions, hashed, new_token

DAY_S = 24 * 3600


class Machine:
    """A machine that is started and runs; its wall clock does not come into it."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "sessions.json"
        self.boots = 0
        self.start()

    def start(self) -> None:
        """The machine starts anew, its monotonic clock with it."""
        self.boots += 1
        self.up_s = 20.0
        self.restart()

    def restart(self) -> None:
        """Only the program does."""
        self.sessions = Sessions(self.path, f"boot-{self.boots}", lambda: self.up_s)

    def pair(self, name: str) -> str:
        token = new_token()
        self.sessions.add(hashed(token), name)
        return token

    def knows(self, token: str) -> str | None:
        session = self.sessions.of(token)
        return session.name if session else None


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_a_paired_phone_is_known_after_a_restart_of_program_and_machine(machine: Machine) -> None:
    token = machine.pair("Anna’s phone")
    machine.restart()
    assert machine.knows(token) == "Anna’s phone"
    machine.start()
    assert machine.knows(token) == "Anna’s phone"
    assert machine.knows(new_token()) is None
    assert machine.knows("") is None


def test_the_disk_has_no_token(machine: Machine) -> None:
    token = machine.pair("Anna")
    assert token not in machine.path.read_text()
    assert machine.path.stat().st_mode & 0o077 == 0


def test_a_session_that_nobody_uses_ends_by_running_time(machine: Machine) -> None:
    token = machine.pair("Anna")
    machine.up_s += IDLE_S - 1
    assert machine.knows(token) == "Anna"
    machine.up_s += IDLE_S - 1
    machine.restart()
    assert machine.knows(token) == "Anna"
    machine.up_s += IDLE_S + 1
    assert machine.knows(token) is None
    assert machine.sessions.all() == []


def test_running_time_adds_up_over_starts(machine: Machine) -> None:
    lost, used = machine.pair("Lost"), machine.pair("Used")
    for _ in range(IDLE_S // DAY_S + 1):
        machine.up_s += DAY_S
        assert machine.knows(used) == "Used"
        machine.start()
    assert machine.knows(lost) is None


def test_a_session_that_nobody_uses_ends_by_starts(machine: Machine) -> None:
    lost, used = machine.pair("Lost"), machine.pair("Used")
    for _ in range(IDLE_BOOTS):
        machine.start()
    assert machine.knows(used) == "Used"
    machine.start()
    assert (machine.knows(lost), machine.knows(used)) == (None, "Used")


def test_a_crash_loop_of_the_program_ends_no_session(machine: Machine) -> None:
    token = machine.pair("Anna")
    for _ in range(5 * IDLE_BOOTS):
        machine.restart()
    assert machine.knows(token) == "Anna"


def test_use_is_noted_now_and_then_not_at_every_request(machine: Machine) -> None:
    token = machine.pair("Anna")
    before = machine.path.stat().st_mtime_ns
    for _ in range(50):
        machine.up_s += 1
        machine.knows(token)
    assert machine.path.stat().st_mtime_ns == before
    machine.up_s += NOTED_EVERY_S
    machine.knows(token)
    assert machine.path.stat().st_mtime_ns != before


def test_a_phone_that_was_removed_is_known_no_more(machine: Machine) -> None:
    anna, ben = machine.pair("Anna"), machine.pair("Ben")
    session = machine.sessions.of(anna)
    assert session
    assert machine.sessions.remove(session.id)
    assert not machine.sessions.remove(session.id)
    machine.restart()
    assert (machine.knows(anna), machine.knows(ben)) == (None, "Ben")


def test_the_phone_that_was_silent_longest_makes_room(machine: Machine) -> None:
    tokens = []
    for n in range(MOST):
        machine.up_s += 1
        tokens.append(machine.pair(f"phone {n}"))
    machine.up_s += NOTED_EVERY_S + 1
    machine.knows(tokens[0])
    machine.pair("one more")
    assert (machine.knows(tokens[0]), machine.knows(tokens[1])) == ("phone 0", None)


@pytest.mark.parametrize(
    "spoilt",
    [
        "",
        "{",
        "[]",
        "null",
        '{"sessions": 3}',
        '{"age": {}, "sessions": [[1]]}',
        '{"age": {}, "sessions": [["00", "Anna", 1e999, 0]]}',
        '{"age": 7, "sessions": []}',
        "[" * 100_000,
        "\x00\xff",
    ],
)
def test_a_spoilt_file_is_set_aside_and_costs_pairing_again_and_no_more(machine: Machine, spoilt: str) -> None:
    token = machine.pair("Anna")
    machine.path.write_bytes(spoilt.encode("latin-1"))
    machine.restart()
    assert machine.knows(token) is None
    token = machine.pair("Anna")
    aside = machine.sessions.damaged
    assert aside == machine.path.with_name("sessions.damaged-1.json")
    assert aside.read_bytes() == spoilt.encode("latin-1")
    machine.restart()
    assert machine.knows(token) == "Anna"
    assert machine.sessions.damaged is None


@settings(deadline=None)  # each waits for the disk
@given(
    st.recursive(
        st.none() | st.integers() | st.floats() | st.text(),
        lambda inner: (
            st.lists(inner) | st.dictionaries(st.sampled_from(["age", "sessions", "boot", "boots", "up_s"]), inner)
        ),
    )
)
def test_whatever_a_file_says_is_read_or_set_aside(tmp_path_factory: pytest.TempPathFactory, said: object) -> None:
    machine = Machine(tmp_path_factory.mktemp("spoilt"))
    machine.path.write_text(json.dumps(said))
    machine.restart()
    read = machine.sessions.damaged is None
    token = machine.pair("Anna")
    assert machine.knows(token) == "Anna"
    if not read:
        kept = machine.path.with_name("sessions.damaged-1.json")
        assert kept.read_text() == json.dumps(said)


def test_what_cannot_be_set_aside_is_not_written_over(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    machine.path.write_text("spoilt")
    with monkeypatch.context() as no_more_names:
        no_more_names.setattr(Path, "rename", read_only)
        machine.restart()
        machine.pair("Anna")
        assert machine.path.read_text() == "spoilt"
        assert machine.sessions.damaged == machine.path
    machine.pair("Ben")
    assert machine.path.with_name("sessions.damaged-1.json").read_text() == "spoilt"
    machine.restart()
    assert [session.name for session in machine.sessions.all()] == ["Anna", "Ben"]


def read_only(_path: Path, _to: Path) -> None:
    raise OSError(EROFS, "Read-only file system")


def test_a_full_card_lets_people_pair_until_the_next_start(tmp_path: Path) -> None:
    machine = Machine(tmp_path / "gone")
    token = machine.pair("Anna")
    assert machine.knows(token) == "Anna"
