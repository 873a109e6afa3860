"""What the page of a new race offers, prefilled from the race before; and the rematch."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, Protocol

from companion.editions import editions
from companion.lights.palette import LOOKS
from companion.referee.bulletin import Bulletin
from companion.rules.edition import Edition
from companion.rules.malformed import Malformed
from companion.rules.record import read_record
from companion.rules.setup import Setup
from companion.rules.write import write_head
from companion.start.help_card import help_card

JSON = dict[str, Any]


class Feed(Protocol):
    """Begins races."""

    def new_race(self, head: str, command_id: str) -> object:
        """Begin one by the head of a record (RECORD.md)."""
        ...

    def go_on(self, number: int, command_id: str) -> bool:
        """Go on with one that was left; whether there is one of that number."""
        ...


class NextRace:
    """The next race of a table, as the page's threads see it (`companion.page.new_race.Starter`)."""

    def __init__(
        self,
        bulletin: Bulletin,
        feed: Feed,
        *,
        sees_draws: bool,
        earlier: Callable[[], Iterable[str]] = tuple,
    ) -> None:
        """`sees_draws`: whether the table has a sensor at its dispenser.

        `earlier`: the heads of its races, the newest first.
        """
        self._bulletin, self._feed, self._sees_draws, self._earlier = bulletin, feed, sees_draws, earlier

    def offer(self) -> JSON:
        """Every edition with its forms and characters, and who plays now."""
        race = self._bulletin.latest().game.race
        setup = race.setup
        return {
            "over": race.over,
            "edition": setup.edition.name,
            "switches": sorted(setup.switches),
            "draws": "seen" if setup.draws_seen else "assumed",
            "sees_draws": self._sees_draws,
            "form": f"{len(setup.cars)}x{len(setup.crews[0])}" if setup.in_teams else "alone",
            "alone": _cars(setup if not setup.in_teams else self._last(in_teams=False)),
            "teams": _cars(setup if setup.in_teams else self._last(in_teams=True)),
            "first": setup.players[setup.first_seat],
            "rematch": setup.rematch().first,
            "looks": [look.hex for look in LOOKS],
            "editions": [_edition(each) for each in editions().values()],
        }

    def _last(self, *, in_teams: bool) -> Setup | None:
        """Who played last in that form."""
        for head in self._earlier():
            with suppress(Malformed):  # a newer program wrote it
                setup = read_record(head.encode(), editions()).setup
                if setup.in_teams == in_teams:
                    return setup
        return None

    def rematch(self, command_id: str) -> None:
        """The same race once more, once this one is over: whoever asks later finds it running."""
        race = self._bulletin.latest().game.race
        if race.over:
            self._feed.new_race("\n".join(write_head(race.setup.rematch())), command_id)

    def go_on(self, number: int, command_id: str) -> bool:
        """A race that was left, in place of the one that stands; whether there is one of that number."""
        return self._feed.go_on(number, command_id)

    def steps(self) -> JSON:
        """What is done on the table before the race that now stands, with its sources."""
        setup = self._bulletin.latest().game.race.setup
        return {
            "edition": setup.edition.name,
            "title": setup.edition.title,
            "first": setup.players[setup.first_seat],
            "hand": setup.edition.hand,
            "players": len(setup.players),
            "rest": setup.edition.cards - setup.edition.hand * len(setup.players),
            "steps": [{"step": step, "source": source} for step, source in setup.edition.setup.items()],
        }

    def help_card(self, edition: str, language: str) -> JSON | None:
        """The Help Card of an edition, of the one now played when none is named; None when there is no such edition."""
        setup = self._bulletin.latest().game.race.setup
        wanted = editions().get(edition) if edition else setup.edition
        if wanted is None:
            return None
        return help_card(wanted, language, right_of_way_starts=_starts(wanted, setup))


def _starts(edition: Edition, setup: Setup) -> bool:
    """Rule 4: the house rule of the race that stands counts for its own edition."""
    return setup.right_of_way_starts if edition is setup.edition else edition.right_of_way_starts


def _cars(setup: Setup | None) -> list[JSON]:
    if setup is None:
        return []
    return [{"name": car, "players": list(crew)} for car, crew in zip(setup.cars, setup.crews, strict=True)]


def _edition(edition: Edition) -> JSON:
    teams = sorted(edition.teams, key=lambda form: (form[0] * form[1], form))
    return {
        "id": edition.name,
        "title": edition.title,
        "switches": sorted(edition.switches),
        "fewest": edition.alone[0],
        "most": edition.alone[-1],
        "teams": [f"{cars}x{players}" for cars, players in teams],
        "characters": list(edition.characters),
    }
