"""What a library imports for parts that no table has is not loaded with it, in a Python of their own."""

import subprocess
import sys

import pytest

from firmware.libraries import SPARED

LOADED = """
import sys
from firmware.libraries import prescribed
prescribed({library!r})
print({spared!r} in sys.modules)
import {spared}
print({spared}.{taken})
"""
PLAIN = "import sys, {library}; print({spared!r} in sys.modules)"
WANTED = (
    "import {spared}, sys; from firmware.libraries import prescribed; prescribed({library!r}); print({spared}.{taken})"
)


def said(program: str, library: str) -> list[str]:
    spared, taken = SPARED[library]
    code = program.format(library=library, spared=spared, taken=taken)
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.splitlines()


@pytest.mark.parametrize("library", SPARED)
def test_it_is_spared_and_who_asks_for_it_later_is_given_it(library: str) -> None:
    (taken,) = said("import {spared}; print({spared}.{taken})", library)
    assert said(LOADED, library) == ["False", taken]
    assert said(WANTED, library) == [taken], "what is there already stays"


@pytest.mark.parametrize("library", SPARED)
def test_the_library_by_itself_would_load_it(library: str) -> None:
    assert said(PLAIN, library) == ["True"]
