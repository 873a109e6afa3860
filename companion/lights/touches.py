"""What the lights show of the latest touch at each place, as the referee ruled on it."""

from companion.lights.situation import Mark, Tap
from companion.lights.sketch import Refusal
from companion.moment import Moment
from companion.rules.reading import Tap as CardTap
from companion.rules.ruling import Verdict


class Lights:
    """The latest touch at each place, and whether lights shall fade instead of flash."""

    def __init__(self, *, calm: bool) -> None:
        self.calm = calm
        self._touches: dict[str, Tap] = {}

    @property
    def touches(self) -> tuple[Tap, ...]:
        """What there is to show, one a place."""
        return tuple(self._touches.values())

    def seen(self, place: str, at_ms: int) -> None:
        """Something touched the place and has still to be judged."""
        self._touches[place] = Tap(place, Mark.SEEN, at_ms)

    def accepted(self, place: str, at_ms: int) -> None:
        """What touched the place was taken, though it is no input of the race."""
        self._touches[place] = Tap(place, Mark.ACCEPTED, at_ms)

    def refused(self, place: str, at_ms: int) -> None:
        """What touched the place means nothing to the race."""
        self._touches[place] = Tap(place, Mark.REFUSED, at_ms)

    def ruled(self, place: str, ruled: Moment, at_ms: int) -> None:
        """How the touch was ruled; a question is shown to those asked instead."""
        ruling = ruled.ruling
        if ruling.code == "whose-card":
            self.clear(place)
            return
        in_vain = ruling.verdict is Verdict.IGNORED and not isinstance(ruled.entry.input, CardTap)
        refused = in_vain or ruling.verdict in (Verdict.ILLEGAL, Verdict.UNCLEAR)
        car = None if ruling.player is None else ruled.after.race.setup.car_of[ruling.player]
        mark = Mark.REFUSED if refused else Mark.ACCEPTED
        self._touches[place] = Tap(place, mark, at_ms, car, refusal_of(ruled))

    def clear(self, place: str) -> None:
        """The place shows nothing of a touch."""
        self._touches.pop(place, None)

    def forget(self) -> None:
        """Nothing of an earlier race is shown."""
        self._touches.clear()


def refusal_of(ruled: Moment) -> Refusal | None:
    """Why a card was refused, with the facts that its drawing needs."""
    ruling, race = ruled.ruling, ruled.before.race
    if ruling.verdict is not Verdict.ILLEGAL or ruling.code is None:
        return None
    car_of = race.setup.car_of
    own = None if ruling.player is None else car_of[ruling.player]
    hazard = ruling.breaches[0].facts.get("hazard") if ruling.breaches else None
    return Refusal(
        ruling.code,
        about=own if ruling.car is None else ruling.car,
        own=own,
        on_turn=None if race.turn is None else car_of[race.turn],
        hazard=hazard if isinstance(hazard, str) else "",
    )
