"""The simulated table: what hands do where no hands are. Its pads, dispenser and strip are the emulated metal's.

Parts:
    metal      what it needs of the emulated metal
    places     where each physical card is
    stored     the file that keeps them
    tally      how hands and dispenser compare with what the referee counts
    world      what hands do with the cards
    following  what the referee's rulings do to them
    strategy   how a robot chooses a card
    hands      what a robot does with it
    robots     players without people
    page       the table for people, in a browser
"""
