"""Whose turn it is, who draws, and when the race is over (RULES.md, Turns, draws and hands, exactly)."""

from functools import cache

from companion.rules.draft import Draft
from companion.rules.race import Draw, Owed, Reason


def begin_turn(race: Draft, player: int, *, still_owed: tuple[Owed, ...] = ()) -> None:
    """`player`'s turn begins with a draw to come.

    Without cards in the dispenser the race is over instead; or (`ryvo`) players without cards are passed over then, and
    the race is over when nobody has any.
    """
    if race.setup.edition.ends_with_dispenser:
        if not race.dispenser:
            finish(race, Reason.DISPENSER_EMPTY)
            return
    elif not any(race.hands) and not (still_owed and race.dispenser):
        finish(race, Reason.HANDS_EMPTY)
        return
    elif not race.dispenser:
        while not race.hands[player]:
            player = race.setup.left_of(player)
    give_turn(race, player, still_owed=still_owed)


def give_turn(race: Draft, player: int, *, still_owed: tuple[Owed, ...] = ()) -> None:
    """The turn is `player`'s, whatever the dispenser holds."""
    race.turn, race.attack = player, ()
    race.owed = (*still_owed, _draw_of(player))


@cache
def _draw_of(player: int) -> Owed:
    return Owed(player, Draw.TURN)


def set_turn(race: Draft, player: int) -> None:
    """The running turn and any open window are dropped; `player`'s turn begins."""
    give_turn(race, player)
    race.windows = ()


def end_turn(race: Draft) -> None:
    """The turn is over: play goes on to the left. What was owed lapses."""
    assert race.turn is not None, "no turn can end after the race"
    begin_turn(race, race.setup.left_of(race.turn))


def finish(race: Draft, reason: Reason) -> None:
    """The race is over."""
    race.turn, race.reason = None, reason
    race.attack = race.owed = race.windows = ()


def deal_one(race: Draft, player: int) -> None:
    """One card goes from the dispenser to a hand, if it holds one."""
    if race.dispenser:
        race.dispenser -= 1
        race.hands[player] += 1


def card_leaves_hand(race: Draft, player: int) -> None:
    """A hand loses the card just played; it never counts below 0."""
    if race.hands[player]:
        race.hands[player] -= 1


def draw_with_card(race: Draft) -> None:
    """With `draws assumed` the turn's draw is taken with the first card accepted in it."""
    if race.owed and not race.setup.draws_seen:
        deal_one(race, race.owed[0].player)
        race.owed = ()


def _refilled(race: Draft) -> bool:
    """Whether two hazards were laid and no refill is owed: an interrupted turn's, seen before, is no sign of that."""
    return len(race.attack) > 1 and not any(owed.why is Draw.REFILL and owed.player == race.turn for owed in race.owed)


def seen_draw(race: Draft) -> int | None:
    """The sensor saw a card leave; answers with who drew it, or None when nobody has a card to draw."""
    if not race.owed and race.attack:
        end_turn(race)
    if not race.owed or not race.dispenser:
        return None
    (player, why), race.owed = race.owed[0], race.owed[1:]
    deal_one(race, player)
    if why is Draw.TURN:
        race.windows = ()
    if race.attack and (_refilled(race) or not race.dispenser):
        end_turn(race)
    elif why is not Draw.TURN and not race.dispenser and race.setup.edition.ends_with_dispenser:
        # The last card is gone before the responder's turn has begun, and the drawer's turn is over (rule 31).
        finish(race, Reason.DISPENSER_EMPTY)
    return player
