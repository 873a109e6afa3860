"""Races from elsewhere: files in a folder, each named by what it was called and by what it says."""

import contextlib
import re
import unicodedata
from hashlib import sha256
from pathlib import Path

from companion.store.folder import write_whole

MOST_RACES = 200
_ENDING = ".race"
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*-[0-9a-f]{12}")
_LONGEST_TITLE = 40


class FullError(Exception):
    """There are as many races as can be kept."""


class Shelf:
    """The races in `folder`, which is made with the first. Raises `OSError` where nothing can be kept."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def names(self) -> list[str]:
        """What the races are called, the one that came last first."""
        found = [file for file in self._folder.glob(f"*{_ENDING}") if _NAME.fullmatch(file.stem)]
        return sorted((file.stem for file in found), key=self.came, reverse=True)

    def came(self, name: str) -> float:
        """When it came, by the clock of the machine, in seconds since 1970; 0 when it has gone."""
        with contextlib.suppress(FileNotFoundError):
            return self._file(name).stat().st_mtime
        return 0.0

    def record(self, name: str) -> bytes | None:
        """The race called that, as it came; None when there is none, whatever else the name might mean."""
        if not _NAME.fullmatch(name):
            return None
        with contextlib.suppress(FileNotFoundError):
            return self._file(name).read_bytes()
        return None

    def same(self, meaning: str) -> str | None:
        """What the race is called that says the same, if there is one."""
        return next((name for name in self.names() if name.endswith(f"-{_digest(meaning)}")), None)

    def put(self, title: str, record: str, meaning: str) -> str:
        """Keeps a race; answers with what it is called here. `meaning`: its text without comments and the like.

        Raises `FullError` when there are MOST_RACES.
        """
        if len(self.names()) >= MOST_RACES:
            raise FullError
        name = f"{_plain(title)}-{_digest(meaning)}"
        self._folder.mkdir(parents=True, exist_ok=True)
        write_whole(self._file(name), record)
        return name

    def remove(self, name: str) -> bool:
        """Lets a race go; whether there was one."""
        if self.record(name) is None:
            return False
        self._file(name).unlink(missing_ok=True)
        return True

    def _file(self, name: str) -> Path:
        return self._folder / f"{name}{_ENDING}"


def _plain(title: str) -> str:
    """A file's name in small letters, digits and dashes."""
    stem = title.replace("\\", "/").rpartition("/")[2].removesuffix(_ENDING)
    letters = unicodedata.normalize("NFKD", stem).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", letters)[:_LONGEST_TITLE].strip("-") or "race"


def _digest(meaning: str) -> str:
    return sha256(meaning.encode()).hexdigest()[:12]
