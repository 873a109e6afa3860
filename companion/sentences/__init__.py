"""Rulings, races and people's own words, as sentences and as JSON objects."""
