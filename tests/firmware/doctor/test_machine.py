"""The machine below the table, good and broken, as folders."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from firmware.board import model
from firmware.doctor.boot import boot
from firmware.doctor.finding import Finding, Level
from firmware.doctor.machine import board, buffer, groups, nodes
from hardware.description import TABLES, load
from tests.firmware.doctor.machines import CONFIG, ONE_READER, PI_4, PI_5, TABLE, ZERO_2, Machine

BUILDS = TABLES.parent / "builds"


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def told(findings: Iterable[Finding]) -> set[tuple[str, str]]:
    return {(finding.part, finding.code) for finding in findings if finding.level is not Level.OK}


def boot_of(machine: Machine) -> set[tuple[str, str]]:
    return told(boot(machine.root, TABLE, machine.model))


def test_a_good_machine_has_nothing_to_tell(machine: Machine) -> None:
    assert board(machine.root).level is Level.OK
    assert told(groups(machine.root, [994, 986], 1000)) == set()
    assert told(nodes(machine.root, TABLE)) == set()
    assert boot_of(machine) == set()
    assert TABLE.strip is not None
    assert buffer(machine.root, TABLE.strip).level is Level.OK


@pytest.mark.parametrize("model_name", [PI_4, PI_5, ZERO_2])
def test_the_same_file_serves_every_model(tmp_path: Path, model_name: str) -> None:
    assert boot_of(Machine(tmp_path, model_name)) == set()


@pytest.mark.parametrize("model_name", [PI_4, PI_5, ZERO_2, "Raspberry Pi 3 Model B Plus Rev 1.3"])
@pytest.mark.parametrize("table", ["six-seats", "two-seats", "one-reader"])
def test_the_files_of_the_guide_are_right_on_every_model(tmp_path: Path, table: str, model_name: str) -> None:
    machine = Machine(tmp_path, model_name)
    machine.write("boot/firmware/config.txt", (BUILDS / table / "config.txt").read_text())
    assert told(boot(machine.root, load(TABLES / f"{table}.toml"), model_name)) == set()


@pytest.mark.parametrize(
    ("model_name", "code"),
    [
        (PI_4, "model"),
        (PI_5, "model"),
        (ZERO_2, "model"),
        ("Raspberry Pi 3 Model B Plus Rev 1.3", "model"),
        ("Raspberry Pi Model B Rev 2", "model-untried"),
        ("Orange Pi 5", "no-pi"),
    ],
)
def test_the_model_is_named(tmp_path: Path, model_name: str, code: str) -> None:
    finding = board(Machine(tmp_path, model_name).root)
    assert finding.code == code
    assert finding.facts.get("model", model_name) == model_name


def test_a_model_is_read_from_cpuinfo_where_there_is_no_device_tree(machine: Machine) -> None:
    machine.remove("proc/device-tree/model")
    assert model(machine.root) == ""
    machine.write("proc/cpuinfo", f"processor\t: 0\nRevision\t: c03114\nModel\t\t: {PI_4}\n")
    assert model(machine.root) == PI_4


def test_a_user_outside_the_groups_is_told_which(machine: Machine) -> None:
    assert [each.facts for each in groups(machine.root, [986], 1000) if each.level is Level.FAULT] == [{"group": "spi"}]
    machine.write("etc/group", "root:x:0:\n")
    assert told(groups(machine.root, [986], 1000)) == {("groups", "group-missing")}
    assert told(groups(machine.root, [], 0)) == set(), "root needs none"


def test_missing_nodes_are_named_by_their_readers(machine: Machine) -> None:
    machine.remove("dev/spidev1.2")
    machine.remove("dev/spidev0.0")
    assert told(nodes(machine.root, TABLE)) == {("reader seat-3", "node-missing"), ("strip", "node-missing")}


def test_a_table_with_one_reader_needs_one_node(machine: Machine) -> None:
    for n in range(1, 7):
        machine.remove(f"dev/spidev1.{n}")
    assert told(nodes(machine.root, ONE_READER)) == set()


def test_a_node_that_the_user_may_not_use_is_told(machine: Machine) -> None:
    found = nodes(machine.root, TABLE, lambda path: path.name != "spidev1.6")
    assert told(found) == {("reader discard", "node-closed")}


@pytest.mark.parametrize(
    ("text", "level", "code"),
    [("4096", Level.OK, "buffer"), ("2048", Level.FAULT, "buffer-small"), ("many", Level.WARNING, "buffer-unknown")],
)
def test_the_kernels_buffer_is_measured_against_the_strip(machine: Machine, text: str, level: Level, code: str) -> None:
    assert TABLE.strip is not None
    machine.write("sys/module/spidev/parameters/bufsiz", text)
    finding = buffer(machine.root, TABLE.strip)
    assert (finding.level, finding.code) == (level, code)


def test_no_buffer_at_all_is_told(machine: Machine) -> None:
    machine.remove("sys/module/spidev/parameters/bufsiz")
    assert TABLE.strip is not None
    assert buffer(machine.root, TABLE.strip).code == "buffer-unknown"


@pytest.mark.parametrize(
    ("model_name", "old", "new", "code"),
    [
        (PI_4, "dtoverlay=readers-spi1", "", ("boot", "overlay-missing")),
        (PI_4, "dtoverlay=spi0-0cs,no_miso", "", ("strip", "overlay-missing")),
        (PI_4, "core_freq=500\n", "", ("strip", "clock-moves")),
        (PI_4, "core_freq_min=500\n", "", ("strip", "clock-moves")),
        (PI_4, "[pi4]", "[pi5]", ("strip", "clock-moves")),
        (ZERO_2, "core_freq=250", "core_freq=400", ("strip", "clock-moves")),
        (PI_4, "dtparam=audio=off", "dtoverlay=audremap", ("boot", "overlay-clash")),
        (PI_5, "dtparam=audio=off", "dtoverlay=spi1-3cs", ("boot", "overlay-clash")),
        (PI_4, "dtoverlay=spi0-0cs,no_miso", "dtparam=spi=on", ("boot", "spi-claims-pins")),
    ],
)
def test_a_setting_that_is_wrong_is_told(
    tmp_path: Path, model_name: str, old: str, new: str, code: tuple[str, str]
) -> None:
    machine = Machine(tmp_path, model_name)
    assert old in CONFIG
    machine.write("boot/firmware/config.txt", CONFIG.replace(old, new))
    assert code in boot_of(machine)


def test_settings_of_other_models_count_for_nothing(tmp_path: Path) -> None:
    machine = Machine(tmp_path, PI_4)
    machine.write("boot/firmware/config.txt", CONFIG + "[pi5]\ndtoverlay=audremap\ncore_freq=1\n")
    assert boot_of(machine) == set()


def test_a_clock_that_is_fixed_is_steady(machine: Machine) -> None:
    config = CONFIG.replace("core_freq_min=500\n", "core_freq_fixed=1\n").replace("core_freq=500\n", "")
    machine.write("boot/firmware/config.txt", config)
    assert boot_of(machine) == set()


def test_a_clock_hurts_no_table_without_a_strip(machine: Machine) -> None:
    machine.write("boot/firmware/config.txt", CONFIG.replace("core_freq=500\n", ""))
    assert told(boot(machine.root, replace(TABLE, strip=None), PI_4)) == set()


def test_an_older_system_keeps_its_file_elsewhere(machine: Machine) -> None:
    machine.remove("boot/firmware/config.txt")
    assert boot_of(machine) == {("boot", "config-missing")}
    machine.write("boot/config.txt", CONFIG)
    assert boot_of(machine) == set()
