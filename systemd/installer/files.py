"""Files put in place so that a cut of the power leaves the old one or the new one, never half of one."""

import os
import shutil
from datetime import UTC, datetime
from pathlib import Path

READABLE = 0o644


def put(path: Path, text: str, mode: int = READABLE) -> bool:
    """Makes `path` hold `text`; whether that changed it."""
    if path.is_file() and not path.is_symlink() and path.read_text() == text and path.stat().st_mode & 0o777 == mode:
        return False
    put_bytes(path, text.encode(), mode)
    return True


def put_bytes(path: Path, data: bytes, mode: int) -> None:
    """Makes `path` hold `data`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.new")
    with fresh.open("wb") as file:
        os.fchmod(file.fileno(), mode)
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
    keep(path.parent)


def link(path: Path, target: Path) -> None:
    """Makes `path` a link to `target`, in one step."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.new")
    fresh.unlink(missing_ok=True)
    fresh.symlink_to(target)
    fresh.replace(path)
    keep(path.parent)


def back_up(path: Path) -> Path:
    """Keeps a copy beside `path`, named by the day; answers with it. An older copy of the day is left as it is."""
    copy = path.with_name(f"{path.name}.before-mille-bornes-{datetime.now(UTC):%Y%m%d}")
    if not copy.exists():
        shutil.copy2(path, copy)
        keep(copy)
        keep(copy.parent)
    return copy


def keep(path: Path) -> None:
    """Waits until a file, or what a folder lists, is on the disk."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
