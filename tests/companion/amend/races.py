"""A race that a test enters line by line, with time between, and changes afterwards."""

from collections.abc import Iterable
from fractions import Fraction

from hypothesis import strategies as st

from companion.amend.change import Change, Outcome, Plan, outcome, planned, taken_back
from companion.deck.deck import simulated_deck
from companion.editions import editions
from companion.moment import Moment, moment
from companion.rules.fold import begin
from companion.rules.record import read_entry, read_record

CARDS = sorted(str(card) for card in simulated_deck(editions()["mario-kart"]).tags().values())
PADS = ("Mario", "Luigi", "Peach", "discard")


class Entered:
    """Every input of a race, and the race as it is."""

    def __init__(self, head: str = "cars Mario Luigi Peach", lines: Iterable[str] = ()) -> None:
        self.head = head
        self.setup = read_record(head.encode(), editions()).setup
        self.game = begin(self.setup)
        self.moments: list[Moment] = []
        self.enter(*lines)

    def enter(self, *lines: str) -> "Entered":
        """Lines of a record, times included."""
        for line in lines:
            self._keep(moment(len(self.moments) + 1, self.game, read_entry(line, self.setup, {})))
        return self

    def change(self, n: int, line: str | None = None, *, without: Iterable[int] = (), wait_s: int = 60) -> Outcome:
        """The race changed at `n`, some time after its last input."""
        entered = None if line is None else read_entry(line, self.setup, {}).input
        return self.carry_out(planned(self.moments, self.game, Change(n, entered, frozenset(without))), wait_s)

    def take_back(self, wait_s: int = 60) -> Outcome:
        """The latest change taken back."""
        return self.carry_out(taken_back(self.moments, self.game), wait_s)

    def carry_out(self, plan: Plan, wait_s: int = 60) -> Outcome:
        """What a plan enters is entered."""
        done = outcome(plan, self.game, self.game.now + wait_s)
        for ruled in done.moments:
            self._keep(ruled)
        return done

    def _keep(self, ruled: Moment) -> None:
        self.moments.append(ruled)
        self.game = ruled.after

    @property
    def race(self) -> object:
        """What stands, but for when windows were opened: the clock goes on."""
        race = self.game.race
        return race._replace(windows=tuple(window._replace(opened_at=Fraction(0)) for window in race.windows))

    @property
    def verdicts(self) -> list[str]:
        """How every input was ruled."""
        return [ruled.ruling.code or str(ruled.ruling.verdict) for ruled in self.moments]


FEW = {"green-light", "25", "accident", "speed-limit", "ace-driver", "right-of-way", "repairs"}
"""Few kinds of cards, so that strokes, questions and refusals come often."""

taps = st.tuples(st.sampled_from(PADS), st.sampled_from([card for card in CARDS if card.partition("/")[0] in FEW])).map(
    " ".join
)
words = st.sampled_from(
    [
        "undo", "undo", "redo", "overrule", "end", "draw", "draw", "pass Luigi", "by Mario", "by Luigi", "by Peach",
        "set turn Luigi", "set Peach started yes", "set Mario started yes", "set Luigi started yes",
    ]
)  # fmt: skip
inputs = taps | words
lines = st.tuples(st.integers(0, 9), inputs).map(lambda each: f"+{each[0]} {each[1]}")
heads = st.sampled_from(
    [
        "cars Mario Luigi Peach",
        "cars Mario Luigi Peach\ndraws seen",
        "edition ryvo\ncars Mario Luigi Peach",
        "cars Mario Luigi Peach\nswitch self_attack on",
    ]
)
