"""A race while an input changes it: the facts of `Race`, set in place and frozen again when it is done.

Races themselves never change. One copy to write on is cheaper, and reads plainer, than another race for every fact.
"""

from companion.rules.race import Race


class Draft:
    """A copy of a race to be changed."""

    def __init__(self, race: Race) -> None:
        (
            self.setup,
            cars,
            hands,
            self.dispenser,
            self.turn,
            self.owed,
            self.attack,
            self.windows,
            self.discarded,
            self.discards,
            self.played,
            self.cancelled,
            self.lying,
            self.reason,
        ) = race
        self.cars, self.hands = list(cars), list(hands)

    def frozen(self) -> Race:
        """The race as it is now."""
        return Race(
            self.setup,
            tuple(self.cars),
            tuple(self.hands),
            self.dispenser,
            self.turn,
            self.owed,
            self.attack,
            self.windows,
            self.discarded,
            self.discards,
            self.played,
            self.cancelled,
            self.lying,
            self.reason,
        )
