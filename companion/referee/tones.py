"""Which tone a change of the table deserves: told apart by rhythm, they say what lights say to who looks elsewhere.

`seen` is sounded by the referee the moment a card is felt. A stroke played sounds `stroke`; a draw is silent when it is
counted. Of several inputs at once the most telling sounds.
"""

from companion.lights.situation import Mark
from companion.moment import Moment
from companion.referee.snapshot import Snapshot
from companion.rules.inputs import Draw
from companion.rules.reading import PlayKind, Tap
from companion.rules.ruling import Verdict

WIN, STROKE, QUESTION, REFUSED, ACCEPTED = "win", "stroke", "question", "refused", "accepted"
SEEN = "seen"
TONES = (WIN, STROKE, QUESTION, REFUSED, ACCEPTED)
"""The most telling first."""


def tone(before: Snapshot, after: Snapshot) -> str | None:
    """The tone of what has happened between two snapshots; None where nothing is to be heard."""
    if after.race != before.race:
        return None
    sounds = {_of(ruled) for ruled in after.moments if ruled.n > before.game.n}
    if after.asked is not None and after.asked is not before.asked:
        sounds.add(QUESTION)
    if after.notice is not None and after.notice is not before.notice:
        sounds.add(REFUSED)
    if not after.stores and any(each.mark is Mark.REFUSED for each in after.touches if each not in before.touches):
        sounds.add(REFUSED)
    return next((sound for sound in TONES if sound in sounds), None)


def heard(before: Snapshot, after: Snapshot) -> list[str]:
    """What sounded between two snapshots, in order, for who was not there: `seen` for any touch, then its tone."""
    felt = after.race == before.race and any(touch not in before.touches for touch in after.touches)
    sounded = tone(before, after)
    return [SEEN] * felt + ([sounded] if sounded is not None else [])


def _of(ruled: Moment) -> str | None:
    ruling, entered = ruled.ruling, ruled.entry.input
    if ruled.after.race.over and not ruled.before.race.over:
        return WIN
    match ruling.verdict:
        case Verdict.LEGAL:
            return STROKE if ruling.play == PlayKind.STROKE else ACCEPTED
        case Verdict.ILLEGAL:
            return REFUSED
        case Verdict.UNCLEAR:
            return QUESTION if ruling.code == "whose-card" else REFUSED
        case Verdict.IGNORED:
            return None if isinstance(entered, Tap) else REFUSED
        case Verdict.NOTED:
            return None if isinstance(entered, Draw) else ACCEPTED
