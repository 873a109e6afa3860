"""Which commands were answered, and what: one sent again, as its answer was lost, is answered alike and not done twice.

Kept for the latest commands only. They lie in generations: when one is full the next begins, and the one before the
last is dropped, so that keeping an answer costs the same whatever was kept before.
"""

import sqlite3

GENERATION = 500
"""Answers of a generation. So many commands at least may follow before one is forgotten, unless answers are long."""
GENERATION_CHARACTERS = 8 << 20
"""A generation whose answers are so long is full too: a change at the desk is answered with all that it changes."""
SCHEMA_3 = """
ALTER TABLE answer RENAME TO answer_before;
CREATE TABLE answer (
    generation INTEGER NOT NULL, command TEXT NOT NULL, reply TEXT NOT NULL, PRIMARY KEY (generation, command)
) WITHOUT ROWID;
INSERT INTO answer SELECT 0, command, reply FROM answer_before;
DROP TABLE answer_before;
"""
"""Takes over the answers of a journal that never forgot one."""


class Answers:
    """The answers in a journal, by the thread and within the transactions of its owner."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self._filled: tuple[int, int, int] | None = None
        """The newest generation, its answers and their characters; None: to be looked up."""

    def given(self, command: str) -> str | None:
        """The answer that a command was given, if it was one of the latest."""
        newest = self._look()[0]
        found = self._database.execute(
            "SELECT reply FROM answer WHERE generation IN (?, ?) AND command = ?", (newest, newest - 1, command)
        ).fetchone()
        return None if found is None else str(found[0])

    def keep(self, command: str, reply: str) -> None:
        """Keeps what a command is answered."""
        newest, answers, characters = self._look()
        if answers >= GENERATION or characters >= GENERATION_CHARACTERS:
            newest, answers, characters = newest + 1, 0, 0
            self._database.execute("DELETE FROM answer WHERE generation < ?", (newest - 1,))
        self._database.execute("INSERT INTO answer VALUES (?, ?, ?)", (newest, command, reply))
        self._filled = newest, answers + 1, characters + len(reply)

    def rolled_back(self) -> None:
        """What was kept last is not on the disk."""
        self._filled = None

    def _look(self) -> tuple[int, int, int]:
        if self._filled is None:
            (newest,) = self._database.execute("SELECT coalesce(max(generation), 0) FROM answer").fetchone()
            answers, characters = self._database.execute(
                "SELECT count(*), coalesce(sum(length(reply)), 0) FROM answer WHERE generation = ?", (newest,)
            ).fetchone()
            self._filled = newest, answers, characters
        return self._filled
