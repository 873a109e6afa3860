"""How a robot plays: by the rules library and its own hand, sensibly and no better. Pure."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import NamedTuple

from companion.rules.cards import SAFETY_OF, Card
from companion.rules.inputs import Input
from companion.rules.judge import judge
from companion.rules.race import Race
from companion.rules.reading import PlayKind, Tap, readings
from companion.worth import worth


class Choice(NamedTuple):
    """A card that a player could lay on a pad."""

    seat: int
    card: Card
    car: int | None
    """The car whose pad it is; None for the discard pad."""
    code: str | None = None
    """Of the rule that it breaks."""

    @property
    def legal(self) -> bool:
        """Whether the referee will accept it."""
        return self.code is None

    @property
    def tap(self) -> Tap:
        """What the table will see of it."""
        return Tap(self.car, self.card)

    def tapped(self, entered: Input) -> bool:
        """Whether an input is this tap, whoever it is charged to."""
        return isinstance(entered, Tap) and entered[:2] == self.tap[:2]


def stroke(race: Race, hands: Mapping[int, Sequence[Card]], now: Fraction) -> Choice | None:
    """The safety that answers an open window at once, if somebody in the attacked car holds it."""
    for window in race.windows:
        for seat, hand in hands.items():
            for card in hand:
                if card.id == SAFETY_OF[window.hazard.id] and race.setup.car_of[seat] == window.car:
                    (play,) = readings(race, Tap(window.car, card), now)
                    # In a team another member than the holder may be charged: then it is no stroke of theirs.
                    if play.kind is PlayKind.STROKE and play.player == seat:
                        return Choice(seat, card, window.car)
    return None


def second_hazard(race: Race, hand: Sequence[Card], now: Fraction) -> Choice | None:
    """While rule 14 keeps the turn open: the attacker's best second hazard."""
    assert race.turn is not None
    return best(race, race.turn, hand, now)


def best(race: Race, seat: int, hand: Sequence[Card], now: Fraction) -> Choice | None:
    """The best legal play of a hand, or the best card to throw away; None if nothing is legal now."""
    legal = [choice for choice in choices(race, seat, hand, now) if choice.legal]
    held = [card.id for card in hand]
    return max(legal, key=lambda choice: worth(race, seat, choice.card.id, choice.car, held), default=None)


def temptation(race: Race, seat: int, hand: Sequence[Card], now: Fraction, random: Random) -> Choice | None:
    """A play that the referee will refuse, whoever's it takes the card for; every rule is as likely to be broken."""
    illegal = [choice for choice in choices(race, seat, hand, now) if choice.code]
    if not illegal:
        return None
    code = random.choice(sorted({str(choice.code) for choice in illegal}))
    return random.choice([choice for choice in illegal if choice.code == code])


def choices(race: Race, seat: int, hand: Sequence[Card], now: Fraction) -> list[Choice]:
    """Every card on every pad that is legal for this player, or illegal for everybody."""
    found = []
    for card in hand:
        for car in (None, *range(len(race.cars))):
            plays = readings(race, Tap(car, card), now)
            breaches = [judge(race, play) for play in plays]
            legal = [play for play, broken in zip(plays, breaches, strict=True) if not broken]
            if not legal:
                found.append(Choice(seat, card, car, breaches[-1][0].code))
            elif any(play.player == seat for play in legal):
                found.append(Choice(seat, card, car))
    return found
