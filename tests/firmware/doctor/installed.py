"""Packages installed into a folder, as pip leaves them."""

import base64
import hashlib
from collections.abc import Mapping
from pathlib import Path


def bring(folder: Path, package: str, files: Mapping[str, str]) -> None:
    """Install `name-version`, which brings these files; whatever had their places before is overwritten."""
    name, _, version = package.rpartition("-")
    info = folder / f"{package}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    lines = []
    for place, text in files.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_text(text)
        digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode().rstrip("=")
        lines.append(f"{place},sha256={digest},{len(text)}\n")
    (info / "RECORD").write_text("".join(lines))
