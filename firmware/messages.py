"""What the firmware tells the companion, and what it is told: the only values that cross between the halves.

Every `at_ms` is milliseconds of the machine's monotonic clock. Pads are named `seat-1` … `seat-6` and `discard`.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Scan:
    """A card came newly into the field of a pad: act on it.

    `uid` is the whole identifier of its tag: 7 bytes for an NTAG (4 or 10 for strange tags), first byte first.
    `texts` are the texts written on it, anybody's words; None unless they were asked for and could be read.
    """

    pad: str
    uid: bytes
    at_ms: int
    texts: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Removed:
    """A card that lay in the field of a pad has left it; a reader that fell silent never says so."""

    pad: str
    uid: bytes
    at_ms: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """The dispenser's sensor saw one card leave."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button was let go after `held_ms`, less than 1000; or it has been down for 1 s, and once more for 3 s.

    Buttons are named `seat-1` … `seat-6`, `discard` and `undo`.
    """

    button: str
    at_ms: int
    held_ms: int = 0


OFFLINE = "offline"
"""The code of a part that does not answer."""

LIBRARY = "library"
"""That of one whose library is missing, or is not the one that was prescribed: it does not answer either."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something of metal is wrong, or (`over`) is right again.

    `part` names the place ("reader seat-1", "strip", "beam", "button undo", "buzzer"), `code` the kind ("offline",
    "library", "two-cards", "two-pads", "unreadable", "counterfeit", "blocked", "stuck"), `detail` says it for a person,
    with the cure. Part and code together tell which fault is over.
    """

    part: str
    code: str
    detail: str
    at_ms: int
    over: bool = False


@dataclass(frozen=True, slots=True)
class Tone:
    """A tone for the buzzer, by its name: "seen", "accepted", "refused", "question", "stroke", "win"."""

    name: str


@dataclass(frozen=True, slots=True)
class Expected:
    """Where the next card may be laid. Pads that are in neither are polled once a sweep.

    `likely` pads, the likeliest first, are polled twice in a sweep, as far as the polls that are saved on `seldom` ones
    allow: on these, which nobody uses, a card is a mistake, and it is seen in every second sweep.
    """

    likely: tuple[str, ...] = ()
    seldom: frozenset[str] = frozenset()


Message = Scan | Removed | Drawn | Pressed | Fault
