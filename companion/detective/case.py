"""A refused tap, and what came before it: what was accepted can be taken back and entered again."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.moment import Moment
from companion.rules import inputs
from companion.rules.cards import Card
from companion.rules.fold import enter
from companion.rules.game import Game
from companion.rules.inputs import Entry, Input
from companion.rules.reading import Tap
from companion.rules.ruling import Verdict

LOOK_BACK = 3
"""How many cards back: what was missed earlier has been noticed, or does not matter any more."""
MOST_SINCE = 10
"""How many inputs back at most: the draws between those cards, but not all of an evening's play with the sensor."""


class Done(NamedTuple):
    """An input, told so that it reads the same again."""

    input: Input
    n: int = 0
    """Its number in the history; 0 for one that is only supposed."""
    player: int | None = None
    """Whom it was charged to."""
    unseen: bool = False
    """A draw that no sensor saw."""
    optional: bool = False
    """A draw that was nobody's, or unseen: told anew, it may be nobody's."""


class Stage(NamedTuple):
    """The race some inputs ago."""

    game: Game
    undos: int = 0
    """How many inputs have been taken back to get there."""
    since: tuple[Done, ...] = ()
    """What has happened since, oldest first."""

    @property
    def cards(self) -> int:
        """How many cards have been accepted since."""
        return sum(isinstance(done.input, Tap) for done in self.since)


class Case(NamedTuple):
    """A tap that was refused."""

    tap: Done
    stages: tuple[Stage, ...]
    """The race at the tap, then before the input before it, and so on."""
    others: tuple[Done, ...]
    """Other cards that were refused since the race last changed."""
    blind: bool
    """Whether draws go unseen, so that any number of them may be supposed."""

    def is_of(self, entered: Input) -> bool:
        """Whether that is a tap of the very card that was refused."""
        card = _card(entered)
        return card is not None and card.copy is not None and card == _card(self.tap.input)


def case_of(game: Game, moments: Sequence[Moment], *, blind: bool) -> Case | None:
    """The case that is open; None when no tap stands refused. `moments` are the latest inputs, oldest first."""
    refused = next((ruled for ruled in moments if ruled.after.refused is game.refused), None)
    if game.refused is None or refused is None:
        return None
    changed = 0 if game.past is None else game.past.n
    tap = _done(refused)
    if tap is None:
        return None
    since = (ruled for ruled in moments if changed < ruled.n < refused.n and ruled.ruling.verdict is Verdict.ILLEGAL)
    others = {_card(done.input): done for ruled in since if (done := _done(ruled)) is not None}
    cards = tuple(done for card, done in others.items() if card not in (None, _card(tap.input)))
    return Case(tap, tuple(_stages(game, moments)), cards if len(cards) <= LOOK_BACK else (), blind)


def _stages(game: Game, moments: Sequence[Moment]) -> Iterator[Stage]:
    """Back to the latest correction at most: what people have put right is not in doubt."""
    stage = Stage(game)
    yield stage
    for ruled in reversed(moments):
        past = stage.game.past
        if past is None or stage.cards == LOOK_BACK or len(stage.since) == MOST_SINCE:
            return
        if ruled.n == past.n:
            done = _done(ruled)
            if done is None:
                return
            stage = Stage(enter(stage.game, Entry(inputs.Undo()))[0], stage.undos + 1, (done, *stage.since))
            yield stage
        elif ruled.ruling.code == "overdrawn":
            stage = stage._replace(since=(Done(inputs.Draw(), ruled.n, optional=True), *stage.since))
            yield stage


def _done(ruled: Moment) -> Done | None:
    """A card, draw, end or pass as it was read; None for a correction."""
    entered, asked, answered = ruled.entry.input, ruled.after.question, ruled.before.question
    done = Done(entered, ruled.n, ruled.ruling.player, ruled.unseen, optional=ruled.unseen)
    if isinstance(entered, inputs.By) and answered is not None:
        return done._replace(input=answered.tap._replace(by=entered.player))
    if ruled.ruling.verdict is Verdict.UNCLEAR and asked is not None:
        player = asked.plays[-1].player  # what came after it has settled it
        return done._replace(input=asked.tap._replace(by=player), player=player)
    return done if isinstance(entered, Tap | inputs.Draw | inputs.End | inputs.Pass) else None


def _card(entered: Input) -> Card | None:
    return entered.card if isinstance(entered, Tap) else None
