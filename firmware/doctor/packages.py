"""Python packages: those that stand in each other's place, and those that the metal needs (HARDWARE.md 1)."""

import sys
from collections.abc import Collection, Iterator, Sequence
from importlib.metadata import distributions

from firmware.doctor.finding import Finding, fault, ok, warning
from firmware.libraries import PRESCRIBED, environment, package_name, stranger

MFRC522 = "0.0.7"
RIVALS = {
    ("mfrc522", "mfrc522-python"): "overwritten",
    ("adafruit-blinka", "board"): "overwritten",
    ("rpi-gpio", "rpi-lgpio"): "rivals",
}
"""Pairs that install files of the same names: pip does not know, and whichever came last wins."""
_ON_A_PI = ("spidev",)


def packages(paths: Sequence[str] | None = None, *, on_a_pi: bool) -> Iterator[Finding]:
    """What is installed in these folders (default: where Python looks)."""
    folders = list(sys.path if paths is None else paths)
    installed = ((package_name(each), each) for each in distributions(path=folders))
    found = {name: package.version for name, package in installed if name}
    wrong = list(_strangers(folders))
    told = {finding.facts["package"] for finding in wrong}
    wrong += _rivals({name for name in found if name not in told})
    wrong += _missing(found, told, on_a_pi=on_a_pi)
    yield from wrong
    if not wrong:
        yield ok("packages", "packages", count=len(found))


def _rivals(found: Collection[str]) -> Iterator[Finding]:
    for (ours, other), code in RIVALS.items():
        if ours in found and other in found:
            level = fault if code == "overwritten" else warning  # the program brings an RPi.GPIO of its own
            yield level("packages", code, one=ours, other=other, where=environment())


def _strangers(folders: Sequence[str]) -> Iterator[Finding]:
    """Modules that are found and are not those of the prescribed packages."""
    for module, package in PRESCRIBED.items():
        if found := stranger(module, folders):
            code = "shadowed" if found.first else "stranger" if found.owner else "changed"
            facts = {"place": found.place, "other": found.owner, "folder": str(found.folder), "where": environment()}
            yield fault("packages", code, package=package, **facts)


def _missing(found: dict[str, str], told: set[object], *, on_a_pi: bool) -> Iterator[Finding]:
    """`told`: the packages in whose place something else was found."""
    for name in ("mfrc522", *(_ON_A_PI if on_a_pi else ())):
        if name not in found and name not in told:
            yield fault("packages", "missing", name=name, where=environment())
    if found.get("mfrc522", MFRC522) != MFRC522:
        facts = {"found": found["mfrc522"], "wanted": MFRC522}
        yield warning("packages", "version", name="mfrc522", where=environment(), **facts)
