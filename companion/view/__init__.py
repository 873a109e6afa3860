"""A snapshot as everybody at the table sees it, in one language: JSON values only."""
