"""A request that the page itself refuses: an HTTP status, and a sentence of a catalogue with its facts."""


class Refused(Exception):
    """Answered with `status` and the sentence of `key`, in the asker's language."""

    def __init__(self, status: int, key: str, *, words: str = "page", **facts: object) -> None:
        """`words`: the catalogue that has the sentence."""
        super().__init__(key)
        self.status = status
        self.key = key
        self.words = words
        self.facts = facts
