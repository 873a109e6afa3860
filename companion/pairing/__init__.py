"""Who may act at the table: phones that ask at its door are let in by a sign from the table, a PIN or a link."""
