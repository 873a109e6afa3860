"""How far a table's first run has come: the steps that are done, kept as a setting of the table."""

from collections.abc import Iterable
from typing import NamedTuple

STEPS = ("language", "table", "deck", "pads", "lights", "sound", "race")
SETTING = "first run"
_FINISHED = "finished"


class Progress(NamedTuple):
    """The steps done, in any order; `finished` once somebody has said so."""

    done: frozenset[str] = frozenset()
    finished: bool = False

    @classmethod
    def read(cls, text: str | None) -> "Progress":
        """From the setting; words of other versions are passed over."""
        words = set((text or "").split())
        return cls(frozenset(words & set(STEPS)), _FINISHED in words)

    def text(self) -> str:
        """As the setting."""
        return " ".join([*self._in_order(self.done), *([_FINISHED] if self.finished else [])])

    @property
    def begun(self) -> bool:
        """Whether anything was ever done."""
        return bool(self.done) or self.finished

    @property
    def next(self) -> str:
        """The first step that is not done; the last one when all are."""
        return next((step for step in STEPS if step not in self.done), STEPS[-1])

    def with_step(self, step: str) -> "Progress":
        """One more is done."""
        return self._replace(done=self.done | {step})

    @staticmethod
    def _in_order(done: Iterable[str]) -> list[str]:
        return [step for step in STEPS if step in set(done)]
