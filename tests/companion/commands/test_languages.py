"""What a command says of itself is said in the language that is asked for."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.cli import main
from companion.lang import LANGUAGES, catalogue
from companion.store.folder import COMMANDS, JOURNAL, held
from companion.store.journal import Journal

REFUSED: dict[str, Callable[[Path], list[str]]] = {
    "no-race": lambda data: ["races", "export", "9", "--data", str(data)],
    "no-journal": lambda data: ["races", "--data", str(data / "nobody-s")],
    "folder": lambda data: ["table", "--data", str(data / "file" / "folder")],
    "held": lambda data: ["table", "--data", str(data)],
    "robots": lambda data: ["table", "--data", str(data / "free"), "--table", "six-seats", "--robots"],
}
"""Sentence -> the command that says it, with the folder of a table that runs."""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    (tmp_path / "file").touch()
    Journal(tmp_path / JOURNAL).close()
    return tmp_path


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", REFUSED)
def test_a_command_that_cannot_be_done_says_so_in_any_language(
    key: str, language: str, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with held(data):
        assert main([*REFUSED[key](data), "--lang", language]) == 1
    said = capsys.readouterr().err
    begin, _, rest = catalogue(language, COMMANDS).text(key, folder="#", reason="#", name="#").partition("#")
    assert said.startswith(f"mille-bornes: {begin}")
    assert said.endswith(f"{rest.rpartition('#')[2]}\n")
    assert str(data) in said or key in ("no-race", "robots")
