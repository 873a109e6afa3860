"""Every breach of a play, in the order in which the codes are named (RULES.md, Verdicts and codes)."""

from companion.rules.laws import LAWS, Breach, Law
from companion.rules.race import Race
from companion.rules.reading import Play, PlayKind


def _coded(law: Law) -> tuple[str, Law]:
    return law.__name__.replace("_", "-"), law


_CODED: dict[PlayKind, tuple[tuple[str, Law], ...]] = {
    kind: tuple(_coded(law) for law in laws) for kind, laws in LAWS.items()
}
_OWN_LAWS_FIRST: dict[PlayKind, tuple[Law, ...]] = {kind: laws[::-1] for kind, laws in LAWS.items()}
"""Most cards that cannot be played break a law of their own kind, and those are the last to name a code."""


def judge(race: Race, play: Play) -> tuple[Breach, ...]:
    """What the play breaks, most telling first; empty when it is legal."""
    if is_legal(race, play):
        return ()
    return tuple(Breach(code, facts) for code, law in _CODED[play.kind] if (facts := law(race, play)) is not None)


def is_legal(race: Race, play: Play) -> bool:
    """Whether the play breaks nothing; stops at the first breach that it finds."""
    for law in _OWN_LAWS_FIRST[play.kind]:  # noqa: SIM110 - the loop takes half the time of all(), and this is asked most
        if law(race, play) is not None:
            return False
    return True
