"""The `.race` text: what touched the pads, in order (RECORD.md)."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain

from companion.rules import inputs
from companion.rules.cards import BATTLE_HAZARDS, SAFETIES, Card
from companion.rules.edition import Edition
from companion.rules.head import Line, is_head, read_head
from companion.rules.inputs import Entry, Input
from companion.rules.malformed import Malformed, listed
from companion.rules.race import GOAL_KM, STEP_KM
from companion.rules.reading import Tap
from companion.rules.setup import Setup
from companion.rules.vocabulary import DECK_CARDS, HEAD_WORDS, Tags, card, chosen, seconds, tag, whole
from companion.rules.words import Unbalanced, split


@dataclass(frozen=True)
class Record:
    """A record read: the table, its tags, and the inputs with the line each stands in."""

    setup: Setup
    tags: dict[str, Card]
    entries: tuple[tuple[int, Entry], ...]


def read_record(data: bytes, editions: Mapping[str, Edition]) -> Record:
    """A whole record. Raises `Malformed` for the first line that is wrong; nothing of such a record counts."""
    setup, tags, entries = open_record(data, editions)
    return Record(setup, tags, tuple(entries))


def open_record(
    data: bytes, editions: Mapping[str, Edition]
) -> tuple[Setup, dict[str, Card], Iterator[tuple[int, Entry]]]:
    """The same, but for the inputs: each is read when it is asked for, and may raise `Malformed` then."""
    texts = _decoded(data).split("\n")
    lines = (line for number, text in enumerate(texts, start=1) if (line := _line(number, text)) is not None)
    head, first = [], None
    for line in lines:
        if not line.words or not is_head(line.words):
            first = line
            break
        head.append(line)
    missing_cars = first.broken if first else None
    setup, tags = read_head(head, editions, missing_cars or Malformed("no-cars", first.number if first else len(texts)))
    body = chain([first] if first else [], lines)
    return setup, tags, ((line.number, _entry_at(line, setup, tags)) for line in body)


def _line(number: int, text: str) -> Line | None:
    try:
        words = split(text.removesuffix("\r"))
    except Unbalanced as error:
        return Line(number, [], Malformed("unbalanced", number, mark=str(error)))
    return Line(number, words) if words else None


def _decoded(data: bytes) -> str:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Malformed("not-utf8", data.count(b"\n", 0, error.start) + 1) from None
    if text.startswith("\ufeff"):
        raise Malformed("byte-order-mark", 1)
    return text


def _entry_at(line: Line, setup: Setup, tags: Tags) -> Entry:
    if line.broken is not None:
        raise line.broken
    try:
        return _entry(line.words, setup, tags)
    except Malformed as error:
        raise error.at(line.number) from None


def read_entry(text: str, setup: Setup, tags: Tags) -> Entry:
    """One input of a race at that table. Raises `Malformed`, also for an empty line."""
    try:
        words = split(text)
    except Unbalanced as error:
        raise Malformed("unbalanced", mark=str(error)) from None
    if not words:
        raise Malformed("empty-line")
    return _entry(words, setup, tags)


def _entry(words: list[str], setup: Setup, tags: Tags) -> Entry:
    after = Fraction(0)
    if words[0].startswith("+"):
        after, words = seconds(words[0]), words[1:]
    if not words:
        raise Malformed("only-seconds")
    return Entry(_input(words, setup, tags), after)


def _input(words: list[str], setup: Setup, tags: Tags) -> Input:
    word, *rest = words
    if word in HEAD_WORDS:
        raise Malformed("head-after-input", word=word)
    if word == "discard" or word in setup.cars:
        return _tap(word, rest, setup, tags)
    if word == "set":
        return _set(rest, setup)
    if word in _WITH_NAME:
        read = _WITH_NAME[word]
        return read(_only(word, rest, 1)[0], setup)
    if word in _ALONE:
        _only(word, rest, 0)
        return _ALONE[word]
    raise Malformed("unknown-word", word=word, cars=listed(setup.cars))


def _tap(word: str, rest: list[str], setup: Setup, tags: Tags) -> Tap:
    if len(rest) not in (1, 3) or (len(rest) > 1 and rest[1] != "by"):
        raise Malformed("tap-words", word=word)
    pad = None if word == "discard" else setup.cars.index(word)
    by = _player(rest[2], setup) if len(rest) > 1 else None
    tapped = card(rest[0], setup.edition, tags)
    return Tap(pad, tapped, by, "" if tapped else tag(rest[0].removeprefix("tag:")))


def _set(rest: list[str], setup: Setup) -> Input:
    match rest:
        case ["turn", player]:
            return inputs.SetTurn(_player(player, setup))
        case ["dispenser", cards]:
            return inputs.SetDispenser(whole(cards, DECK_CARDS))
        case [car, fact, value] if fact in _FACTS:
            return inputs.SetCar(_car(car, setup), fact.replace("-", "_"), _FACTS[fact](value))
        case [car, fact, _]:
            _car(car, setup)
            raise Malformed("bad-choice", word=fact, choices=listed(_FACTS))
    raise Malformed("set-words")


def _only(word: str, rest: list[str], wanted: int) -> list[str]:
    if len(rest) != wanted:
        raise Malformed("input-words", word=word, wanted=wanted, found=len(rest))
    return rest


def _player(word: str, setup: Setup) -> int:
    if word not in setup.players:
        raise Malformed("unknown-player", word=word, players=listed(setup.players))
    return setup.players.index(word)


def _car(word: str, setup: Setup) -> int:
    if word not in setup.cars:
        raise Malformed("unknown-car", word=word, cars=listed(setup.cars))
    return setup.cars.index(word)


def _km(word: str) -> int:
    km = whole(word, GOAL_KM)
    if km % STEP_KM:
        raise Malformed("bad-km", word=word, step=STEP_KM)
    return km


def _yes(word: str) -> bool:
    return chosen(word, {"yes": True, "no": False})


def _hazard(word: str) -> str | None:
    return chosen(word, {**{hazard: hazard for hazard in BATTLE_HAZARDS}, "none": None})


def _safeties(word: str) -> tuple[str, ...]:
    if word == "none":
        return ()
    safeties = tuple(word.split(","))
    for number, safety in enumerate(safeties):
        chosen(safety, {each: each for each in SAFETIES})
        if safety in safeties[:number]:
            raise Malformed("safety-twice", word=safety)
    return safeties


_FACTS: dict[str, Callable[[str], int | bool | str | tuple[str, ...] | None]] = {
    "km": _km,
    "started": _yes,
    "stopped-by": _hazard,
    "limited": _yes,
    "safeties": _safeties,
}
_ALONE: dict[str, Input] = {
    "draw": inputs.Draw(),
    "end": inputs.End(),
    "undo": inputs.Undo(),
    "redo": inputs.Redo(),
    "overrule": inputs.Overrule(),
}
_WITH_NAME: dict[str, Callable[[str, Setup], Input]] = {
    "pass": lambda word, setup: inputs.Pass(_car(word, setup)),
    "by": lambda word, setup: inputs.By(_player(word, setup)),
}
