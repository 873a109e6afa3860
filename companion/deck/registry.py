"""The deck of a table as a file, `deck.json` in the data folder: one line a tag, replaced whole or not at all."""

import json
from pathlib import Path
from threading import Lock

from companion.deck.deck import COMMANDS, Command, Deck, Entry
from companion.rules.cards import KIND_OF, Card
from companion.store.folder import DAMAGE, write_whole

FILE = "deck.json"
_PREVIOUS = "deck.previous.json"
_VERSION = 1
_CURE = (
    "Move the file away and enrol the cards again, or bring an exported deck back by `mille-bornes enrol --import FILE`"
)


class RegistryError(Exception):
    """The deck cannot be read or kept: where, why and the cure, in one line."""


class DeckDamagedError(RegistryError):
    """What the file holds is no deck any more."""

    def __init__(self, path: Path, why: object) -> None:
        super().__init__(f"{path}: is no deck ({why}). {_CURE}")
        self.path = path


class Registry:
    """The stored deck of one table. Any thread may read `deck`; what is kept is on disk before `deck` shows it."""

    def __init__(self, folder: Path, first: Deck | None = None) -> None:
        """Reads the folder's deck; `first` is the deck where there is none yet. Raises `RegistryError`."""
        self._path, self._lock = folder / FILE, Lock()
        try:
            text = self._path.read_text("utf-8")
        except FileNotFoundError:
            self.deck = first or Deck({})
        except OSError as error:
            raise RegistryError(f"{self._path}: cannot be read ({error}). {_CURE}") from error
        except UnicodeDecodeError as error:
            raise DeckDamagedError(self._path, error) from error
        else:
            self.deck = self._read(text)

    def knows(self, uid: bytes) -> bool:
        """Whether a tag is one of the table's cards now."""
        return self.deck.knows(uid)

    def keep(self, deck: Deck) -> None:
        """Stores the deck. Raises `RegistryError`: then the deck before it stands."""
        with self._lock:
            self._write(self._path, deck)
            self.deck = deck

    def exchange(self, deck: Deck) -> None:
        """Stores another deck in place of this one, which stays beside it in `deck.previous.json`. `RegistryError`."""
        with self._lock:
            self._write(self._path.with_name(_PREVIOUS), self.deck)
            self._write(self._path, deck)
            self.deck = deck

    def _read(self, text: str) -> Deck:
        try:
            stored = json.loads(text)
            if stored["version"] > _VERSION:
                raise RegistryError(f"{self._path}: written by a newer version of this program. Install that one again")
            return Deck({bytes.fromhex(uid): _entry(str(name)) for uid, name in stored["tags"].items()})
        except DAMAGE as error:
            raise DeckDamagedError(self._path, error) from error

    def _write(self, path: Path, deck: Deck) -> None:
        tags = ",\n".join(f'  "{uid.hex().upper()}": "{deck.entry(uid)}"' for uid in deck)
        text = f'{{"version": {_VERSION}, "tags": {{\n{tags}\n}}}}\n'
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, text)
        except OSError as error:
            cure = "Make room on the card, or name a folder that can be written by --data"
            raise RegistryError(f"{path}: cannot be written ({error.strerror}). {cure}") from error


def _entry(name: str) -> Entry:
    if name in COMMANDS:
        return Command(name)
    card_id, _, copy = name.partition("/")
    if card_id not in KIND_OF or not copy.isdecimal():
        raise ValueError(f"{name!r} is no card")
    return Card(card_id, int(copy))
