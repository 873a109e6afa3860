"""Whoever plays races, in a process of its own as the peers are: plays a second, read, judged and accepted."""

import json

from companion.editions import editions
from companion.odds.measure import plays_a_second, races
from companion.rules.head import DEFAULT_EDITION

RACES = 25


def main() -> None:
    """Play the same sensible races again and again, timed without the choice of plays."""
    print(json.dumps(plays_a_second(races(editions()[DEFAULT_EDITION], RACES))))


if __name__ == "__main__":
    main()
