"""What the table is made of: its description and the checks on it."""
