"""Which Raspberry Pi this is, as the kernel tells it."""

import re
from pathlib import Path

_MODEL_LINE = re.compile(r"^Model\s*:\s*(.*)$", re.MULTILINE)


def model(root: Path = Path("/")) -> str:
    """`Raspberry Pi 4 Model B Rev 1.4`, say; empty on any other machine. `root` is where proc is found."""
    for name in ("proc/device-tree/model", "proc/cpuinfo"):
        try:
            text = (root / name).read_bytes().decode("utf-8", "replace").strip("\0\n ")
        except OSError:
            continue
        if name.endswith("cpuinfo"):
            found = _MODEL_LINE.search(text)
            text = found[1].strip() if found else ""
        if text.startswith("Raspberry Pi"):
            return text
    return ""
