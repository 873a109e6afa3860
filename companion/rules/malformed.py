"""What is wrong with a text, as a value: the sentence lives in the catalogue under `malformed.<problem>`."""

from collections.abc import Iterable


class Malformed(ValueError):
    """A line that is no line of a record.

    `line` counts from 1 (0: not from a file), `problem` is a key of the catalogue, `facts` are its names and words.
    """

    def __init__(self, problem: str, line: int = 0, **facts: object) -> None:
        super().__init__(problem)
        self.problem, self.line, self.facts = problem, line, facts

    def __str__(self) -> str:
        return f"{self.problem} in line {self.line}: {self.facts}"

    def at(self, line: int) -> "Malformed":
        """The same, in that line."""
        self.line = line
        return self


def listed(words: Iterable[str]) -> str:
    """Words as a sentence lists them."""
    return ", ".join(words)
