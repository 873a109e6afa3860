"""On which pads a card was tapped."""

from collections.abc import Sequence

from companion.moment import Moment
from companion.rules.cards import Card
from companion.rules.reading import Tap
from companion.touch.seating import DISCARD, pad_of


def taps(moments: Sequence[Moment], card: Card) -> list[tuple[str, int]]:
    """The pads on which the card was tapped, with the numbers of the inputs."""
    entered = [(moment.entry.input, moment.n) for moment in moments]
    return [
        (DISCARD if tap.car is None else pad_of(tap.car), n)
        for tap, n in entered
        if isinstance(tap, Tap) and tap.card == card
    ]
