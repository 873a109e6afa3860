"""What a library imports for parts that no table has is not loaded with it. Each in a Python of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from firmware.libraries import SPARED

SPARES = [(library, spared) for library, modules in SPARED.items() for spared in modules]
PRESCRIBED = "import sys; from firmware.libraries import prescribed; print(prescribed({library!r}).__name__)"
LOADED = "print({spared!r} in sys.modules)"
NAMES = "import {spared}; print(len([name for name in vars({spared}).values() if isinstance(name, type)]))"
NEWER = """
from colorzero import Color
from gpiozero.boards import Lamp
class Coloured(Color, Lamp): pass
"""


def said(*program: str, library: str = "gpiozero", spared: str = "colorzero", path: str = "") -> list[str]:
    code = "\n".join(program).format(library=library, spared=spared)
    env = {**os.environ, "PYTHONPATH": path}
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env
    ).stdout.splitlines()


@pytest.mark.parametrize(("library", "spared"), SPARES)
def test_it_is_spared_and_who_asks_for_it_later_is_given_it(library: str, spared: str) -> None:
    which = {"library": library, "spared": spared}
    assert said(PRESCRIBED, LOADED, **which) == [library, "False"]
    (names,) = said(NAMES, **which)
    assert said(PRESCRIBED, NAMES, **which) == [library, names]
    assert said(NAMES, PRESCRIBED, LOADED, **which) == [names, library, "True"], "what is there already stays"


@pytest.mark.parametrize(("library", "spared"), SPARES)
def test_the_library_by_itself_would_load_it(library: str, spared: str) -> None:
    assert said("import sys, {library}", LOADED, library=library, spared=spared) == ["True"]


def test_a_version_that_has_need_of_it_is_given_it(tmp_path: Path) -> None:
    (tmp_path / "gpiozero").mkdir()
    (tmp_path / "gpiozero" / "__init__.py").write_text(NEWER)
    (tmp_path / "gpiozero" / "boards.py").write_text("class Lamp: pass")
    (tmp_path / "colorzero.py").write_text("class Color: pass")
    bases = "print([base.__module__ for base in sys.modules['gpiozero'].Coloured.__bases__])"
    assert said(PRESCRIBED, bases, path=str(tmp_path)) == ["gpiozero", "['colorzero', 'gpiozero.boards']"]
