"""One race played to its end by the referee's own rules, the hidden cards dealt at random. Pure but for chance."""

from collections.abc import Iterator
from random import Random

from companion.odds.chances import Chances, none
from companion.odds.position import NOW, Position
from companion.rules.cards import KIND_OF, SAFETY_OF, Card, Kind
from companion.rules.judge import is_legal
from companion.rules.play import accept
from companion.rules.race import Race
from companion.rules.reading import NEXT, OWN, SECOND, Play, PlayKind, Tap, Turn, readings
from companion.worth import worth

_CARD = {card: Card(card) for card in KIND_OF}
_PLAY_KIND = {card: PlayKind(kind.value) for card, kind in KIND_OF.items() if kind is not Kind.HELP}


def roll(position: Position, random: Random) -> tuple[int, ...]:
    """The cars that win when everybody plays sensibly, by what they hold."""
    race, table = position.race, Hidden(position, random)
    while not race.over:
        play = table.next_play(race)
        if play is None:  # hands that corrections have left without cards: as far as it can be told, that is the end
            break
        race = accept(race, play, NOW)
    most_km = max(car.km for car in race.cars)
    return tuple(number for number, car in enumerate(race.cars) if car.km == most_km)


class Hidden:
    """The hidden cards of one rollout, and how their holders play them."""

    def __init__(self, position: Position, random: Random) -> None:
        cards, race = list(position.unseen), position.race
        random.shuffle(cards)
        self.hands = [[cards.pop() for _ in range(min(count, len(cards)))] for count in race.hands]
        self.dispenser = cards[: race.dispenser]

    def next_play(self, race: Race) -> Play | None:
        """What is laid next; None when whoever is to play has no card."""
        return self._stroke(race) or self._second_hazard(race) or self._turn(race)

    def _stroke(self, race: Race) -> Play | None:
        """The safety that answers an open window, if somebody in the attacked car holds it."""
        for window in race.windows:
            safety = SAFETY_OF[window.hazard.id]
            for seat, hand in enumerate(self.hands):
                if safety in hand and race.setup.car_of[seat] == window.car:
                    (play,) = readings(race, Tap(window.car, _CARD[safety], seat), NOW)
                    if play.strikes:
                        hand.remove(safety)
                        return play
        return None

    def _second_hazard(self, race: Race) -> Play | None:
        """The attacker's second hazard, while rule 14 keeps the turn open."""
        if not race.attack or race.turn is None:
            return None
        hand = self.hands[race.turn]
        hazards = [card for card in hand if card in SAFETY_OF]
        return self._lay(hand, _best(race, race.turn, hazards, SECOND)) if hazards else None

    def _turn(self, race: Race) -> Play | None:
        """The best legal play of whoever is on turn, or the best card to throw away; None without any."""
        seat, turn = (race.next, NEXT) if race.attack else (race.turn, OWN)
        assert seat is not None, "while a race is not over somebody is on turn"
        hand = self.hands[seat]
        self._draw(hand, race.hands[seat] + bool(race.dispenser and (race.owed or turn is NEXT)))
        return self._lay(hand, _best(race, seat, hand, turn) or _discard(race, seat, hand, turn))

    def _draw(self, hand: list[str], holds: int) -> None:
        """Draws what the referee has counted since, and the turn's own card."""
        while len(hand) < holds and self.dispenser:
            hand.append(self.dispenser.pop())

    @staticmethod
    def _lay(hand: list[str], play: Play | None) -> Play | None:
        if play is not None:
            hand.remove(play.card.id)
        return play


def _best(race: Race, seat: int, hand: list[str], turn: Turn) -> Play | None:
    """The best legal play that is better than to discard."""
    own = race.setup.car_of[seat]
    plays = []
    for card in set(hand):
        if card not in SAFETY_OF:
            plays.append((worth(race, seat, card, own, hand), card, own))
        else:
            plays += [(worth(race, seat, card, car, hand), card, car) for car in range(len(race.cars)) if car != own]
    plays.sort(reverse=True)
    for value, card, car in plays:
        if value <= 0:
            return None
        play = Play(_PLAY_KIND[card], _CARD[card], seat, car, turn)
        if is_legal(race, play):
            return play
    return None


def _discard(race: Race, seat: int, hand: list[str], turn: Turn) -> Play | None:
    if not hand:
        return None
    card = max(sorted(set(hand)), key=lambda card: worth(race, seat, card, None, hand))
    return Play(PlayKind.DISCARD, _CARD[card], seat, None, turn)


def rolled(position: Position, random: Random) -> Iterator[Chances]:
    """The chances after each rollout, without end."""
    chances = none(len(position.race.cars))
    while True:
        chances = chances.won_by(roll(position, random))
        yield chances
