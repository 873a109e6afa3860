"""What was judged, as the journal keeps it and as whoever entered it is answered: any thread may work that out."""

import json
from collections.abc import Sequence
from typing import NamedTuple

from companion.lang import LANGUAGES, catalogue
from companion.moment import Moment
from companion.rules.write import write_input
from companion.sentences.report import ruling_object
from companion.sentences.say import DOMAIN
from companion.store.journal import Row
from companion.touch.unseen import UNSEEN

Reply = list[dict[str, object]]
"""The rulings on a command's lines, as RECORD.md's objects."""


class Written(NamedTuple):
    """Inputs that wait to be stored, judged on the race as it stands."""

    ruled: tuple[Moment, ...]
    rows: tuple[Row, ...]
    reply: Reply
    answer: str
    """The reply as a text."""


def written(ruled: Sequence[Moment]) -> Written:
    """Write down what was judged."""
    sentences = catalogue(LANGUAGES[0], DOMAIN)
    reply = [ruling_object(each, sentences) for each in ruled]
    rows = tuple(_row(each, said) for each, said in zip(ruled, reply, strict=True))
    return Written(tuple(ruled), rows, reply, json.dumps(reply, ensure_ascii=False))


def _row(ruled: Moment, said: dict[str, object]) -> Row:
    line = UNSEEN if ruled.unseen else write_input(ruled.entry.input, ruled.before.race.setup)
    after_ms = int(ruled.entry.after * 1000)
    return Row(ruled.n, after_ms, line, json.dumps(said, ensure_ascii=False), ruled.note, ruled.amends)
