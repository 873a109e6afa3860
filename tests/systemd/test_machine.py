"""What the installer needs of a machine, and what it does when nobody answers: each refusal names its cure."""

import importlib.util
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from installer.__main__ import _check_machine, main
from installer.places import SOURCE
from installer.talk import CannotInstallError, Talk


@pytest.fixture
def sound(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A machine on which all is there."""
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(Path, "exists", lambda _path: True)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: name)
    return monkeypatch


@pytest.mark.usefixtures("sound")
def test_a_machine_with_all_of_it_is_none_to_refuse() -> None:
    _check_machine()


def test_who_is_not_root_is_told_how(sound: pytest.MonkeyPatch) -> None:
    sound.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(CannotInstallError, match=r"sudo \./install"):
        _check_machine()


def test_a_machine_without_systemd_is_told_so(sound: pytest.MonkeyPatch) -> None:
    sound.setattr(Path, "exists", lambda _path: False)
    with pytest.raises(CannotInstallError, match="systemd"):
        _check_machine()


def test_bare_debian_is_told_the_package(sound: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    sound.setattr(importlib.util, "find_spec", lambda _name: None)
    sound.setattr("sys.argv", ["install"])
    assert main() == 1
    assert "sudo apt install python3-venv" in capsys.readouterr().err


def test_an_old_python_is_told_the_package(tmp_path: Path) -> None:
    old = tmp_path / "python3"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    told = subprocess.run([SOURCE / "install"], env=environment, capture_output=True, text=True, check=False)
    assert told.returncode == 1
    assert "sudo apt install python3 python3-venv" in told.stderr


@pytest.mark.parametrize(("said", "yes"), [("y", True), ("YES ", True), ("", False), ("no", False), ("maybe", False)])
def test_only_a_clear_yes_is_one(said: str, *, yes: bool) -> None:
    assert Talk(answer=lambda _question: said).ask("Write them?") is yes


def test_where_nobody_can_answer_it_is_a_no(capsys: pytest.CaptureFixture[str]) -> None:
    assert not Talk().ask("Delete all races?")
    assert "--yes" in capsys.readouterr().out
