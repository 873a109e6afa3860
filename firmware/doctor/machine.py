"""The machine below the table: its model, who may use its buses, which nodes there are, how much the kernel takes."""

import os
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from firmware.board import model
from firmware.doctor.finding import Finding, fault, ok, warning
from hardware.description import Strip, Table

GROUPS = ("spi", "gpio")
_SUPPORTED = (
    "Raspberry Pi 3",
    "Raspberry Pi 4",
    "Raspberry Pi 5",
    "Raspberry Pi 400",
    "Raspberry Pi 500",
    "Raspberry Pi Zero 2",
)
_COMPUTE_MODULES = ("Raspberry Pi Compute Module 3", "Raspberry Pi Compute Module 4", "Raspberry Pi Compute Module 5")
NO_NODE = ("node-missing", "node-closed")
"""What is found where a device cannot even be opened."""
_SPI_DATA = (10,)
_BUFSIZ = "sys/module/spidev/parameters/bufsiz"


def board(root: Path) -> Finding:
    """Which Raspberry Pi it is, if it is one."""
    found = model(root)
    if not found:
        return warning("board", "no-pi")
    known = found.startswith(_SUPPORTED + _COMPUTE_MODULES)
    return (ok if known else warning)("board", "model" if known else "model-untried", model=found)


def groups(root: Path, user_groups: Collection[int], user_id: int) -> Iterator[Finding]:
    """Whether the user belongs to the groups that may use buses and pins; root needs none."""
    if user_id == 0:
        yield ok("groups", "root")
        return
    numbers = _group_numbers(root)
    for name in GROUPS:
        if name not in numbers:
            yield fault("groups", "group-missing", group=name)
        elif numbers[name] not in user_groups:
            yield fault("groups", "group-not-joined", group=name)
        else:
            yield ok("groups", "group", group=name)


def _group_numbers(root: Path) -> dict[str, int]:
    try:
        lines = (root / "etc/group").read_text("utf-8", "replace").splitlines()
    except OSError:
        return {}
    fields = (line.split(":") for line in lines)
    return {each[0]: int(each[2]) for each in fields if len(each) > 2 and each[2].isdecimal()}


def _usable(path: Path) -> bool:
    return os.access(path, os.R_OK | os.W_OK)


def nodes(root: Path, table: Table, usable: Callable[[Path], bool] = _usable) -> Iterator[Finding]:
    """Whether every reader's and the strip's device is there, and may be used by whoever asks."""
    wanted = [(f"reader {pad.name}", f"spidev{pad.bus}.{pad.device}") for pad in table.pads]
    if table.strip is not None and by_spi(table.strip):
        wanted.append(("strip", f"spidev{table.strip.bus}.{table.strip.device}"))
    for part, node in wanted:
        path = root / "dev" / node
        if not path.exists():
            yield fault(part, "node-missing", node=f"/dev/{node}")
        elif not usable(path):
            yield fault(part, "node-closed", node=f"/dev/{node}")
        else:
            yield ok(part, "node", node=f"/dev/{node}")


def buffer(root: Path, strip: Strip) -> Finding:
    """Whether the kernel takes as many bytes at once as the strip's description counts on."""
    try:
        found = int((root / _BUFSIZ).read_text())
    except (OSError, ValueError):
        return warning("strip", "buffer-unknown", wanted=strip.bufsiz)
    level = ok if found >= strip.bufsiz else fault
    return level("strip", "buffer" if found >= strip.bufsiz else "buffer-small", found=found, wanted=strip.bufsiz)


def by_spi(strip: Strip) -> bool:
    """Whether the strip's light goes out by an SPI bus."""
    return strip.driver in ("neopixel-spi", "neopixel", "auto") and strip.pin in _SPI_DATA
