"""What a table keeps on its card, opened whatever has become of it, and what there is to tell of that."""

import logging
from collections.abc import Iterator
from pathlib import Path

from companion.deck.deck import Deck
from companion.deck.registry import DeckDamagedError, Registry
from companion.store.folder import set_aside
from companion.store.recovery import Opened
from companion.view.faults import RESTORED
from firmware.messages import Fault

_log = logging.getLogger(__name__)


def open_registry(data: Path, first: Deck | None) -> tuple[Registry, Path | None]:
    """The deck in a data folder, and where a damaged one is now, which does not keep the table from starting.

    Raises `RegistryError` for one that a newer program wrote, or that nobody may read.
    """
    try:
        return Registry(data, first), None
    except DeckDamagedError as error:
        try:
            aside = set_aside(error.path)
        except OSError as closed:
            raise error from closed
        _log.error("%s: it is kept as %s", error, aside)
    return Registry(data, first), aside


def happened(opened: Opened, deck_aside: Path | None, at_ms: int) -> Iterator[Fault]:
    """What people are told of what had been damaged."""
    if opened.restored is not None:
        stored = opened.journal.last_race()
        inputs = 0 if stored is None else len(stored.rows)
        yield Fault("journal", RESTORED, f"{opened.restored.day} {inputs}", at_ms)
    elif opened.set_aside is not None:
        yield Fault("journal", "set-aside", str(opened.set_aside), at_ms)
    elif opened.log_aside is not None:
        yield Fault("journal", "log-set-aside", str(opened.log_aside), at_ms)
    if deck_aside is not None:
        yield Fault("deck", "deck-set-aside", str(deck_aside), at_ms)
