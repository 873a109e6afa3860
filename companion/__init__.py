"""The half that knows the game and never touches metal: rules, record, journal, referee, lights as words, page."""
