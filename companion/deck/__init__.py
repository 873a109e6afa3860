"""Which sticker is which card: the deck, kept and enrolled."""
