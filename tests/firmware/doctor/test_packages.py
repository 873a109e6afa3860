"""Packages in each other's way, as folders of installed packages."""

from pathlib import Path

import pytest

from firmware.doctor.finding import Level
from firmware.doctor.packages import packages

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
        ({"mfrc522_python": "0.0.9"}, "mfrc522", {("wrong-mfrc522", Level.FAULT)}),
        ({}, "mfrc522", {("missing", Level.FAULT)}),
        ({}, "spidev", {("missing", Level.FAULT)}),
        ({"mfrc522": "0.0.8"}, "", {("version", Level.WARNING)}),
    ],
)
def test_what_is_installed(tmp_path: Path, more: dict[str, str], less: str, found: set[tuple[str, Level]]) -> None:
    names = {name: version for name, version in {**GOOD, **more}.items() if name != less}
    findings = list(packages(install(tmp_path, names), on_a_pi=True))
    assert {(finding.code, finding.level) for finding in findings} == found


def test_a_laptop_needs_no_spidev(tmp_path: Path) -> None:
    paths = install(tmp_path, {"mfrc522": "0.0.7"})
    assert [finding.code for finding in packages(paths, on_a_pi=False)] == ["packages"]


def test_this_environment_is_sound() -> None:
    assert [finding.code for finding in packages(on_a_pi=False)] == ["packages"]
