"""A PIN and a link, made on the machine by another process than the table's."""

from pathlib import Path

import pytest

from companion.pairing.invitations import LINK_S, Invitations


class Machine:
    def __init__(self, folder: Path) -> None:
        self.folder, self.boot, self.up_s = folder, "boot-1", 100.0

    @property
    def invitations(self) -> Invitations:
        """As any process on it sees them."""
        return Invitations(self.folder, self.boot, lambda: self.up_s)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_the_pin_is_the_newest_one_and_nothing_else(machine: Machine) -> None:
    assert not machine.invitations.has_pin
    assert not machine.invitations.is_pin("000000")
    old, new = machine.invitations.new_pin(), machine.invitations.new_pin()
    assert len(new) == 6
    assert new.isdecimal()
    assert machine.invitations.is_pin(new)
    wrong = [old, "", new[:5], new + "0", " " + new, "\ud800", "١٢٣٤٥٦"]
    assert not any(machine.invitations.is_pin(pin) for pin in wrong if pin != new)
    machine.invitations.drop_pin()
    assert not machine.invitations.is_pin(new)


def test_the_disk_has_neither_pin_nor_code(machine: Machine) -> None:
    secrets = machine.invitations.new_pin(), machine.invitations.new_link()
    for file in machine.folder.iterdir():
        assert not any(secret in file.read_text() for secret in secrets)
        assert file.stat().st_mode & 0o077 == 0


def test_a_link_works_once(machine: Machine) -> None:
    code = machine.invitations.new_link()
    assert not machine.invitations.take_link(code + "x")
    assert machine.invitations.take_link(code)
    assert not machine.invitations.take_link(code)


def test_a_link_ends_with_its_time_and_with_the_machine_s_run(machine: Machine) -> None:
    late = machine.invitations.new_link()
    machine.up_s += LINK_S + 1
    assert not machine.invitations.take_link(late)
    machine.up_s = 100.0
    early = machine.invitations.new_link()
    machine.boot = "boot-2"
    assert not machine.invitations.take_link(early)


@pytest.mark.parametrize(
    "spoilt",
    [
        "",
        "[]",
        "{}",
        "[" * 100_000,
        '{"salt": 1, "hash": "zz"}',
        '{"hash": 1, "boot": "boot-1", "until_s": 200}',
        '{"hash": 1, "boot": "boot-1", "until_s": "soon"}',
        '{"hash": 1, "boot": "boot-1", "until_s": [200]}',
    ],
)
def test_a_spoilt_file_lets_nobody_in(machine: Machine, spoilt: str) -> None:
    pin, code = machine.invitations.new_pin(), machine.invitations.new_link()
    for file in machine.folder.iterdir():
        file.write_text(spoilt)
    assert not machine.invitations.is_pin(pin)
    assert not machine.invitations.has_pin, "nobody is asked for one"
    assert not machine.invitations.take_link(code)
    assert machine.invitations.is_pin(machine.invitations.new_pin())
