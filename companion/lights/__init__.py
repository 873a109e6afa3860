"""What the lights show: a pure function of race, ruling and time."""
