"""Who entered an input by hand, as the comment that goes with its line in the record."""

from companion.sentences.printable import printable

DESK = "desk"
LONGEST_NAME = 40
"""Letters of a name that a record keeps."""


def desk_note(author: str) -> str:
    """The comment of what somebody entered at the referee's desk: `desk: Anna`, or `desk` of one who gave no name."""
    name = printable(" ".join(author.split()))[:LONGEST_NAME]
    return f"{DESK}: {name}" if name else DESK


def author_of(note: str) -> str:
    """Whom a comment names."""
    return note.removeprefix(f"{DESK}: ") if note.startswith(f"{DESK}: ") else ""
