"""The locks: what they hold, and what they must never hold."""

import re
import runpy
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
LOCKS = ("table", "check", "pi")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
COMPILED_ON_A_PI = {"rpi-gpio", "spidev"}


def text(lock: str) -> str:
    return (ROOT / "locks" / f"{lock}.txt").read_text()


def entries(lock: str) -> dict[str, tuple[Requirement, list[str]]]:
    """The lock's libraries by name: the requirement, and its hashes."""
    joined = re.sub(r"\\\n", " ", re.sub(r"(?m)^\s*#.*\n", "", text(lock)))
    found: dict[str, tuple[Requirement, list[str]]] = {}
    for line in joined.splitlines():
        requirement, *hashes = re.split(r"\s--hash=", line)
        parsed = Requirement(requirement)
        found[canonicalize_name(parsed.name)] = (parsed, hashes)
    return found


def names(requirements: list[str]) -> set[str]:
    return {canonicalize_name(Requirement(one).name) for one in requirements}


@pytest.mark.parametrize("lock", LOCKS)
def test_every_library_is_pinned_with_its_hashes(lock: str) -> None:
    assert len(entries(lock)) > 20
    for requirement, hashes in entries(lock).values():
        assert re.fullmatch(r"==[\w.]+", str(requirement.specifier)), requirement
        assert hashes, requirement
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}\s*", one) for one in hashes), requirement


@pytest.mark.parametrize("lock", LOCKS)
def test_no_address_and_no_path_is_written(lock: str) -> None:
    assert not re.search(r"://|@|^-|index|find-links|[ =]/|\.\.", text(lock), re.MULTILINE)


@pytest.mark.parametrize("lock", ["table", "check"])
def test_a_laptop_needs_no_compiler_for_the_libraries_of_the_pi(lock: str) -> None:
    assert not COMPILED_ON_A_PI & entries(lock).keys()
    assert "mfrc522" in entries(lock)


def test_the_pi_has_them() -> None:
    assert entries("pi").keys() >= COMPILED_ON_A_PI | names(PROJECT["optional-dependencies"]["pi"])


@pytest.mark.parametrize("lock", LOCKS)
def test_what_the_project_asks_for_is_locked_at_versions_it_accepts(lock: str) -> None:
    extra = PROJECT["optional-dependencies"].get(lock, [])
    for line in [*PROJECT["dependencies"], *extra, "setuptools>=77"]:
        wanted = Requirement(line)
        requirement, _ = entries(lock)[canonicalize_name(wanted.name)]
        version = str(requirement.specifier).removeprefix("==")
        assert wanted.specifier.contains(version), f"{line}: locked at {version}; run locks/remake"


def test_one_environment_can_serve_them_all() -> None:
    pinned = [{name: str(requirement.specifier) for name, (requirement, _) in entries(lock).items()} for lock in LOCKS]
    table, check, pi = pinned
    assert table.items() <= check.items()
    assert table.items() <= pi.items()


@pytest.mark.parametrize(
    ("said", "cure"),
    [
        ("spidev_module.c:25:10: fatal error: Python.h: No such file or directory", "sudo apt install gcc python3-dev"),
        (
            "error: command 'aarch64-linux-gnu-gcc' failed: No such file or directory",
            "sudo apt install gcc python3-dev",
        ),
        ("ERROR: Could not find a version that satisfies the requirement flask==3.1.3", "see that it can be reached"),
    ],
)
def test_a_set_up_that_stops_names_what_to_do(said: str, cure: str) -> None:
    assert cure in runpy.run_path(str(ROOT / "locks" / "sync.py"))["cure"]([said])
