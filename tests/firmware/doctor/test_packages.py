"""Packages in each other's way, as folders of installed packages."""

from pathlib import Path

import pytest

from firmware.doctor.finding import Level
from firmware.doctor.packages import packages
from tests.firmware.doctor.installed import bring

GOOD = {"mfrc522": "0.0.7", "spidev": "3.8", "Flask": "3.1"}


def install(folder: Path, names: dict[str, str]) -> list[str]:
    for name, version in names.items():
        info = folder / f"{name.replace('-', '_')}-{version}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    return [str(folder)]


@pytest.mark.parametrize(
    ("more", "less", "found"),
    [
        ({}, "", {("packages", Level.OK)}),
        ({"RPi.GPIO": "0.7.1"}, "", {("packages", Level.OK)}),
        ({"RPi.GPIO": "0.7.1", "rpi-lgpio": "0.6"}, "", {("rivals", Level.WARNING)}),
        ({"mfrc522-python": "0.0.9"}, "", {("overwritten", Level.FAULT)}),
        ({"Adafruit-Blinka": "8.0", "board": "1.0"}, "", {("overwritten", Level.FAULT)}),
        ({}, "mfrc522", {("missing", Level.FAULT)}),
        ({}, "spidev", {("missing", Level.FAULT)}),
        ({"mfrc522": "0.0.8"}, "", {("version", Level.WARNING)}),
    ],
)
def test_what_is_installed(tmp_path: Path, more: dict[str, str], less: str, found: set[tuple[str, Level]]) -> None:
    names = {name: version for name, version in {**GOOD, **more}.items() if name != less}
    findings = list(packages(install(tmp_path, names), on_a_pi=True))
    assert {(finding.code, finding.level) for finding in findings} == found


def test_what_stands_in_a_librarys_place_is_told_once_with_its_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.prefix", str(tmp_path))
    bring(tmp_path, "mfrc522-0.0.7", {"mfrc522/__init__.py": "ours"})
    bring(tmp_path, "mfrc522_python-0.0.9", {"mfrc522/__init__.py": "theirs"})
    (found,) = packages([str(tmp_path)], on_a_pi=False)
    assert (found.code, found.level, found.facts["other"]) == ("stranger", Level.FAULT, "mfrc522-python 0.0.9")
    for remains in tmp_path.glob("mfrc522-0.0.7*/*"):
        remains.unlink()
    (found,) = packages([str(tmp_path)], on_a_pi=False)
    assert found.code == "stranger", "it is not said to be missing besides"


def test_a_file_that_was_changed_and_one_found_before_are_told(tmp_path: Path) -> None:
    ours, other = tmp_path / "ours", tmp_path / "other"
    bring(ours, "mfrc522-0.0.7", {"mfrc522/__init__.py": "ours"})
    (ours / "mfrc522/__init__.py").write_text("spoilt")
    assert [finding.code for finding in packages([str(ours)], on_a_pi=False)] == ["changed"]
    bring(other, "board-1.0", {"mfrc522.py": "theirs"})
    (found,) = packages([str(other), str(ours)], on_a_pi=False)
    assert (found.code, found.facts["folder"]) == ("shadowed", str(other))


def test_a_laptop_needs_no_spidev(tmp_path: Path) -> None:
    paths = install(tmp_path, {"mfrc522": "0.0.7"})
    assert [finding.code for finding in packages(paths, on_a_pi=False)] == ["packages"]


def test_this_environment_is_sound() -> None:
    assert [finding.code for finding in packages(on_a_pi=False)] == ["packages"]
