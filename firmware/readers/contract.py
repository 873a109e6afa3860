"""What the bus thread asks of a reader chip. Another chip is one more file that keeps this contract."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Inventory:
    """The cards in one field at one time.

    `uids` have passed every check (BCC, CRC_A, cascade), in no particular order, each once. `unreadable`: something
    answered that could not be selected after several tries, such as two cards too close together or a card at the edge
    of the field.
    """

    uids: tuple[bytes, ...] = ()
    unreadable: bool = False


BUSY = "busy"
"""The code of a reader that another program uses."""


class ReaderError(Exception):
    """A reader does not work. `code` is the fault's code, the text says it for a person."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code


class Reader(Protocol):
    """An opened reader: set up, its field off.

    Every method may raise ReaderError or OSError; the reader is then closed, and opened again.
    `chip` names the chip found; `doubt` says what is to be known about it (a clone), or is empty.
    """

    chip: str
    doubt: str

    def field(self, *, on: bool) -> None:
        """Switch the field. Cards lose their memory of what they were told when it goes off."""
        ...

    def call(self) -> None:
        """Ask who is in the field, which must be on; waits until cards can be ready, but for no answer.

        So other readers can be served meanwhile. The `inventory` that follows hears the answer.
        """
        ...

    def inventory(self) -> Inventory:
        """All cards in the field, which must be on, called before or by this; it takes a bounded time.

        Cards found are found again, for certain, only after the field was off. Raises ReaderError also when the chip
        answers no more, or is not set as it was.
        """
        ...

    def memory(self, uid: bytes) -> bytes | None:
        """What is written on a card of the latest inventory, since which the field stayed on; in a bounded time.

        It is the beginning of the NDEF memory (page 4 on, at most 144 bytes), empty where the card has none; None when
        the card left or cannot be read. Every byte has passed its check. The card is left halted.
        """
        ...

    def close(self) -> None:
        """Let the device go; nothing of other readers is touched."""
        ...


Opener = Callable[[], Reader]
