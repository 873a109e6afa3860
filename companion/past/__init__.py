"""Races gone by: read from the journal or from files, looked at after any input, judged again, shown and sent on."""
