"""A TOML table description read key by key, so that every complaint names its file, line and key."""

import difflib
import re
import tomllib
from pathlib import Path
from typing import NoReturn, TypeVar

_Value = TypeVar("_Value")
_KINDS = {int: "a whole number", str: "a text", bool: "true or false", list: "a list", dict: "a table"}
_HEADER = re.compile(r"\s*(\[\[?)\s*([\w.-]+)\s*\]")
_KEY = re.compile(r"""\s*(["']?)([\w.-]+)\1\s*=""")


class TableError(ValueError):
    """A table description that cannot be used.

    Attributes:
        path: the file.
        line: the line of the key as well as it can be told, 1 for what is nowhere in the file.
        key: the key with its tables, e.g. ``pads[2].device`` (counted from 0).
    """

    def __init__(self, path: Path, line: int, key: str, problem: str) -> None:
        key = key if key.isprintable() else ascii(key)
        super().__init__(f"{path}:{line}: {key}: {problem}")
        self.path, self.line, self.key = path, line, key


class Section:
    """One TOML table. What is never taken from it is an unknown key."""

    def __init__(self, path: Path, lines: dict[str, int], name: str, values: dict[str, object]) -> None:
        self._path, self._lines, self._name, self._values = path, lines, name, values
        self._known: set[str] = set()

    @classmethod
    def load(cls, path: Path) -> "Section":
        """The whole file; TableError when it is missing or no TOML."""
        try:
            text = path.read_text(encoding="utf-8-sig")  # some editors begin a file with a mark
            return cls(path, _lines(text), "", tomllib.loads(text))
        except OSError as error:
            problem = f"cannot be read ({error.strerror}); name a file of hardware/tables"
            raise TableError(path, 1, "file", problem) from error
        except (ValueError, RecursionError) as error:  # it raises more than its own: for endless digits, deep lists
            line = re.search(r"at line (\d+)", str(error))
            raise TableError(path, int(line[1]) if line else 1, "file", f"is not TOML: {error}") from error

    def _key(self, key: str) -> str:
        return f"{self._name}.{key}" if self._name else key

    def fail(self, key: str, problem: str) -> NoReturn:
        """Raise a TableError at one of this table's keys; the problem names the cure too."""
        full = self._key(key)
        # What has no line of its own is told by the line of what it stands in.
        around = [named for named in self._lines if full == named or full.startswith((f"{named}.", f"{named}["))]
        raise TableError(self._path, self._lines[max(around, key=len)] if around else 1, full, problem)

    def __contains__(self, key: str) -> bool:
        self._known.add(key)
        return key in self._values

    def take(self, key: str, kind: type[_Value], default: _Value | None = None) -> _Value:
        """The value of a key, of exactly this kind; without a default it must be there."""
        if key not in self:
            if default is None:
                self.fail(key, f"is missing; it is {_KINDS[kind]}")
            return default
        value = self._values[key]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            self.fail(key, f"is {value!r}, but must be {_KINDS[kind]}")
        return value

    def integer(self, key: str, least: int, most: int, default: int | None = None) -> int:
        """A whole number within these bounds, both included."""
        value = self.take(key, int, default)
        if not least <= value <= most:
            self.fail(key, f"is {value}, but must be {least}" + f" to {most}" * (least < most))
        return value

    def number(self, key: str, least: float, most: float) -> float:
        """A number within these bounds, with or without decimals; it must be there."""
        if key not in self:
            self.fail(key, "is missing; it is a number")
        value = self._values[key]
        if not isinstance(value, int | float) or isinstance(value, bool) or not least <= value <= most:
            self.fail(key, f"is {value!r}, but must be a number from {least} to {most}")
        return value

    def choice(self, key: str, words: tuple[str, ...], default: str | None = None) -> str:
        """One of these words."""
        value = self.take(key, str, default)
        if value not in words:
            self.fail(key, f"is {value!r}, but must be one of {', '.join(words)}")
        return value

    def span(self, key: str, most: int) -> tuple[int, int]:
        """A pair ``[first, last]`` of whole numbers from 0 to ``most``; it may run backward."""
        value = self.take(key, list)
        if len(value) != 2 or not all(type(end) is int and 0 <= end <= most for end in value):
            self.fail(key, f"is {value!r}, but must be [first, last], each 0 to {most}")
        return value[0], value[1]

    def section(self, key: str, *, optional: bool = False) -> "Section":
        """The table of this name; an optional one that is not there is empty."""
        return Section(self._path, self._lines, self._key(key), self.take(key, dict, {} if optional else None))

    def sections(self, key: str) -> list["Section"]:
        """The tables of an array of tables; none when the key is missing."""
        values = self.take(key, list, [])
        if not all(isinstance(value, dict) for value in values):
            self.fail(key, f"must be tables, each begun with [[{self._key(key)}]]")
        return [Section(self._path, self._lines, f"{self._key(key)}[{n}]", value) for n, value in enumerate(values)]

    def close(self) -> None:
        """Refuse the keys that nobody has asked for."""
        for key in self._values:
            if key not in self._known:
                near = difflib.get_close_matches(key, self._known, 1)
                known = ", ".join(sorted(self._known - self._values.keys()))
                cure = f"did you mean {near[0]}?" if near else "remove it" + f", or use one of {known}" * bool(known)
                self.fail(key, f"is unknown; {cure}")


def _lines(text: str) -> dict[str, int]:
    """Where each key stands: tomllib tells no lines."""
    lines: dict[str, int] = {}
    counts: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            table = header[2]
            for array in sorted(counts, key=len):
                if table.startswith(f"{array}."):
                    table = f"{array}[{counts[array] - 1}]{table[len(array) :]}"
            if header[1] == "[[":
                counts[table] = counts.get(table, 0) + 1
                lines.setdefault(table, number)
                table = f"{table}[{counts[table] - 1}]"
            lines.setdefault(table, number)
        elif key := _KEY.match(line):
            lines.setdefault(f"{table}.{key[2]}" if table else key[2], number)
    return lines
