"""The rules of Mille Bornes as a pure library: frozen values in, frozen values out.

No clock, thread, file, random number or prose: time comes in with each input, sentences live in the catalogues
(`companion.lang`), decks and citations in the edition files (`companion.editions`).

    cards     what a card is and what answers what
    edition   the numbers and switches of one edition
    setup     who sits where, in which car, under which house rules
    race      the state of a race
    reading   whose play a tap is
    laws      one function a rule: what a play breaks
    judge     every breach of a play, in the order of the rulings
    turns     whose turn it is, draws, the end of the race
    play      what an accepted card does
    inputs    what can be put in to a race
    ruling    how an input was ruled
    game      a race with its past and the correction that is open
    fold      inputs in, rulings out: taps, undo, redo, overrule, set
    record    the `.race` text read (`head`, `words`, `vocabulary`, `malformed`) and written (`write`)
"""
