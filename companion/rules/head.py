"""The head of a record: edition, cars, first player, draws, house rules, tags (RECORD.md, Head)."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.rules.cards import HELP, Card
from companion.rules.edition import Edition
from companion.rules.malformed import Malformed, listed
from companion.rules.setup import Setup
from companion.rules.vocabulary import HEAD_WORDS, card, chosen, name, reserved, tag

DEFAULT_EDITION = "mario-kart"
_REPEATABLE = ("switch", "tag")


class Line(NamedTuple):
    """A line of a record that says something."""

    number: int
    words: list[str]
    broken: Malformed | None = None
    """Why it could not be split into words."""


class Head(NamedTuple):
    """What the head of a record says."""

    setup: Setup
    tags: dict[str, Card]


def read_head(lines: list[Line], editions: Mapping[str, Edition], missing_cars: Malformed) -> Head:
    """The head's lines read. Raises `Malformed` for the first line that is wrong, and `missing_cars` without cars."""
    reader = _Reader(lines, editions)
    for line in lines:
        try:
            reader.read(line)
        except Malformed as error:
            raise error.at(line.number) from None
    if not reader.crews:
        raise missing_cars
    return Head(reader.setup(), reader.tags)


class _Reader:
    def __init__(self, lines: list[Line], editions: Mapping[str, Edition]) -> None:
        said = {line.words[0]: line.words[1:] for line in reversed(lines)}
        self._editions = editions
        self._reserved = reserved(editions)
        self._cars = said.get("cars", [])
        named = said.get("edition", [DEFAULT_EDITION])
        self._edition = editions.get(named[0] if named else "", editions[DEFAULT_EDITION])
        self._seen: set[str] = set()
        self._first = ""
        self._draws_seen = False
        self._switches: dict[str, bool] = {}
        self.crews: dict[str, tuple[str, ...]] = {}
        self.tags: dict[str, Card] = {}

    def setup(self) -> Setup:
        on = frozenset(switch for switch, is_on in self._switches.items() if is_on)
        return Setup(self._edition, tuple(self.crews), tuple(self.crews.values()), self._first, self._draws_seen, on)

    def read(self, line: Line) -> None:
        word, *rest = line.words
        if word in self._seen and word not in _REPEATABLE:
            raise Malformed("said-twice", word=word)
        self._seen.add(word)
        if word == "cars":
            self.crews = self._read_cars(rest)
            return
        wanted = 2 if word in _REPEATABLE else 1
        if len(rest) != wanted:
            raise Malformed("head-words", word=word, wanted=wanted, found=len(rest))
        getattr(self, f"_read_{word}")(*rest)

    def _read_edition(self, word: str) -> None:
        chosen(word, self._editions)

    def _read_first(self, word: str) -> None:
        players = [player for crew in self._read_cars(self._cars).values() for player in crew] if self._cars else []
        if self._cars and word not in players:
            raise Malformed("unknown-player", word=word, players=listed(players))
        self._first = word

    def _read_draws(self, word: str) -> None:
        self._draws_seen = chosen(word, {"assumed": False, "seen": True})

    def _read_switch(self, switch: str, state: str) -> None:
        if switch not in self._edition.switches:
            known = listed(sorted(self._edition.switches)) or "–"
            raise Malformed("unknown-switch", word=switch, edition=self._edition.title, switches=known)
        self._switches[switch] = chosen(state, {"on": True, "off": False})

    def _read_tag(self, word: str, named: str) -> None:
        uid = tag(word)
        if uid in self.tags:
            raise Malformed("tag-twice", tag=uid)
        found = None if named.startswith("tag:") else card(named, self._edition, {})
        if found is None:
            raise Malformed("unknown-card", word=named, cards=listed(self._edition.deck))
        if found.copy is None and found.id != HELP:
            raise Malformed("no-copy", card=found.id, most=self._edition.deck[found.id])
        self.tags[uid] = found

    def _read_cars(self, words: list[str]) -> dict[str, tuple[str, ...]]:
        teams = [word for word in words if "=" in word]
        if teams and len(teams) != len(words):
            raise Malformed("mixed-teams")
        crews = [self._team(word) if teams else (word, (word,)) for word in words]
        names = [*(player for _, crew in crews for player in crew), *(car for car, _ in crews if teams)]
        for number, each in enumerate(names):
            name(each, self._reserved)
            if each in names[:number]:
                raise Malformed("same-name", name=each)
        self._check_form([len(crew) for _, crew in crews], in_teams=bool(teams))
        return dict(crews)

    def _team(self, word: str) -> tuple[str, tuple[str, ...]]:
        car, _, crew = word.partition("=")
        return car, tuple(crew.split("+"))

    def _check_form(self, sizes: list[int], *, in_teams: bool) -> None:
        edition = self._edition
        if in_teams:
            fits = len(set(sizes)) == 1 and (len(sizes), sizes[0]) in edition.teams
        else:
            fits = len(sizes) in edition.alone
        if not fits:
            forms = listed(f"{cars}×{players}" for cars, players in sorted(edition.teams))
            fewest, most = edition.alone[0], edition.alone[-1]
            raise Malformed("table-form", edition=edition.title, fewest=fewest, most=most, teams=forms)


def is_head(words: list[str]) -> bool:
    """Whether a line belongs to the head."""
    return words[0] in HEAD_WORDS
