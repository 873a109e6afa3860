"""Makes a Debian machine, a Raspberry Pi above all, a table that plays when it is plugged in. Standard library only."""
