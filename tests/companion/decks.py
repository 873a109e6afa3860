"""Decks for tests."""

from companion.deck.deck import Deck, physical_cards, simulated_uid
from companion.editions import editions

MARIO_KART = editions()["mario-kart"]
WHOLE = Deck({simulated_uid(str(card)): card for card in physical_cards(MARIO_KART)})
"""Every card of the box, each with one sticker; no command cards."""
