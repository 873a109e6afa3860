"""What differs between editions (RULES.md, Decks and Rulings). The values come from `companion.editions`."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Edition:
    """One edition of the game, complete: deck, table forms, house rules, and where each ruling is written."""

    name: str
    title: str
    deck: Mapping[str, int]
    """Card id -> copies, without the Help Cards."""
    help_cards: int
    hand: int
    """Cards dealt to each player."""
    alone: range
    """Numbers of players who may play one a car."""
    teams: frozenset[tuple[int, int]]
    """(cars, players a car) of the team forms."""
    switches: frozenset[str]
    """House rules that a record may turn on."""
    starts_only_with_green_light: bool
    """Rule 3: before the start nothing but a green light or a discard (else: anything but distance)."""
    right_of_way_starts: bool
    """Rule 4."""
    second_hazard: bool
    """Rule 14: a limit and one other hazard in one turn."""
    ends_with_dispenser: bool
    """Rule 31: the race ends with the turn of the last draw (else: when every hand is empty)."""
    window_s: int
    """Rule 24: how long a stroke may follow the hazard."""
    characters: tuple[str, ...]
    """Whose pawns lie in the box."""
    setup: Mapping[str, str]
    """What is done before the race, step by step -> where it is written."""
    citations: Mapping[str, str]
    """Code -> where the rule is written."""

    @property
    def cards(self) -> int:
        """Playing cards in the deck."""
        return sum(self.deck.values())
