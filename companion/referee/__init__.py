"""The race as the table plays it: the one thread that owns it, what it is told, and what everybody else sees of it."""
