"""The simulated cards as a file, so that they lie where they lay when the program starts again."""

import json
import logging
from collections.abc import Set as AbstractSet
from pathlib import Path

from companion.rules.cards import Card
from companion.simulated.places import Area, Place, Places
from companion.store.folder import DAMAGE, put_aside

_log = logging.getLogger(__name__)


def save(path: Path, race: str, places: Places) -> None:
    """Write the key of the race and where its cards are; the file is the old or the new one, whenever power goes."""
    text = json.dumps({"race": race, "cards": [[str(card), *place] for card, place in places]})
    fresh = path.with_suffix(".new")
    try:
        fresh.write_text(text, "utf-8")
        fresh.replace(path)
    except OSError as error:  # the race goes on; only a restart would not find the cards as they lie
        _log.warning("the simulated cards were not stored: %s", error)


def load(path: Path, cards: AbstractSet[Card | None]) -> tuple[str, Places, Path | None]:
    """Read what was saved; no race and no places when there is nothing, or it does not account for all `cards`.

    The last one is where the file is now, if it was damaged.
    """
    try:
        saved = json.loads(path.read_text("utf-8"))
        race, places = str(saved["race"]), Places([_row(*row) for row in saved["cards"]])
    except FileNotFoundError:
        return "", Places([]), None
    except (OSError, *DAMAGE) as error:
        _log.warning("the simulated cards in %s cannot be read and are dealt anew: %s", path, error)
        return "", Places([]), put_aside(path)
    return (race, places, None) if {card for card, _ in places} == cards else ("", Places([]), None)


def _row(name: str, area: str, at: str, owner: str, since: int, drawn: int = 0) -> tuple[Card, Place]:
    card_id, _, copy = name.partition("/")
    return Card(card_id, int(copy)), Place(Area(area), str(at), str(owner), int(since), int(drawn))
