"""Records whose comments say what is expected, so that a ruling, its example and its test are one file.

A `#>` comment behind an input says how it is ruled: the verdict, the code if there is one, then as much as matters of
the play, the player (`null` for nobody), the car and the card, in this order. On a line of its own it gives facts of
the race at that place: `Toad.km=125 Toad.hand=6 turn=Bowser open=false safeties=none`.

A record without an `edition` line is judged under both editions, and holds in both.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from companion.editions import editions
from companion.moment import Moment
from companion.replay import moments
from companion.rules.fold import begin
from companion.rules.race import Race
from companion.rules.record import Record, read_record
from companion.sentences.report import race_object

RACES = Path(__file__).parents[2] / "races"
RULINGS = RACES / "rulings"
BOTH = ("mario-kart", "ryvo")
"""The editions of RULES.md, whose table of rulings has a column for each."""


SHOWN = ("rulings", "taps", "turns", "corrections")
"""The folders of small records; each of the others has the races of one edition."""


class Comment(NamedTuple):
    """What a line expects."""

    line: int
    words: list[str]
    of_race: bool
    """Whether it gives facts of the race rather than a ruling."""


def comments(text: str) -> Iterator[Comment]:
    for line, each in enumerate(text.splitlines(), start=1):
        before, mark, after = each.partition("#>")
        if mark:
            yield Comment(line, after.split(), of_race=not before.strip())


def judged_under(path: Path) -> tuple[str, ...]:
    """The editions in which the record holds."""
    named = [line.split()[1] for line in path.read_text("utf-8").splitlines() if line.startswith("edition ")]
    return tuple(named) or BOTH


def recorded(*folders: str) -> list[tuple[Path, str]]:
    """Every record of these folders, with each edition in which it holds."""
    paths = [path for folder in folders for path in sorted((RACES / folder).glob("*.race"))]
    return [(path, edition) for path in paths for edition in judged_under(path)]


def record_of(path: Path, edition: str) -> Record:
    record = read_record(path.read_bytes(), editions())
    return replace(record, setup=replace(record.setup, edition=editions()[edition]))


def disagreements(path: Path, edition: str) -> list[str]:
    """Where the rulings are not as the comments say; empty when all agree."""
    record = record_of(path, edition)
    ruled = {moment.n: moment for moment in moments(record)}
    found = []
    for comment in comments(path.read_text("utf-8")):
        if comment.of_race:
            earlier = [n for n in ruled if n < comment.line]
            race = ruled[max(earlier)].after.race if earlier else begin(record.setup).race
            wrong = _wrong_facts(comment.words, race)
        else:
            wrong = _wrong_words(comment.words, ruled[comment.line])
        if wrong:
            found.append(f"{path.name}:{comment.line} ({edition}): expected {' '.join(comment.words)}; {wrong}")
    return found


def silent_lines(path: Path, edition: str) -> list[int]:
    """Inputs without a comment."""
    said = {comment.line for comment in comments(path.read_text("utf-8")) if not comment.of_race}
    return [line for line, _ in record_of(path, edition).entries if line not in said]


def _wrong_words(words: list[str], moment: Moment) -> str:
    """What the ruling was, if the words do not tell it."""
    ruling, setup = moment.ruling, moment.after.race.setup
    says = [str(ruling.verdict), *([ruling.code] if ruling.code else [])]
    rest = words[len(says) :]
    optional = [
        str(ruling.play),
        "null" if ruling.player is None else setup.players[ruling.player],
        "" if ruling.car is None else setup.cars[ruling.car],
        ruling.card or "",
    ]
    left = rest[1:] if rest[:1] == optional[:1] else rest
    if left and left[0] != optional[1]:
        left = ["?"]
    for fact in optional[1:]:
        left = left[1:] if left[:1] == [fact] else left
    return "" if words[: len(says)] == says and not left else f"was {' '.join([*says, *optional])}"


def _wrong_facts(words: list[str], race: Race) -> str:
    known = _facts(race)
    wrong = [word for word in words if known.get(word.partition("=")[0]) != word.partition("=")[2]]
    return "; ".join(f"{name} is {known.get(name, 'no fact')}" for name in (word.partition("=")[0] for word in wrong))


def _facts(race: Race) -> dict[str, str]:
    whole = race_object(race)
    cars, hands = whole.pop("cars"), whole.pop("hands")
    assert isinstance(cars, dict)
    assert isinstance(hands, dict)
    facts = {name: _written(value) for name, value in whole.items()}
    facts |= {f"{player}.hand": str(cards) for player, cards in hands.items()}
    facts |= {f"{name}.laid": _written(list(car.laid)) for name, car in zip(cars, race.cars, strict=True)}
    return facts | {f"{name}.{fact}": _written(value) for name, car in cars.items() for fact, value in car.items()}


def _written(value: object) -> str:
    if isinstance(value, list):
        return ",".join(map(str, value)) or "none"
    return (
        {None: "null", True: "true", False: "false"}[value] if value is None or isinstance(value, bool) else str(value)
    )
