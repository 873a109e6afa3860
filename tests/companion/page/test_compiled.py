"""Templates are compiled once; what is kept of them can be torn, old or in a place that takes nothing."""

from pathlib import Path
from typing import Any

import pytest
from flask import Blueprint
from jinja2 import DictLoader, Environment

from companion.page import create_app
from companion.page.compiled import READ, Compiled, compile_all
from tests.companion.page import views
from tests.companion.page.fake_feed import FakeFeed


class Compiling(Environment):
    """Counts how many templates it compiles."""

    compiled = 0

    def compile(self, *arguments: Any, **options: Any) -> Any:
        self.compiled += 1
        return super().compile(*arguments, **options)


def drawn(folder: Path, template: str = "{{ 6 * 7 }} cards", **options: Any) -> tuple[str, int]:
    """What a program makes of the template that has just started, and how many it had to compile."""
    kept = Compiled(options, folder)
    environment = Compiling(loader=DictLoader({"a": template}), bytecode_cache=kept, autoescape=True, **options)
    return environment.get_template("a").render(), environment.compiled


@pytest.fixture(autouse=True)
def writing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", False)


def test_a_program_that_starts_again_compiles_nothing(tmp_path: Path) -> None:
    assert drawn(tmp_path / "kept") == ("42 cards", 1)
    assert drawn(tmp_path / "kept") == ("42 cards", 0)


def test_a_template_that_was_changed_is_compiled_anew(tmp_path: Path) -> None:
    drawn(tmp_path)
    assert drawn(tmp_path, "{{ 6 * 7 }} stickers") == ("42 stickers", 1)
    assert drawn(tmp_path, "{{ 6 * 7 }} stickers") == ("42 stickers", 0)
    assert len(list(tmp_path.iterdir())) == 1


def test_a_template_that_is_read_otherwise_is_compiled_anew(tmp_path: Path) -> None:
    lines = "{% if true %}\n42{% endif %}"
    assert drawn(tmp_path, lines) == ("\n42", 1)
    assert drawn(tmp_path, lines, trim_blocks=True) == ("42", 1)
    assert drawn(tmp_path, lines, trim_blocks=True) == ("42", 0)


@pytest.mark.parametrize("torn", [lambda _kept: b"", lambda kept: kept[:-20], lambda kept: kept[:-20] + bytes(20)])
def test_what_a_power_cut_has_torn_is_made_anew(tmp_path: Path, torn: Any) -> None:
    drawn(tmp_path)
    (kept,) = tmp_path.iterdir()
    kept.write_bytes(torn(kept.read_bytes()))
    assert drawn(tmp_path) == ("42 cards", 1)
    assert drawn(tmp_path) == ("42 cards", 0)


def test_where_nothing_can_be_kept_all_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert drawn(tmp_path / "file") == ("42 cards", 1)
    assert drawn(tmp_path / "file" / "below") == ("42 cards", 1)


def test_nothing_is_written_where_python_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    assert drawn(tmp_path) == ("42 cards", 1)
    assert list(tmp_path.iterdir()) == []


def test_where_all_was_compiled_before_the_program_compiles_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", True)  # as it is while the table is installed
    hands = Blueprint("simulated", "companion.simulated", template_folder="templates")
    pages = create_app(FakeFeed(views.middle()), blueprints=[hands]).jinja_env
    pages.bytecode_cache = Compiled(READ, tmp_path)
    assert compile_all(kept=tmp_path) == len(pages.list_templates()) > 10
    monkeypatch.setattr(pages, "compile", None)
    for name in pages.list_templates():
        pages.get_template(name)
