"""The lines of the whole race, and what would come of a change before it is made: JSON values only."""

from collections.abc import Collection, Sequence
from typing import Any

from companion.amend.change import Outcome, Plan
from companion.amend.counting import Line, counting
from companion.amend.facts import differences
from companion.lang import Catalogue, catalogue
from companion.moment import Moment
from companion.referee.snapshot import Snapshot
from companion.rules.game import Game
from companion.rules.reading import Tap
from companion.rules.words import quote
from companion.rules.write import write_input
from companion.sentences.say import DOMAIN, say_end, wrong
from companion.view.history import history

JSON = dict[str, Any]
PAGE_LINES = 30
DISCARD = "discard"


def lines_view(snapshot: Snapshot, moments: Sequence[Moment], before: int, words: Catalogue) -> JSON:
    """A page of the race's lines, the latest first: those before input `before`, or the latest of all for 0."""
    end = before - 1 if 0 < before <= len(moments) else len(moments)
    start = max(0, end - PAGE_LINES)
    shown = moments[start:end]
    counts = {line.n for line in counting(moments, snapshot.game)}
    entries = history(snapshot._replace(moments=tuple(shown)), words)
    lines = [_line(entry, ruled, counts) for entry, ruled in zip(entries, shown, strict=True)]
    newer = end + 1 + PAGE_LINES
    return {
        "lines": lines[::-1],
        "older": start + 1 if start else None,
        "newer": None if end == len(moments) else newer if newer <= len(moments) else 0,
    }


def preview_view(before: Game, plan: Plan, out: Outcome, language: str) -> JSON:
    """What a change would come to. Lines entered again as they were judged before are listed too."""
    words = catalogue(language, DOMAIN)
    again = [_again(line, line.old, ruled, words) for line, ruled in out.lines if line.old is not None]
    after = out.moments[-1].after if out.moments else before
    return {
        "count": before.n,
        "new": [_ruled(ruled, words) for line, ruled in out.lines if line.old is None],
        "changed": [each for each in again if each["changed"]],
        "same": [each for each in again if not each["changed"]],
        "left_out": [{"n": line.n, "old": _ruled(line.old, words)} for line in plan.left_out if line.old],
        "ends": [
            {"car": old.car, "fact": old.name, "old": old.text, "new": new.text}
            for old, new in differences(before.race, after.race, language)
        ],
        "over": say_end(after.race, words) if after.race.over else None,
        "reopened": before.race.over and not after.race.over,
        "nothing": not out.moments,
    }


def _line(entry: JSON, ruled: Moment, counts: Collection[int]) -> JSON:
    counted = ruled.n in counts
    gone = not counted and (entry["undone"] or entry["verdict"] in ("illegal", "unclear"))
    return {**entry, "counts": counted, "gone": gone, **_as_laid(ruled)}


def _as_laid(ruled: Moment) -> JSON:
    """What a form that changes the line begins with: its pad, card and player as words of a record."""
    setup, entered = ruled.before.race.setup, ruled.entry.input
    if not isinstance(entered, Tap) or entered.card is None:
        return {"line": write_input(entered, setup), "pad": "", "laid": "", "by": ""}
    return {
        "line": write_input(entered, setup),
        "pad": DISCARD if entered.car is None else quote(setup.cars[entered.car]),
        "laid": str(entered.card),
        "by": "" if entered.by is None else quote(setup.players[entered.by]),
    }


def _again(line: Line, old: Moment, new: Moment, words: Catalogue) -> JSON:
    before, after = _ruled(old, words), _ruled(new, words)
    same = old.ruling[:6] == new.ruling[:6] and before["turn"] == after["turn"]
    return {"n": line.n, "old": before, "new": after, "changed": not same}


def _ruled(ruled: Moment, words: Catalogue) -> JSON:
    race = ruled.after.race
    return {
        "verdict": str(ruled.ruling.verdict),
        "text": wrong(ruled, words),
        "turn": None if race.turn is None else race.setup.players[race.turn],
    }
