"""The libraries of the metal, each as the package that was prescribed brings it; what stands in its place is named.

Packages may bring modules of the same name, and pip does not mind: whichever came last is found. So there are two
called mfrc522 (mfrc522 and mfrc522-python), and two called board (Adafruit-Blinka and board).
"""

import base64
import hashlib
import importlib
import os
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.machinery import PathFinder
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from importlib.metadata import Distribution, PackagePath

PRESCRIBED = {
    "mfrc522": "mfrc522",
    "spidev": "spidev",
    "gpiozero": "gpiozero",
    "board": "adafruit-blinka",
    "neopixel": "adafruit-circuitpython-neopixel",
    "neopixel_spi": "adafruit-circuitpython-neopixel-spi",
}
"""Which package brings a module. RPi.GPIO is not among them: readers.rpi_gpio takes its place, whoever brought it."""


class Stranger(NamedTuple):
    """A file that Python finds where one of a prescribed package should be."""

    place: str
    owner: str
    """The package that brought it, with its version; empty when none says so."""
    first: bool
    """It is not in the package's own folder but in one that comes before that."""

    @property
    def folder(self) -> Path:
        """Where Python looked for it."""
        place = Path(self.place)
        return place.parents[1] if place.stem == "__init__" else place.parent


def prescribed(module: str, *names: str) -> Any:
    """Import this library, which is known by these (dotted) names.

    Raises ImportError when another is found in its place, in words for a person, and whatever the library itself does.
    """
    try:
        found = importlib.import_module(module)
        for name in names:
            attrgetter(name)(found)
    except Exception as problem:
        if trouble := _trouble(module):
            raise ImportError(trouble, name=module) from problem
        raise
    return found


@cache
def _trouble(module: str) -> str:
    """Said once: readers that are lost are opened again and again."""
    found = stranger(module)
    if found is None:
        return ""
    anew = f"delete {environment()} and call ./table, or on an installed table sudo ./install: that makes it anew"
    cure = f"take {found.folder} out of PYTHONPATH" if found.first else anew
    return f"{found.place} is {found.owner or 'something else'}, not {PRESCRIBED[module]}; {cure}"


def environment() -> str:
    """The folder that holds the libraries and that `./table` makes anew when it is gone."""
    return sys.prefix if sys.prefix != sys.base_prefix else ".venv"


def stranger(module: str, paths: Sequence[str] | None = None) -> Stranger | None:
    """What is found under this name in these folders (default: where Python looks) and is not the prescribed.

    None when it is, when nothing is found, or when its package kept no list of its files, as Debian's.
    """
    from importlib.metadata import distributions  # noqa: PLC0415 - takes a megabyte, and a table that is whole needs none

    folders = list(sys.path if paths is None else paths)
    spec = PathFinder.find_spec(module, folders)
    if spec is None:
        return None
    found = os.path.realpath(spec.origin or next(iter(spec.submodule_search_locations or ())))
    installed = list(distributions(path=folders))
    ours = next((each for each in installed if package_name(each) == PRESCRIBED[module]), None)
    if ours is None:
        return Stranger(found, _owner(found, installed), first=False)
    brought = {_place(ours, file): file for file in ours.files or () if file.parts[0].split(".")[0] == module}
    if not brought:
        return None
    if found not in brought:
        inside = Path(found).is_relative_to(os.path.realpath(sys.prefix))
        return Stranger(found, _owner(found, installed), first=not inside)
    for place, file in brought.items():
        if not _as_brought(place, file):
            others = [each for each in installed if package_name(each) != PRESCRIBED[module]]
            return Stranger(place, _owner(place, others), first=False)
    return None


def package_name(package: "Distribution") -> str:
    """Its name as pip compares names; empty for the remains of one."""
    named = "Name" in package.metadata  # Python 3.12 warns who asks for what is not there
    return package.metadata["Name"].lower().replace("_", "-").replace(".", "-") if named else ""


def _owner(place: str, installed: Sequence["Distribution"]) -> str:
    """Who brought this file: of several the one that brought it as it is."""
    claims = [
        (_as_brought(place, file), f"{package_name(each)} {each.version}") for each, file in _claims(place, installed)
    ]
    return max(claims, default=(False, ""))[1]


def _claims(place: str, installed: Sequence["Distribution"]) -> Iterator[tuple["Distribution", "PackagePath"]]:
    name = Path(place).name
    for each in filter(package_name, installed):
        yield from ((each, file) for file in each.files or () if file.name == name and _place(each, file) == place)


def _place(package: "Distribution", file: "PackagePath") -> str:
    return os.path.realpath(str(package.locate_file(file)))


def _as_brought(place: str, file: "PackagePath") -> bool:
    """Whether it is there, and as the package's list says, if that tells."""
    if file.hash is None:
        return True
    try:
        digest = hashlib.new(file.hash.mode, Path(place).read_bytes()).digest()
    except OSError:
        return False
    return base64.urlsafe_b64encode(digest).decode().rstrip("=") == file.hash.value
