"""Whoever plays mille-ai, in a process of its own: plays a second of four of its own players, two teams.

Whole hands are timed as its `playHand` runs them: the shuffled deck, the copies of the state that are made for each
player (it finds the legal plays in these, and nowhere else), its BasicAI's choice among them, coups fourrés, and the
count at the end. A play is a call of its `handleMove`, discards too; a coup fourré belongs to the play that it answers.
It is written in Python 2 and is translated while it is imported, so that both engines run in the same Python.
"""

import importlib
import json
import os
import random
import sys
import time
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from companion.compose.bench.peers import MILLE_AI, TRANSLATOR, load

HANDS = 60
PLAYERS = 4
PACKAGE = "mille"
FIXES = "print", "has_key", "import", "raw_input"
"""What its Python 2 needs: 2to3 calls them so."""


def main(peers: str, scratch: str) -> None:
    """Play the same hands again and again."""
    os.environ["XDG_CACHE_HOME"] = scratch  # the translator keeps its grammar there
    load(peers, TRANSLATOR)
    sys.meta_path.insert(0, _Python2(Path(peers) / MILLE_AI))
    game, ais = (importlib.import_module(f"{PACKAGE}.{name}") for name in ("game", "sampleais"))
    random.seed(1)
    table = _counting(game.Game)([ais.BasicAI() for _ in range(PLAYERS)])
    begun = time.process_time()
    for _ in range(HANDS):
        table.playHand()
    print(json.dumps(table.plays / (time.process_time() - begun)))


def _counting(game: Any) -> Any:
    class Counting(game):  # type: ignore[misc]  # the peer has no type information
        """A game that counts its plays."""

        plays = 0

        def handleMove(self, *play: Any) -> None:  # noqa: N802 - the peer's name
            """One play more."""
            self.plays += 1
            game.handleMove(self, *play)

    return Counting


class _Python2(MetaPathFinder):
    """Finds the peer's modules in its folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        refactor: Any = importlib.import_module(f"{TRANSLATOR}.refactor")
        self._tool = refactor.RefactoringTool([f"{TRANSLATOR}.fixes.fix_{fix}" for fix in FIXES])

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None, /
    ) -> ModuleSpec | None:
        """As the import system asks."""
        del path, target
        if fullname.partition(".")[0] != PACKAGE:
            return None
        place = self._folder.joinpath(*fullname.split("."))
        file = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
        if not file.is_file():
            return None
        return spec_from_file_location(fullname, file, loader=_Translating(fullname, str(file), self._tool))


class _Translating(SourceFileLoader):
    """Nothing of what it makes is written anywhere."""

    def __init__(self, name: str, path: str, tool: Any) -> None:
        super().__init__(name, path)
        self._tool = tool

    def get_code(self, fullname: str) -> CodeType:
        """The module, in Python 3."""
        path = self.get_filename(fullname)
        text = str(self._tool.refactor_string(Path(path).read_text("utf-8"), path))
        code: CodeType = compile(text, path, "exec", dont_inherit=True)
        return code


if __name__ == "__main__":
    main(*sys.argv[1:])
