"""Python packages: those that overwrite each other's files, and those that the metal needs (HARDWARE.md 1)."""

import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import distributions

from firmware.doctor.finding import Finding, fault, ok, warning

MFRC522 = "0.0.7"
RIVALS = {
    ("mfrc522", "mfrc522-python"): "overwritten",
    ("rpi-gpio", "rpi-lgpio"): "rivals",
}
"""Pairs that install files of the same names: pip does not know, and whichever came last wins."""
_ON_A_PI = ("spidev",)


def packages(paths: Sequence[str] | None = None, *, on_a_pi: bool) -> Iterator[Finding]:
    """What is installed in these folders (default: where Python looks)."""
    found = {
        str(each.metadata["Name"]).lower().replace("_", "-").replace(".", "-"): each.version
        for each in distributions(path=list(sys.path if paths is None else paths))
        if each.metadata["Name"]
    }
    wrong = [*_rivals(found), *_missing(found, on_a_pi=on_a_pi)]
    yield from wrong
    if not wrong:
        yield ok("packages", "packages", count=len(found))


def _rivals(found: dict[str, str]) -> Iterator[Finding]:
    for (ours, other), code in RIVALS.items():
        if ours in found and other in found:
            level = fault if code == "overwritten" else warning  # the program brings an RPi.GPIO of its own
            yield level("packages", code, one=ours, other=other)
    if "mfrc522-python" in found and "mfrc522" not in found:
        yield fault("packages", "wrong-mfrc522", other="mfrc522-python", version=MFRC522)


def _missing(found: dict[str, str], *, on_a_pi: bool) -> Iterator[Finding]:
    if "mfrc522" not in found and "mfrc522-python" not in found:
        yield fault("packages", "missing", name=f"mfrc522=={MFRC522}")
    elif found.get("mfrc522", MFRC522) != MFRC522:
        yield warning("packages", "version", name="mfrc522", found=found["mfrc522"], wanted=MFRC522)
    if on_a_pi:
        for name in _ON_A_PI:
            if name not in found:
                yield fault("packages", "missing", name=name)
