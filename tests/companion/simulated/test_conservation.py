"""Whatever hands do, every card is somewhere exactly once, and the antennas feel just what lies on them."""

from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from companion.deck.deck import physical_cards
from companion.simulated.places import Area
from companion.simulated.stored import load
from companion.simulated.world import FOREIGN_TAG, Misplaced
from tests.companion.simulated.tables import PADS, UIDS, Table

HEADS = ("cars Mario Luigi\ndraws seen", "cars Red=Mario+Peach Blue=Luigi+Toad\ndraws assumed")
PLAYERS = st.sampled_from(("Mario", "Luigi", "Peach", "Toad", "Nobody"))
PAD = st.sampled_from((*PADS, "roof"))


class Hands(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.table = Table(Path(self.folder.name), HEADS[1])
        self.cards = sorted(physical_cards(self.table.race.setup.edition))

    def teardown(self) -> None:
        self.table.journal.close()
        self.folder.cleanup()

    @rule(player=PLAYERS)
    def draw(self, player: str) -> None:
        with suppress(Misplaced):
            self.table.world.draw(player)

    @rule(player=PLAYERS)
    def put_back(self, player: str) -> None:
        with suppress(Misplaced):
            self.table.world.put_back(player)

    @rule()
    def even_out(self) -> None:
        self.table.world.even_out()

    @rule(player=PLAYERS, nth=st.integers(0, 9), pad=PAD)
    def lay(self, player: str, nth: int, pad: str) -> None:
        world = self.table.world
        cards = [*self.table.hand(player), *world.cards(Area.SEAT, player)]
        if cards:
            with suppress(Misplaced):
                world.lay(player, cards[nth % len(cards)], pad)

    @rule(pad=PAD)
    def take_back(self, pad: str) -> None:
        with suppress(Misplaced):
            self.table.world.take_back(pad)

    @rule(pad=PAD)
    def put_aside(self, pad: str) -> None:
        self.table.world.put_aside(pad)

    @rule(nth=st.integers(0, 99))
    def throw_out(self, nth: int) -> None:
        lying = self.table.world.lying()
        if lying:
            self.table.world.throw_out(lying[nth % len(lying)][0])

    @rule(pad=st.sampled_from(PADS))
    def lay_foreign(self, pad: str) -> None:
        if not self.table.world.is_foreign(pad):
            self.table.world.lay_foreign(pad)

    @rule(line=st.sampled_from(("undo", "redo", "overrule", "end")))
    def say(self, line: str) -> None:
        self.table.say(line)
        self.table.follow()

    @rule(head=st.sampled_from(HEADS))
    def new_race(self, head: str) -> None:
        self.table.new_race(head)

    @invariant()
    def every_card_is_somewhere_once(self) -> None:
        assert sorted(card for card, _ in self.table.world._places) == self.cards

    @invariant()
    def antennas_feel_what_lies_on_them(self) -> None:
        world = self.table.world
        for pad in PADS:
            lying = [UIDS[card] for card in world.cards(Area.PAD, pad)]
            assert len(lying) <= 1
            assert sorted(self.table.metal.fields[pad]) == sorted([*lying, *[FOREIGN_TAG] * world.is_foreign(pad)])

    @invariant()
    def a_restart_would_find_the_same(self) -> None:
        world = self.table.world
        _race, places, _damaged = load(self.table.state, {card for card, _ in world._places})
        assert list(places) == list(world._places)


Hands.TestCase.settings = settings(max_examples=15, stateful_step_count=30)
TestHands = Hands.TestCase
