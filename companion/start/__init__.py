"""Before a race: who plays what, what is done on the table first, the Help Card; and a table's first run."""
